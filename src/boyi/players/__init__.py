"""What a player and an engine are (the contracts), people, and the specs that name players."""

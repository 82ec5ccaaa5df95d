"""Programs of other people as players: their processes, the sandbox around them, students' files."""

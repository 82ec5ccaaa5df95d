"""Many games between players: ratings, tests of significance."""

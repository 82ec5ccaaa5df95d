"""Many games between players: series, ratings, tests of significance."""

"""Who chooses moves: players, built from short specs."""

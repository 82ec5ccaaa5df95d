"""Boyi's own JSON lines: any game, several questions at a time."""

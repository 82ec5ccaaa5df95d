"""Trainers: what the evaluations of our games learn from games of the engine against itself."""

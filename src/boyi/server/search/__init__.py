"""Searches in worker processes, and places for other people's programs."""

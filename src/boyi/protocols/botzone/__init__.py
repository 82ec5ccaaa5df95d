"""Botzone's three forms: a turn as JSON, a turn as plain numbers, and programs that keep running."""

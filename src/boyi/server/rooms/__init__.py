"""Rooms: each has one owner of its state and one queue of commands."""

"""Gomocup's protocol (Piskvork): Gomoku."""

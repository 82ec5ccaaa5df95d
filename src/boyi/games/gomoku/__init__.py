"""The rules, notation and drawing of gomoku."""

"""The rules, notation and drawing of othello."""

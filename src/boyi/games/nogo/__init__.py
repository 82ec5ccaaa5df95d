"""The rules, notation and drawing of nogo."""

"""The rules, notation and drawing of loa."""

"""Searches explained: worked examples and traces for people."""

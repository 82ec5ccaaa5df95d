"""Runners with input and output for the protocols: engines on stdin and stdout, games over a network."""

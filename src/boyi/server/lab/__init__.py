"""Explanations for the page: each runs in a process of its own, apart from the event loop."""

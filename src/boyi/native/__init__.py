"""The bridge to the C++ module ``boyi._native``."""

"""A real server under attack: what does an innocent room notice? (``python -m benchmarks.attack``)"""

"""The ten levels of Othello; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import careless, steady, timed

LEVELS = (
    careless("alphabeta", 20_000, 0.62, 0.53, blind=0.5),
    careless("alphabeta", 20_000, 0.5, 0.37, blind=0.2),
    careless("alphabeta", 20_000, 0.3, 0.32),
    careless("alphabeta", 20_000, 0.155, 0.27),
    careless("alphabeta", 20_000, 0.06, 0.27),
    careless("alphabeta", 30_000, 0.014, 0.27),
    steady("alphabeta", 50_000),
    steady("alphabeta", 150_000),
    timed("alphabeta", 0.1),
    timed("alphabeta", 0.4),
)

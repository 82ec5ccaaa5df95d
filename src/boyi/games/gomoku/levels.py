"""The ten levels of Gomoku; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import GUARD, Level, shallow, steady, timed

LEVELS = (
    shallow(1, 0.5),
    shallow(1, 0.24),
    shallow(1, 0.07),
    shallow(2, 0.05),
    shallow(3, 0.02),
    Level(engine="alphabeta:multi=3", nodes=7_000, time=GUARD, noise=0.034),
    Level(engine="alphabeta:multi=3", nodes=15_000, time=GUARD, noise=0.005),
    steady("alphabeta", 24_000),
    timed("alphabeta", 0.06),
    timed("alphabeta", 0.2),
)

RATINGS = (1000, 1191, 1338, 1529, 1720, 1894, 2026, 2217, 2385, 2532)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

"""The ten levels of Gomoku; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import GUARD, Level, shallow, steady, timed

LEVELS = (
    shallow(1, 1.0, blind=0.5),
    shallow(1, 0.42, blind=0.2),
    shallow(1, 0.25),
    shallow(1, 0.06),
    shallow(2, 0.058),
    shallow(3, 0.02),
    Level(engine="alphabeta:multi=3", nodes=11_000, time=GUARD, noise=0.017),
    steady("alphabeta", 18_000),
    timed("alphabeta", 0.06),
    timed("alphabeta", 0.3),
)

RATINGS = (1000, 1156, 1320, 1511, 1763, 2026, 2231, 2339, 2522, 2701)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

"""The ten levels of Gomoku; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import GUARD, Level, shallow, steady, timed

LEVELS = (
    shallow(1, 2.0, blind=0.5),
    shallow(1, 0.7, blind=0.2),
    shallow(1, 0.47),
    shallow(1, 0.19),
    shallow(2, 0.12),
    shallow(3, 0.041),
    Level(engine="alphabeta:multi=3", nodes=9_000, time=GUARD, noise=0.018),
    steady("alphabeta", 11_000),
    timed("alphabeta", 0.06),
    timed("alphabeta", 0.5),
)

RATINGS = (1000, 1156, 1320, 1511, 1763, 2026, 2231, 2339, 2522, 2701)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

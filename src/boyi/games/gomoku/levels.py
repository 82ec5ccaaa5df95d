"""The ten levels of Gomoku; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import GUARD, Level, shallow, steady, timed

LEVELS = (
    shallow(1, 1.0, blind=0.5),
    shallow(1, 0.42, blind=0.2),
    shallow(1, 0.31),
    shallow(1, 0.08),
    shallow(2, 0.068),
    shallow(3, 0.018),
    Level(engine="alphabeta:multi=3", nodes=10_000, time=GUARD, noise=0.019),
    steady("alphabeta", 24_000),
    timed("alphabeta", 0.05),
    timed("alphabeta", 0.3),
)

RATINGS = (1000, 1179, 1434, 1602, 1811, 2014, 2277, 2578, 2810, 3095)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

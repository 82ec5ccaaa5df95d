"""The ten levels of Gomoku; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import GUARD, Level, shallow, steady, timed

LEVELS = (
    shallow(1, 0.5),
    shallow(1, 0.21),
    shallow(1, 0.015),
    shallow(2, 0.085),
    shallow(3, 0.007),
    Level(engine="alphabeta:multi=3", nodes=5_000, time=GUARD, noise=0.057),
    Level(engine="alphabeta:multi=3", nodes=16_000, time=GUARD, noise=0.004),
    steady("alphabeta", 22_000),
    timed("alphabeta", 0.028),
    timed("alphabeta", 0.09),
)

RATINGS = (1000, 1174, 1337, 1531, 1678, 1838, 2034, 2216, 2343, 2552)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

"""The ten levels of Gomoku; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import GUARD, Level, shallow, steady, timed

LEVELS = (
    shallow(1, 2.0, blind=0.5),
    shallow(1, 0.7, blind=0.2),
    shallow(1, 0.47),
    shallow(1, 0.25),
    shallow(2, 0.1),
    shallow(3, 0.041),
    Level(engine="alphabeta:multi=4", nodes=4_000, time=GUARD, noise=0.094),
    steady("alphabeta", 9_500),
    timed("alphabeta", 0.1),
    timed("alphabeta", 0.5),
)

RATINGS = (1000, 1131, 1331, 1462, 1644, 1800, 1973, 2096, 2264, 2432)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

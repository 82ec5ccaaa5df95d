"""The ten levels of Lines of Action; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import careless, steady, timed

LEVELS = (
    careless("alphabeta", 2_000, 0.47, blind=0.5),
    careless("alphabeta", 2_000, 0.31, blind=0.2),
    careless("alphabeta", 2_000, 0.19),
    careless("alphabeta", 2_000, 0.075),
    steady("alphabeta", 3_000),
    steady("alphabeta", 7_000),
    steady("alphabeta", 17_000),
    steady("alphabeta", 48_000),
    timed("alphabeta", 0.075),
    timed("alphabeta", 0.25),
)

RATINGS = (1000, 1161, 1337, 1457, 1604, 1712, 1820, 1947, 2115, 2283)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

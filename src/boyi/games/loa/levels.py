"""The ten levels of Lines of Action; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import careless, steady, timed

LEVELS = (
    careless("alphabeta", 4_000, 0.39, blind=0.5),
    careless("alphabeta", 4_000, 0.30, blind=0.2),
    careless("alphabeta", 4_000, 0.18),
    careless("alphabeta", 4_000, 0.052),
    steady("alphabeta", 4_500),
    steady("alphabeta", 8_000),
    steady("alphabeta", 20_000),
    steady("alphabeta", 60_000),
    timed("alphabeta", 0.05),
    timed("alphabeta", 0.25),
)

RATINGS = (1000, 1139, 1286, 1454, 1637, 1828, 1962, 2138, 2255, 2402)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

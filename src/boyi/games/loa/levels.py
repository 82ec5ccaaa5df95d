"""The ten levels of Lines of Action; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import careless, steady, timed

LEVELS = (
    careless("alphabeta", 4_000, 0.46, blind=0.5),
    careless("alphabeta", 4_000, 0.30, blind=0.2),
    careless("alphabeta", 4_000, 0.18),
    careless("alphabeta", 4_000, 0.052),
    steady("alphabeta", 4_500),
    steady("alphabeta", 8_000),
    steady("alphabeta", 16_000),
    steady("alphabeta", 40_000),
    timed("alphabeta", 0.06),
    timed("alphabeta", 0.25),
)

RATINGS = (1000, 1176, 1341, 1546, 1736, 1916, 2101, 2266, 2376, 2506)
"""In Elo, level 1 set to 1000: sums of differences between neighbours, those of levels 5 to 10 interpolated
between the settings that were played (docs/strength.md)."""

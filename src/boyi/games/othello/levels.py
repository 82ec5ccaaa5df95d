"""The ten levels of Othello; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from dataclasses import replace

from boyi.core.level import careless, steady, timed

REACH = ((9, 12), (9, 12), (9, 12), (9, 12), (9, 12), (9, 14), (11, 14), (14, 18), (15, 18), (20, 20))
"""Plies with 44 empty cells, and the empty cells up to which four in five positions are solved, by
``boyi bench positions`` as in docs/strength.md (level 10 with 0.4 s)."""

_WORK = (
    careless("alphabeta", 20_000, 0.54, 0.45, blind=0.5),
    careless("alphabeta", 20_000, 0.43, 0.34, blind=0.2),
    careless("alphabeta", 20_000, 0.315, 0.3),
    careless("alphabeta", 20_000, 0.2, 0.27),
    careless("alphabeta", 20_000, 0.085, 0.27),
    careless("alphabeta", 30_000, 0.037, 0.27),
    steady("alphabeta", 65_000),
    steady("alphabeta", 240_000),
    timed("alphabeta", 0.05),
    timed("alphabeta", 0.3),
)

LEVELS = tuple(
    replace(level, plies=plies, solved=solved) for level, (plies, solved) in zip(_WORK, REACH, strict=True)
)

RATINGS = (1000, 1127, 1288, 1442, 1550, 1726, 1880, 2000, 2176, 2344)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

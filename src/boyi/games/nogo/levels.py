"""The ten levels of NoGo; ``benchmarks/levels.py`` plays neighbours against each other."""

from __future__ import annotations

from boyi.core.level import careless, steady, timed

LEVELS = (
    careless("mcts", 1_000, 0.33, 0.7, blind=0.5),
    careless("mcts", 1_200, 0.235, blind=0.2),
    careless("mcts", 1_900, 0.172),
    careless("mcts", 2_700, 0.118),
    careless("mcts", 4_000, 0.08),
    careless("mcts", 6_300, 0.036),
    careless("mcts", 10_000, 0.012),
    steady("mcts", 20_000),
    timed("mcts", 0.17),
    timed("mcts", 0.5),
)

RATINGS = (1000, 1191, 1299, 1460, 1621, 1768, 1929, 2120, 2267, 2421)
"""In Elo, level 1 set to 1000: the sums of the differences between neighbours in docs/strength.md."""

"""The Othello program of the sources, as a player."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from boyi.core.message import Message
from boyi.engines.classics import plain_tree_search
from boyi.engines.kinds import REWARD, C
from boyi.players.engine import Engine
from boyi.players.spec import Kind
from boyi.settings.limits import NODES, SEED, TIME


def make_reversi_mcts(settings: Mapping[str, Any]) -> Engine:
    """C4, C5: c = 1/sqrt(2), best mean, 55 seconds; a single legal move is played at once."""
    return plain_tree_search(settings, forced=True)


CLASSICS: Mapping[str, Kind] = {
    "reversi-mcts": Kind(
        make_reversi_mcts,
        (TIME, NODES, C, REWARD, SEED),
        Message("the assignment's tree search (MCTS)"),
        defaults={"c": 1 / math.sqrt(2), "factor": 2, "final": "rate", "reward": "win", "time": 55.0},
    ),
}

"""The Lines of Action program of the sources, as a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boyi.core.message import Message, Term
from boyi.engines.classics import plain_tree_search
from boyi.players.engine import Engine
from boyi.players.spec import Kind
from boyi.settings.limits import NODES, SEED, TIME


def make_loa_mcts(settings: Mapping[str, Any]) -> Engine:
    """D2: 4096 leaves, 16 rollouts from each, cut after 24 plies as no win for black; no factor 2."""
    return plain_tree_search(settings)


CLASSICS: Mapping[str, Kind] = {
    "loa-mcts": Kind(
        make_loa_mcts,
        (replace(TIME, otherwise=Term("no limit")), NODES, SEED),
        Message("the report's tree search (MCTS)"),
        defaults={
            "c": 1.0,
            "factor": 1,
            "scale": "unit",
            "rollouts": 16,
            "cap": 24,
            "cap_value": "black-loss",
            "final": "ucb",
            "nodes": 4096 * 16,
        },
    ),
}

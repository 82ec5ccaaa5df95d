"""The players that come with Boyi: one registration each, loaded when first used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boyi.players.base import Player
from boyi.players.spec import Kind, Setting, register_player

SEED = Setting("seed", int, 0, (1 << 63) - 1, "repeats its choices")


def make_random(settings: Mapping[str, Any]) -> Player:
    """``random``: any legal move."""
    from boyi.players.random import RandomPlayer

    return RandomPlayer(**settings)


def make_playout(settings: Mapping[str, Any]) -> Player:
    """``playout``: plain playout search."""
    from boyi.players.playout import PlayoutConfig, PlayoutPlayer

    return PlayoutPlayer(PlayoutConfig(**settings))


register_player("random", Kind(make_random, (SEED,), "any legal move", "随机落子"))
register_player(
    "playout",
    Kind(
        make_playout,
        (
            Setting("time", float, 0.001, 86_400, "seconds a move"),
            Setting("playouts", int, 1, 10**12, "random games a move"),
            Setting("c", float, 0, 100, "exploration"),
            SEED,
        ),
        "plays random games and takes the best move",
        "随机对局搜索",
    ),
)

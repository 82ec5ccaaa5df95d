"""The specs of our own players: one registration each; their modules are loaded when first used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boyi.core.message import Message, Term
from boyi.players.base import Player
from boyi.players.spec import Kind, register_alias, register_player, register_players
from boyi.settings.alphabeta import ALPHABETA, FastAlphaBetaConfig
from boyi.settings.limits import DEPTH, NODES, SEED, THREADS, TIME, SearchLimits
from boyi.settings.mcts import MCTS, MctsSettings
from boyi.settings.playout import PlayoutConfig
from boyi.settings.setting import FileSwitch, Number, setting_in, settings_in

C, REWARD = setting_in(MctsSettings, "c"), setting_in(MctsSettings, "reward")
WIDTH = setting_in(FastAlphaBetaConfig, "width")
SEARCH_TIME = setting_in(SearchLimits, "time")
OWN = Term("the level's own")
BOOK = FileSwitch(
    "strong levels with their own work: moves of the game's opening book; "
    "a file of boyi book: every level takes its moves from that",
    True,
    name="book",
)


def make_random(settings: Mapping[str, Any]) -> Player:
    """``random``: any legal move."""
    from boyi.engines.random import RandomPlayer

    return RandomPlayer(**settings)


def make_playout(settings: Mapping[str, Any]) -> Player:
    """``playout``: plain playout search."""
    from boyi.engines.playout import PlayoutPlayer

    return PlayoutPlayer(PlayoutConfig(**settings))


def register() -> None:
    """Register our own players, in the order in which they are listed."""
    register_player("random", Kind(make_random, (SEED,), Message("any legal move")))
    register_player(
        "playout",
        Kind(
            make_playout,
            settings_in(PlayoutConfig),
            Message("plays random games and takes the best move"),
        ),
    )
    register_player("mcts", Kind("boyi.engines.mcts:MctsEngine", MCTS, Message("Monte Carlo tree search")))
    register_player(
        "alphabeta",
        Kind("boyi.engines.alphabeta:make_alphabeta", ALPHABETA, Message("alpha-beta search")),
    )
    register_player(
        "minimax",
        Kind(
            "boyi.engines.alphabeta:AlphaBetaEngine",
            ALPHABETA,
            Message("plain minimax"),
            defaults={"method": "minimax", "depth": 3},
        ),
    )
    register_players("classic", "boyi.engines.classics:classic_kinds")
    register_player(
        "level",
        Kind(
            "boyi.engines.levels:make_level",
            (*(replace(limit, otherwise=OWN) for limit in (TIME, NODES, DEPTH)), THREADS, SEED, BOOK),
            Message("a strength from 1 to 10"),
            name=Number("10 is full strength", low=1, high=10, name="level"),
        ),
    )
    for _alias, _level in (("beginner", 2), ("intermediate", 5), ("advanced", 8)):
        register_alias(_alias, f"level:{_level}")

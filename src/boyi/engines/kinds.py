"""The specs of our own players: one registration each; their modules are loaded when first used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boyi.players.base import Player
from boyi.players.settings import DEPTH, NODES, SEED, TIME, Setting, Switch, WordSetting
from boyi.players.spec import Kind, register_alias, register_player, register_players

WIDTH = Setting("width", int, 0, 10_000, "only the best so many moves of each node; 0: all")
THREADS = Setting("threads", int, 1, 256, "processor threads")
MEMORY = Setting("memory", int, 1, 65_536, "megabytes for trees and tables")
C = Setting("c", float, 0, 1_000_000, "exploration")
REWARD = WordSetting("reward", ("win",), r"lead/[1-9][0-9]{0,3}", "lead/16", "what an ended game counts")

MCTS = (
    TIME,
    NODES,
    THREADS,
    SEED,
    MEMORY,
    C,
    Setting("factor", int, 1, 2, "under the root of UCB1"),
    WordSetting("scale", ("signed", "unit"), help="of the means in UCB1"),
    Setting("rollouts", int, 1, 1_000_000, "random games from each leaf"),
    Setting("cap", int, 0, 1_000_000, "plies after which a random game is cut; 0: never"),
    WordSetting("cap_value", ("half", "black-loss", "eval"), help="what a cut game counts"),
    REWARD,
    WordSetting("backup", ("negamax", "computer"), help="for whom a node counts"),
    WordSetting("final", ("visits", "rate", "ucb"), help="which move is played"),
    WordSetting("tie", ("first", "last", "random"), help="which of equal moves is taken"),
    Switch("shuffle", "untried moves in random order"),
    Switch("solver", "proven results are carried up"),
    Switch("lookahead", "the first two plies are checked for ends"),
    Switch("forced", "a single legal move is played at once"),
    Switch("rave", "moves are also judged by how they do later"),
    Setting("rave_bias", float, 0, 1_000_000, "how soon that gives way"),
    Setting("grave_ref", int, 0, 1_000_000, "visits below which an ancestor is asked"),
    Setting("bias", float, 0, 1_000_000, "weight of the game's own knowledge"),
    Switch("decisive", "random games take wins and parry threats"),
    Setting("expand", int, 0, 1_000_000, "visits before a leaf gets children; 0: by itself"),
    Switch("reuse", "what is known is taken along to the next move; no where nodes are limited"),
    Switch("ponder", "goes on while the opponent thinks"),
)

ALPHABETA = (
    TIME,
    NODES,
    DEPTH,
    THREADS,
    SEED,
    MEMORY,
    WordSetting("method", ("strong", "minimax", "negamax", "alphabeta", "aspiration", "pvs")),
    WordSetting("evaluation", (), r"[a-z][a-z0-9-]{0,29}", "an evaluation of the game", "values leaves"),
    WIDTH,
    Switch("ordered", "moves by gain"),
    Setting("window", int, 1, 1 << 26, "half the first window of aspiration"),
    Setting("multi", int, 1, 1_000, "how many moves get a value of their own"),
)


def make_random(settings: Mapping[str, Any]) -> Player:
    """``random``: any legal move."""
    from boyi.engines.random import RandomPlayer

    return RandomPlayer(**settings)


def make_playout(settings: Mapping[str, Any]) -> Player:
    """``playout``: plain playout search."""
    from boyi.engines.playout import PlayoutConfig, PlayoutPlayer

    return PlayoutPlayer(PlayoutConfig(**settings))


register_player("random", Kind(make_random, (SEED,), "any legal move", "随机落子"))
register_player(
    "playout",
    Kind(
        make_playout,
        (TIME, Setting("playouts", int, 1, 10**12, "random games a move"), C, SEED),
        "plays random games and takes the best move",
        "随机对局搜索",
    ),
)
register_player(
    "mcts", Kind("boyi.engines.mcts:MctsEngine", MCTS, "Monte Carlo tree search", "蒙特卡洛树搜索")
)
register_player(
    "alphabeta",
    Kind("boyi.engines.alphabeta:make_alphabeta", ALPHABETA, "alpha-beta search", "α-β 搜索"),
)
register_player(
    "minimax", Kind("boyi.engines.alphabeta:make_minimax", ALPHABETA, "plain minimax", "极小极大搜索")
)
register_players("classic", "boyi.engines.classics:classic_kinds")
register_player(
    "level",
    Kind(
        "boyi.engines.levels:make_level",
        (TIME, NODES, DEPTH, THREADS, SEED),
        "a strength from 1 to 10",
        "等级",
        name=Setting("level", int, 1, 10, "10 is full strength"),
    ),
)
for _alias, _level in (("beginner", 2), ("intermediate", 5), ("advanced", 8)):
    register_alias(_alias, f"level:{_level}")

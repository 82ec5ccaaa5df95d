"""``boyi bench mcts`` and ``boyi bench alphabeta``: how fast a search runs from the start of each game."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass

from boyi.cli.bench_playouts import STANDARD
from boyi.cli.options import add_game_options, add_json, read_game, seconds, whole_number
from boyi.core.game import Game
from boyi.players.search import search

SLICES = 5
PLAIN = {"mcts": "mcts:rave=no,solver=no,decisive=no,c=1"}
"""One random game a simulation and nothing else, so that figures can be compared with other programs'."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Nodes (simulations) per second of one search in one game."""

    game: str
    player: str
    backend: str
    threads: int
    nodes_per_second: float
    depth: int


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi bench mcts``."""
    parser.add_argument("--game", metavar="G", help="One game; all four otherwise. 棋类")
    add_game_options(parser)
    parser.add_argument("--threads", metavar="T", default="1", help="Processor threads. 线程数")
    parser.add_argument("--seconds", metavar="S", default="2", help="Seconds for each game. 每种棋的秒数")
    parser.add_argument("--plain", action="store_true", help="Without what makes it strong. 不用增强")
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Measure and print."""
    player = arguments.command.split()[-1]
    player = PLAIN.get(player, player) if arguments.plain else player
    budget = seconds(arguments.seconds, "--seconds")
    threads = whole_number(arguments.threads, "--threads", 1, 256)
    one = arguments.game is not None
    games = [read_game(arguments, name) for name in ([arguments.game] if one else STANDARD)]
    if not arguments.json:
        print(f"{'game':<10} {'backend':<8} {'threads':>7} {'nodes/s':>14} {'depth':>6}", flush=True)
    speeds = []
    for game in games:
        speed = measure(game, player, threads, budget)
        speeds.append(speed)
        if not arguments.json:
            print(
                f"{speed.game:<10} {speed.backend:<8} {threads:>7} {speed.nodes_per_second:>14,.0f} "
                f"{speed.depth:>6}",
                flush=True,
            )
    if arguments.json:
        rows = [asdict(speed) for speed in speeds]
        print(json.dumps(rows[0] if one else rows))


def measure(game: Game, player: str, threads: int, budget: float) -> Speed:
    """The best of several slices: other programs on the machine can only slow one down."""
    rate, depth = 0.0, 0
    for number in range(SLICES):
        result = search(game.start(), player=player, time=budget / SLICES, threads=threads, seed=number)
        rate, depth = max(rate, result.nodes / result.seconds), max(depth, result.depth)
    return Speed(game.name, player, game.backend, threads, round(rate, 1), depth)

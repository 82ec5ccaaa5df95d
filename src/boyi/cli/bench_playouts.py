"""``boyi bench playouts``: how many random games a second the rules play here."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, dataclass
from time import perf_counter

from boyi.cli.options import add_game_options, add_json, read_game, seconds
from boyi.core.game import Game

STANDARD = ("gomoku", "othello", "loa", "nogo")
SLICES = 5


@dataclass(frozen=True, slots=True)
class Speed:
    """Random games per second of one game on one back end."""

    game: str
    backend: str
    playouts_per_second: float
    plies_per_second: float


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi bench playouts``."""
    parser.add_argument("--game", metavar="G", help="One game; all four otherwise. 棋类")
    add_game_options(parser)
    parser.add_argument("--seconds", metavar="S", default="2", help="Seconds for each game. 每种棋的秒数")
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Measure and print."""
    budget = seconds(arguments.seconds, "--seconds")
    one = arguments.game is not None
    games = [read_game(arguments, name) for name in ([arguments.game] if one else STANDARD)]
    if not arguments.json:
        print(f"{'game':<10} {'backend':<8} {'playouts/s':>12} {'plies/s':>14}", flush=True)
    speeds = []
    for game in games:
        speed = measure(game, budget)
        speeds.append(speed)
        if not arguments.json:
            print(
                f"{speed.game:<10} {speed.backend:<8} {speed.playouts_per_second:>12,.1f} "
                f"{speed.plies_per_second:>14,.0f}",
                flush=True,
            )
    if arguments.json:
        rows = [asdict(speed) for speed in speeds]
        print(json.dumps(rows[0] if one else rows))


def measure(game: Game, budget: float) -> Speed:
    """The best of several slices: other programs on the machine can only slow one down."""
    start = game.start()
    best = Speed(game.name, game.backend, 0.0, 0.0)
    for number in range(SLICES):
        began = perf_counter()
        tally = start.playouts(seconds=budget / SLICES, seed=number)
        spent = perf_counter() - began
        rate = tally.games / spent
        if rate > best.playouts_per_second:
            best = Speed(game.name, game.backend, round(rate, 1), round(tally.plies / spent, 1))
    return best

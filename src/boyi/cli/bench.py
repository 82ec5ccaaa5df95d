"""``boyi bench``: how fast the rules and searches run here."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Annotated

import typer

from boyi.cli.app import QuickCommand, QuickGroup, new_app
from boyi.cli.options import Backend, Json, Options, Rule, Size, make_game, seconds
from boyi.core.game import Game

STANDARD = ("gomoku", "othello", "loa", "nogo")
SLICES = 5

app = new_app("Measure speed. 测速")


@app.callback(cls=QuickGroup)
def bench() -> None:
    """Measure speed. 测速"""


@dataclass(frozen=True, slots=True)
class Speed:
    """Random games per second of one game on one back end."""

    game: str
    backend: str
    playouts_per_second: float
    plies_per_second: float


@app.command(cls=QuickCommand)
def playouts(
    game: Annotated[
        str | None, typer.Option("--game", metavar="G", help="One game; all four otherwise. 棋类")
    ] = None,
    size: Size = None,
    rule: Rule = None,
    option: Options = None,
    length: Annotated[
        str, typer.Option("--seconds", metavar="S", help="Seconds for each game. 每种棋的秒数")
    ] = "2",
    backend: Backend = None,
    json: Json = False,
) -> None:
    """Random games per second, one thread. 每秒随机对局数"""
    budget = seconds(length, "--seconds")
    chosen = [make_game(name, size, rule, option, backend) for name in ([game] if game else STANDARD)]
    if not json:
        print(f"{'game':<10} {'backend':<8} {'playouts/s':>12} {'plies/s':>14}", flush=True)
    speeds = []
    for each in chosen:
        speed = measure(each, budget)
        speeds.append(speed)
        if not json:
            print(
                f"{speed.game:<10} {speed.backend:<8} {speed.playouts_per_second:>12,.1f} "
                f"{speed.plies_per_second:>14,.0f}",
                flush=True,
            )
    if json:
        rows = [asdict(speed) for speed in speeds]
        print(json_module.dumps(rows[0] if game else rows))


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

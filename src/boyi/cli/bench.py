"""``boyi bench``: one signature for what all searches do on fixed positions, and how fast things run here."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import asdict, dataclass
from time import perf_counter

from boyi.cli.columns import head
from boyi.cli.options import add_game_options, add_json, read_game, read_setting, seconds
from boyi.cli.parser import Parser
from boyi.core.game import Game
from boyi.core.message import Message
from boyi.core.registry import game_class, game_names
from boyi.engines.bench import BenchSample, bench_games, samples, signature
from boyi.engines.search import search
from boyi.settings.limits import THREADS

GAME, BACKEND, SPEED = Message("game"), Message("backend"), Message("nodes/s")


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi bench``."""
    parser.add_argument("--backend", metavar="python|native", help=Message("Which rules to run."))
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Search and print."""
    games = bench_games(arguments.backend)
    found: list[BenchSample] = []
    if not arguments.json:
        titles = (
            (GAME, 8),
            (Message("player"), 10),
            (Message("move"), 6),
            (Message("nodes"), -8),
            (SPEED, -12),
        )
        print(head(arguments.language, *titles), flush=True)
    for sample in samples(games):
        found.append(sample)
        if not arguments.json:
            speed = f"{sample.nodes / sample.seconds:,.0f}"
            print(
                f"{sample.game:<8} {sample.player:<10} {sample.move:<6} {sample.nodes:>8,} {speed:>12}",
                flush=True,
            )
    nodes, seconds = sum(sample.nodes for sample in found), sum(sample.seconds for sample in found)
    if arguments.json:
        print(
            json.dumps(
                {
                    "signature": signature(found),
                    "nodes": nodes,
                    "seconds": round(seconds, 6),
                    "nodes_per_second": round(nodes / seconds, 1),
                }
            )
        )
    else:
        total = Message(
            "{nodes:,} nodes in {seconds:.2f} s, {speed:,.0f} nodes/s",
            nodes=nodes,
            seconds=seconds,
            speed=nodes / seconds,
        )
        print(arguments.language(total))
        print(arguments.language(Message("Signature: {number}", number=signature(found))))


SLICES = 5


@dataclass(frozen=True, slots=True)
class PlayoutSpeed:
    """Random games per second of one game on one back end."""

    game: str
    backend: str
    playouts_per_second: float
    plies_per_second: float


def benched() -> list[str]:
    """The games that are measured where none is named."""
    return [name for name in game_names() if game_class(name).bench]


def add_playouts_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi bench playouts``."""
    parser.add_argument("--game", metavar="G", help=Message("One game; otherwise those of the signature."))
    add_game_options(parser)
    parser.add_argument("--seconds", metavar="S", default="2", help=Message("Seconds for each game."))
    add_json(parser)


def run_playouts(arguments: Namespace) -> None:
    """Measure and print."""
    budget = seconds(arguments.seconds, "--seconds")
    one = arguments.game is not None
    games = [read_game(arguments, name) for name in ([arguments.game] if one else benched())]
    if not arguments.json:
        titles = ((GAME, 10), (BACKEND, 8), (Message("playouts/s"), -12), (Message("plies/s"), -14))
        print(head(arguments.language, *titles), flush=True)
    speeds = []
    for game in games:
        speed = measure_playouts(game, budget)
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


def measure_playouts(game: Game, budget: float) -> PlayoutSpeed:
    """The best of several slices: other programs on the machine can only slow one down."""
    start = game.start()
    best = PlayoutSpeed(game.name, game.backend, 0.0, 0.0)
    for number in range(SLICES):
        began = perf_counter()
        tally = start.playouts(seconds=budget / SLICES, seed=number)
        spent = perf_counter() - began
        rate = tally.games / spent
        if rate > best.playouts_per_second:
            best = PlayoutSpeed(game.name, game.backend, round(rate, 1), round(tally.plies / spent, 1))
    return best


PLAIN = {"mcts": "mcts:rave=no,solver=no,decisive=no,c=1"}
"""One random game a simulation and nothing else, so that figures can be compared with other programs'."""


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """Nodes (simulations) per second of one search in one game."""

    game: str
    player: str
    backend: str
    threads: int
    nodes_per_second: float
    depth: int


def add_search_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi bench mcts``."""
    parser.add_argument("--game", metavar="G", help=Message("One game; otherwise those of the signature."))
    add_game_options(parser)
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))
    parser.add_argument("--seconds", metavar="S", default="2", help=Message("Seconds for each game."))
    parser.add_argument("--plain", action="store_true", help=Message("Without what makes it strong."))
    add_json(parser)


def run_search(arguments: Namespace) -> None:
    """Measure and print."""
    player = arguments.command.split()[-1]
    player = PLAIN.get(player, player) if arguments.plain else player
    budget = seconds(arguments.seconds, "--seconds")
    threads = read_setting(arguments.threads, "--threads", THREADS)
    one = arguments.game is not None
    games = [read_game(arguments, name) for name in ([arguments.game] if one else benched())]
    if not arguments.json:
        titles = ((GAME, 10), (BACKEND, 8), (Message("threads"), -7), (SPEED, -14), (Message("depth"), -6))
        print(head(arguments.language, *titles), flush=True)
    speeds = []
    for game in games:
        speed = measure_search(game, player, threads, budget)
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


def measure_search(game: Game, player: str, threads: int, budget: float) -> SearchSpeed:
    """The best of several slices: other programs on the machine can only slow one down."""
    rate, depth = 0.0, 0
    for number in range(SLICES):
        result = search(game.start(), player=player, time=budget / SLICES, threads=threads, seed=number)
        rate, depth = max(rate, result.nodes / result.seconds), max(depth, result.depth)
    return SearchSpeed(game.name, player, game.backend, threads, round(rate, 1), depth)

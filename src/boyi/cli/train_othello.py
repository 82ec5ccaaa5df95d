"""``boyi train othello``: learn the weights of Othello's patterns."""

from __future__ import annotations

import zlib
from argparse import Namespace
from pathlib import Path

from boyi.cli.options import whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.engines.othello_training import GAMES_OF_FILE, OthelloTraining, TrainingSettings

MOST = (1 << 62) - 1


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi train othello``."""
    parser.add_argument("--out", metavar="DIR", required=True, help=Message("Folder of the run."))
    parser.add_argument("--start", metavar="FILE", help=Message("Weights to begin with."))
    parser.add_argument(
        "--games", metavar="N,N…", default="40000,40000", help=Message("Games of each round.")
    )
    parser.add_argument("--depth", metavar="D", default="4", help=Message("Plies of a move."))
    parser.add_argument("--endgame", metavar="E", default="16", help=Message("Empty cells that are solved."))
    parser.add_argument("--seed", metavar="N", default="1", help=Message("Decides the openings."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))


def run(arguments: Namespace) -> None:
    """Play, learn and print."""
    if "native" not in available(make_game("othello", backend="python")):
        raise BadArgument("Training needs the native module.")
    rounds = tuple(
        whole_number(piece, "--games", GAMES_OF_FILE, 10_000_000) for piece in arguments.games.split(",")
    )
    settings = TrainingSettings(
        rounds,
        whole_number(arguments.seed, "--seed", 0, MOST),
        whole_number(arguments.depth, "--depth", 1, 12),
        whole_number(arguments.endgame, "--endgame", 1, 20),
    )
    threads = whole_number(arguments.threads, "--threads", 1, 256)
    try:
        start = b"" if arguments.start is None else zlib.decompress(Path(arguments.start).read_bytes())
    except (OSError, zlib.error) as error:
        raise BadArgument("--start is no file of weights: {error}.", error=str(error)) from None
    training = OthelloTraining(Path(arguments.out), settings, start, threads)
    packed = training.run(lambda line: print(line, flush=True))
    print(f"{arguments.out}/patterns.bin: {len(packed)} bytes")

"""``boyi train othello``: learn the weights of Othello's patterns."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boyi.cli.options import read_setting, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.learning.othello_training import GAMES_OF_FILE, OthelloTraining, TrainingSettings
from boyi.settings.limits import THREADS

MOST = (1 << 56) - 1


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi train othello``."""
    parser.add_argument("--out", metavar="DIR", required=True, help=Message("Folder of the run."))
    parser.add_argument(
        "--games", metavar="N,N…", default="10000,60000", help=Message("Games of each round.")
    )
    parser.add_argument(
        "--depth", metavar="D,D…", default="4,6", help=Message("Plies of the labels of each round.")
    )
    parser.add_argument("--endgame", metavar="E", default="14", help=Message("Empty cells that are solved."))
    parser.add_argument("--seed", metavar="N", default="1", help=Message("Decides the openings."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))


def run(arguments: Namespace) -> None:
    """Play, learn and print."""
    if "native" not in available(make_game("othello", backend="python")):
        raise BadArgument("Training needs the native module.")
    rounds = tuple(
        whole_number(piece, "--games", GAMES_OF_FILE, 10_000_000) for piece in arguments.games.split(",")
    )
    depths = tuple(whole_number(piece, "--depth", 2, 20) for piece in arguments.depth.split(","))
    endgame = whole_number(arguments.endgame, "--endgame", 1, 20)
    settings = TrainingSettings(
        rounds, whole_number(arguments.seed, "--seed", 0, MOST), depths, endgame, endgame + 2
    )
    threads = read_setting(arguments.threads, "--threads", THREADS)
    training = OthelloTraining(Path(arguments.out), settings, threads)
    say = arguments.language
    packed = training.run(lambda line: print(say(line), flush=True))
    print(say(Message("{file}: {size} bytes", file=f"{arguments.out}/patterns.bin", size=len(packed))))

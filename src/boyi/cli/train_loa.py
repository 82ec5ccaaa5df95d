"""``boyi train loa``: learn the network of Lines of Action."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boyi.cli.options import read_setting, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.learning.loa_training import LoaTraining, LoaTrainingSettings
from boyi.settings.limits import THREADS

MOST = (1 << 62) - 1
DEFAULT = LoaTrainingSettings()


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi train loa``."""
    rounds = ",".join(map(str, DEFAULT.games))
    parser.add_argument("--out", metavar="DIR", required=True, help=Message("Folder of the run."))
    parser.add_argument("--games", metavar="N,N…", default=rounds, help=Message("Games of each round."))
    parser.add_argument("--further", action="store_true", help=Message("Start from the package's network."))
    parser.add_argument("--nodes", metavar="N", default=str(DEFAULT.nodes), help=Message("Nodes of a move."))
    parser.add_argument(
        "--epochs",
        metavar="N",
        default=str(DEFAULT.epochs),
        help=Message("How often a fit sees each position."),
    )
    parser.add_argument("--seed", metavar="N", default="1", help=Message("Decides the games."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))


def run(arguments: Namespace) -> None:
    """Play, learn and print."""
    if "native" not in available(make_game("loa", backend="python")):
        raise BadArgument("Training needs the native module.")
    settings = LoaTrainingSettings(
        games=tuple(
            whole_number(piece, "--games", DEFAULT.file, 10_000_000) for piece in arguments.games.split(",")
        ),
        seed=whole_number(arguments.seed, "--seed", 0, MOST),
        nodes=whole_number(arguments.nodes, "--nodes", 1, 1_000_000_000),
        epochs=whole_number(arguments.epochs, "--epochs", 1, 1_000),
        further=arguments.further,
    )
    say, threads = arguments.language, read_setting(arguments.threads, "--threads", THREADS)
    training = LoaTraining(Path(arguments.out), settings, threads)
    packed = training.run(lambda line: print(say(line), flush=True))
    print(say(Message("{file}: {size} bytes", file=f"{arguments.out}/network.bin", size=len(packed))))

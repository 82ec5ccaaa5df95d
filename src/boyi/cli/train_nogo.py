"""``boyi train nogo``: learn the weights of NoGo's windows."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boyi.cli.options import whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.engines.nogo_training import NoGoTraining, NoGoTrainingSettings

MOST = (1 << 62) - 1


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi train nogo``."""
    parser.add_argument("--out", metavar="DIR", required=True, help=Message("Folder of the run."))
    parser.add_argument("--games", metavar="N", default="200000", help=Message("Games to learn from."))
    parser.add_argument("--seed", metavar="N", default="1", help=Message("Decides the games."))


def run(arguments: Namespace) -> None:
    """Play, learn and print."""
    if "native" not in available(make_game("nogo", backend="python")):
        raise BadArgument("Training needs the native module.")
    settings = NoGoTrainingSettings(
        whole_number(arguments.games, "--games", NoGoTrainingSettings().batch, 1_000_000_000),
        whole_number(arguments.seed, "--seed", 0, MOST),
    )
    say = arguments.language
    packed = NoGoTraining(Path(arguments.out), settings).run(lambda line: print(say(line), flush=True))
    print(say(Message("{file}: {size} bytes", file=f"{arguments.out}/patterns.bin", size=len(packed))))

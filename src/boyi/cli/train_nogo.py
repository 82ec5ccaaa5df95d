"""``boyi train nogo``: learn the weights of NoGo's windows."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boyi.cli.options import whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.learning.nogo_training import NoGoTraining, NoGoTrainingSettings

DEFAULT = NoGoTrainingSettings()


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi train nogo``."""
    parser.add_argument("--out", metavar="DIR", required=True, help=Message("Folder of the run."))
    parser.add_argument(
        "--games", metavar="N", default=str(DEFAULT.games), help=Message("Games to learn from.")
    )
    parser.add_argument(
        "--rounds",
        metavar="N,N…",
        default=",".join(map(str, DEFAULT.rounds)),
        help=Message("Games of each round by the tree search, which follow; 0: none."),
    )
    parser.add_argument("--nodes", metavar="N", default=str(DEFAULT.nodes), help=Message("Nodes of a move."))
    parser.add_argument("--seed", metavar="N", default="1", help=Message("Decides the games."))


def run(arguments: Namespace) -> None:
    """Play, learn and print."""
    if "native" not in available(make_game("nogo", backend="python")):
        raise BadArgument("Training needs the native module.")
    settings = NoGoTrainingSettings(
        whole_number(arguments.games, "--games", DEFAULT.batch, 1_000_000_000),
        whole_number(arguments.seed, "--seed", 1, 1 << 20),
        rounds=tuple(
            games
            for piece in arguments.rounds.split(",")
            if (games := whole_number(piece, "--rounds", 0, 10_000_000))
        ),
        nodes=whole_number(arguments.nodes, "--nodes", 1, 1_000_000),
    )
    say = arguments.language
    packed = NoGoTraining(Path(arguments.out), settings).run(lambda line: print(say(line), flush=True))
    print(say(Message("{file}: {size} bytes", file=f"{arguments.out}/patterns.bin", size=len(packed))))

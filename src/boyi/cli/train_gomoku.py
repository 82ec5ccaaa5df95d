"""``boyi train gomoku``: learn the weights of Gomoku's strong search."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boyi.cli.options import read_setting, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.core.registry import make_game
from boyi.games.gomoku.rules import RULES
from boyi.learning.gomoku_training import GAMES_OF_FILE, GomokuTraining, GomokuTrainingSettings
from boyi.settings.limits import THREADS

MOST = (1 << 62) - 1
DEFAULT = GomokuTrainingSettings()


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi train gomoku``."""
    parser.add_argument("--out", metavar="DIR", required=True, help=Message("Folder of the run."))
    parser.add_argument(
        "--rule", choices=tuple(RULES), default="freestyle", help=Message("Rule of the games.")
    )
    parser.add_argument(
        "--games",
        metavar="N,N…",
        default=",".join(map(str, DEFAULT.games)),
        help=Message("Games of each round."),
    )
    parser.add_argument(
        "--network-games",
        metavar="N,N…",
        default=",".join(map(str, DEFAULT.network_games)),
        help=Message("Games of each round by the network, which follow; 0: none."),
    )
    parser.add_argument(
        "--further",
        action="store_true",
        help=Message("Start from the package's network and policy; only rounds by the network."),
    )
    parser.add_argument("--nodes", metavar="N", default=str(DEFAULT.nodes), help=Message("Nodes of a move."))
    parser.add_argument(
        "--judge-nodes",
        metavar="N",
        default=str(DEFAULT.judge_nodes),
        help=Message("Nodes of the search that judges a position."),
    )
    parser.add_argument(
        "--epochs",
        metavar="N",
        default=str(DEFAULT.epochs),
        help=Message("How often a fit sees each position."),
    )
    parser.add_argument("--seed", metavar="N", default="1", help=Message("Decides the openings."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))


def run(arguments: Namespace) -> None:
    """Play, learn and print."""
    if "native" not in available(make_game("gomoku", backend="python")):
        raise BadArgument("Training needs the native module.")
    settings = GomokuTrainingSettings(
        games=tuple(
            whole_number(piece, "--games", GAMES_OF_FILE, 10_000_000) for piece in arguments.games.split(",")
        ),
        rule=arguments.rule,
        seed=whole_number(arguments.seed, "--seed", 0, MOST),
        network_games=tuple(
            games
            for piece in arguments.network_games.split(",")
            if (games := whole_number(piece, "--network-games", 0, 10_000_000))
        ),
        nodes=whole_number(arguments.nodes, "--nodes", 1, 1_000_000_000),
        judge_nodes=whole_number(arguments.judge_nodes, "--judge-nodes", 1, 1_000_000_000),
        epochs=whole_number(arguments.epochs, "--epochs", 1, 1_000),
        further=arguments.further,
    )
    if settings.further and not settings.network_games:
        raise BadArgument("A further run needs games: give --network-games.")
    threads = read_setting(arguments.threads, "--threads", THREADS)
    GomokuTraining(Path(arguments.out), settings, threads).run(
        lambda line: print(arguments.language(line), flush=True)
    )
    for name in ("", "_network", "_policy"):
        print(f"{arguments.out}/{arguments.rule}{name}.hpp")

"""The options of commands that play many games: how many at once, and where."""

from __future__ import annotations

from argparse import Namespace

from boyi.arena.executors import Workers
from boyi.cli.options import whole_number
from boyi.cli.parser import Parser
from boyi.core.message import Message


def add_workers(parser: Parser, help_: Message | None = None) -> None:
    """How many games are played at once, and where."""
    parser.add_argument("--concurrency", metavar="C", help=help_ or Message("Games at once."))
    parser.add_argument(
        "--ray", metavar="ADDRESS|local", help=Message("Play on a cluster of Ray (boyi[cluster]).")
    )


def read_workers(arguments: Namespace, usual: int = 1) -> Workers:
    """What ``add_workers`` was given: without a number ``usual``, or all processors of a cluster."""
    count = None if arguments.ray is not None else usual
    if arguments.concurrency is not None:
        count = whole_number(arguments.concurrency, "--concurrency", 1, 256)
    return Workers(count, arguments.ray)

"""The options of commands that play many games: nodes, openings, the seed, and where games are kept."""

from __future__ import annotations

from argparse import Namespace
from secrets import randbelow

from boyi.arena.timing import chosen_timing
from boyi.cli.options import whole_number
from boyi.cli.parser import OneOf, Parser
from boyi.core.clock import TIMINGS, Timing
from boyi.core.message import Message

MOST = (1 << 62) - 1
"""Of seeds and nodes."""
MADE = "random:K|even:K"
"""Openings that need no file."""
SEEDS = 1_000_000_000
"""Seeds that are chosen where none is given: short enough to be typed."""


def add_nodes(parser: Parser | OneOf) -> None:
    """How much a player may look at."""
    parser.add_argument("--nodes", metavar="N", help=Message("Positions or random games a move."))


def read_nodes(text: str) -> int:
    """The number of nodes."""
    return whole_number(text, "--nodes", 1, MOST)


def add_timing(parser: Parser) -> None:
    """What is charged."""
    parser.add_argument(
        "--timing",
        metavar="|".join(TIMINGS),
        help=Message("What seconds are; processor if not given where programs of other people play."),
    )


def read_timing(arguments: Namespace) -> Timing | None:
    """What was chosen, if anything."""
    chosen: Timing | None = arguments.timing
    return None if chosen is None else chosen_timing(chosen, ())


def add_openings(parser: Parser, accepted: str = MADE) -> None:
    """Where games begin."""
    parser.add_argument("--openings", metavar=accepted, help=Message("Where games begin."))


def add_seed(parser: Parser, about: Message | None = None) -> None:
    """What repeats a run."""
    parser.add_argument("--seed", metavar="N", help=about or Message("Repeats openings and choices."))


def read_seed(arguments: Namespace) -> int:
    """The seed that was given, else a random one."""
    return randbelow(SEEDS) if arguments.seed is None else seed_of(arguments.seed)


def seed_of(text: str) -> int:
    """The seed that a text stands for."""
    return whole_number(text, "--seed", 0, MOST)


def add_folders(parser: Parser, out: Message, resume: Message) -> None:
    """A new folder, or one that was begun."""
    places = parser.one_of()
    places.add_argument("--out", metavar="DIR", help=out)
    places.add_argument("--resume", metavar="DIR", help=resume)

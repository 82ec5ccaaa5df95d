"""What the commands about game files share: naming a file, its format and its game."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import islice
from typing import cast, get_args

from boyi.bridges.game_file import read_file, write_file
from boyi.cli.options import add_game_options, read_game, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.wthor_names import add_names, names_for
from boyi.core.errors import did_you_mean, shorten
from boyi.core.game import Game
from boyi.core.message import Message, alternatives, listing
from boyi.core.record import GameRecord
from boyi.formats import FORMATS, BadFile, detect
from boyi.formats.dat import Meaning, read_dat
from boyi.formats.encoding import SIZE_LIMIT

STANDARD = "-"
"""Stands for the standard input or output."""


def add_source(parser: Parser, name: str) -> None:
    """A game file, and what helps to read it."""
    parser.add_argument("source", metavar=name, help=Message("A game file of any format; - for the input."))
    parser.add_argument(
        "--from", dest="source_format", metavar="F", help=Message("Its format, if it is not to be guessed.")
    )
    parser.add_argument("--game", metavar="G", help=Message("Its game, where it does not say."))
    parser.add_argument("--game-number", metavar="K", help=Message("Only this game of a collection, from 1."))
    parser.add_argument(
        "--lenient", action="store_true", help=Message("Keep the legal part of a broken file.")
    )
    parser.add_argument(
        "--dat",
        metavar="program|report",
        help=Message("How the two numbers of a .dat file are meant; program if not given."),
    )
    add_names(parser)
    add_game_options(parser)


def read_source(arguments: Namespace) -> Iterator[GameRecord]:
    """The games of the file, one by one; what is wrong with it is said with its name."""
    try:
        yield from _read_source(arguments)
    except BadFile as error:
        if arguments.source == STANDARD:
            raise
        raise BadFile("In {source}: {error}", source=shorten(arguments.source), error=error) from None


def _read_source(arguments: Namespace) -> Iterator[GameRecord]:
    data = _content(arguments.source)
    given = arguments.source_format
    name = detect(data) if given is None else check_format(given)
    hint: Game | str | None = arguments.game
    size = None if arguments.size is None else whole_number(arguments.size, "--size", 1, 1000)
    if hint is not None and (arguments.option or arguments.rule is not None):
        hint, size = read_game(arguments, arguments.game), None
    elif arguments.option or arguments.rule is not None:
        raise BadArgument("--rule and --option need --game.")
    reader = FORMATS[name].reader if arguments.dat is None else _dat_reader(name, arguments.dat)
    names = {"names": names_for(arguments.source, arguments)} if name == "wthor" else {}
    games = reader(data, game=hint, size=size, lenient=arguments.lenient, **names)
    number = arguments.game_number
    if number is None:
        return _some(games)
    wanted = whole_number(number, "--game-number", 1, 10_000_000)
    only = next(islice(games, wanted - 1, None), None)
    if only is None:
        raise BadArgument("--game-number {wanted} is not there: the file has fewer games.", wanted=wanted)
    return iter([only])


def _dat_reader(name: str, meaning: str) -> Callable[..., Iterator[GameRecord]]:
    """Reads a .dat file as ``--dat`` says."""
    if meaning not in (meanings := get_args(Meaning)):
        raise BadArgument(
            "--dat {meaning} is not accepted: choose {offered}.",
            meaning=shorten(meaning),
            offered=alternatives(meanings),
        )
    if name != "dat":
        raise BadArgument("--dat is for .dat files; this one is of the format {name}.", name=name)
    return lambda data, **hints: iter([read_dat(data, meaning=cast(Meaning, meaning), **hints)])


def _some(games: Iterator[GameRecord]) -> Iterator[GameRecord]:
    first = next(games, None)
    if first is None:
        raise BadFile("The file has no game in it.")
    yield first
    yield from games


def _content(source: str) -> bytes:
    if source != STANDARD:
        return read_file(source)
    if sys.stdin is None:
        return b""
    return sys.stdin.buffer.read(SIZE_LIMIT + 1)  # one more than is read, so that more is noticed


def write_target(target: str, content: str | bytes, *, force: bool) -> None:
    """Write a file, or to the standard output."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    if target == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_file(target, data, replace=force)


def check_format(name: str) -> str:
    """The name of a format, or a sentence on which there are."""
    if name not in FORMATS:
        message = Message(
            "There is no format {name}: choose {offered}.", name=shorten(name), offered=listing(FORMATS)
        )
        raise BadArgument.of(did_you_mean(message, name, FORMATS))
    return name

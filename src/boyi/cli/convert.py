"""``boyi convert``: a game file into another format."""

from __future__ import annotations

import sys
from argparse import Namespace
from itertools import islice
from pathlib import Path

from boyi.bridges.game_file import FileTrouble
from boyi.cli.game_files import STANDARD, add_source, check_format, read_source, write_target
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import shorten
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.formats import FORMATS, CannotWrite, format_of_name, write_all

WRITTEN = "|".join(name for name, kind in FORMATS.items() if kind.writer is not None)
"""What can be chosen with --to."""


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi convert``."""
    add_source(parser, "IN")
    parser.add_argument("target", metavar="OUT", help=Message("The new file; - for the output."))
    parser.add_argument(
        "--to", dest="target_format", metavar="F", help=Message("Its format, else by its name.")
    )
    parser.add_argument("--force", action="store_true", help=Message("Replace files that exist."))


def run(arguments: Namespace) -> None:
    """Read everything, then write everything: a file that breaks leaves nothing half-done."""
    if _is_animation(arguments):
        _write_animation(arguments)
        return
    name = _target_format(arguments)
    records = list(read_source(arguments))
    kind = FORMATS[name]
    if len(records) == 1 or kind.collections:
        write_target(arguments.target, write_all(records, name), force=arguments.force)
        files = 1
    else:
        _write_numbered(records, name, arguments.target, force=arguments.force)
        files = len(records)
    if arguments.target != STANDARD:
        count = len(records)
        games = Message("1 game") if count == 1 else Message("{count} games", count=count)
        into = Message("{count} files", count=files) if files > 1 else arguments.target
        done = Message("{games} to {place} ({format}).", games=games, place=into, format=kind.title)
        print(arguments.language(done), file=sys.stderr)


def _is_animation(arguments: Namespace) -> bool:
    wanted = arguments.target_format or Path(arguments.target).suffix.lstrip(".")
    return str(wanted).lower() == "gif"


def _write_animation(arguments: Namespace) -> None:
    """The game as an animated GIF."""
    from boyi.drawing import animation_note, render_gif  # loads Pillow, which few commands need

    first, *others = islice(read_source(arguments), 2)
    if others:
        raise CannotWrite("A GIF shows one game and this file has several: choose one with --game-number.")
    write_target(arguments.target, render_gif(first), force=arguments.force)
    done = Message("1 game to {file} (animated GIF).", file=arguments.target)
    said = [done, animation_note(first.plies)]
    print(*(arguments.language(one) for one in said if one is not None), file=sys.stderr)


def _target_format(arguments: Namespace) -> str:
    if arguments.target_format is not None:
        name = check_format(arguments.target_format)
    elif arguments.target == STANDARD:
        raise BadArgument("Say which format the output shall have: --to {written}.", written=WRITTEN)
    else:
        found = format_of_name(arguments.target)
        if found is None:
            raise BadArgument(
                "{target} does not tell its format: add --to {written} (gif: the moves as a film; one "
                "position: boyi show FILE --svg OUT or --png OUT).",
                target=shorten(arguments.target),
                written=WRITTEN,
            )
        name = found
    if not FORMATS[name].can_write:
        raise CannotWrite("Boyi reads {title} files and does not write them.", title=FORMATS[name].title)
    return name


def _write_numbered(records: list[GameRecord], name: str, target: str, *, force: bool) -> None:
    """One file for each game of a collection: game-001.psq, game-002.psq, …"""
    if target == STANDARD:
        raise CannotWrite(
            "There are {count} games and {title} holds one: choose with --game-number, or name a "
            "file to be numbered.",
            count=len(records),
            title=FORMATS[name].title,
        )
    path, digits = Path(target), max(3, len(str(len(records))))
    paths = [
        path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}")
        for number in range(1, len(records) + 1)
    ]
    texts = []
    for number, record in enumerate(records, 1):
        try:
            texts.append(write_all([record], name))
        except CannotWrite as error:
            raise CannotWrite("Game {number}: {error}", number=number, error=error) from None
    taken = [one for one in paths if one.exists()]
    if taken and not force:
        raise FileTrouble("{file} exists already: use --force to replace it.", file=shorten(str(taken[0])))
    for one, text in zip(paths, texts, strict=True):
        write_target(str(one), text, force=force)

"""``boyi library import``: game files into the store."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from boyi.cli.database import add_database, open_store
from boyi.cli.options import add_json, whole_number
from boyi.cli.parser import BadArgument
from boyi.core.errors import BoyiError
from boyi.core.registry import game_class

STANDARD_INPUT = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi library import``."""
    parser.add_argument("file", metavar="FILE", nargs="+", help="Game files; -: standard input. 棋谱文件")
    parser.add_argument("--game", metavar="GAME", help="Where a file does not say. 棋类")
    parser.add_argument("--size", metavar="N", help="Where a file does not say. 棋盘大小")
    parser.add_argument(
        "--lenient", action="store_true", help="Keep the legal part of a broken game. 保留合法部分"
    )
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Read all files, then store their games."""
    from boyi import formats

    if arguments.game is not None:
        game_class(arguments.game)
    size = None if arguments.size is None else whole_number(arguments.size, "--size", 1, 100)
    options = {"game": arguments.game, "size": size, "lenient": arguments.lenient}
    files = {name: _read(name) for name in arguments.file}
    for name, data in files.items():
        try:
            # Once to the end before anything is stored, so that a bad file leaves nothing half done.
            for _ in formats.read_all(data, **options):
                pass
        except BoyiError as error:
            raise BadArgument(f"{name}: {error} Nothing was imported.") from None
    ids: dict[str, list[str]] = {}
    with open_store(arguments, create=True) as store:
        for name, data in files.items():
            ids[name] = store.import_many(formats.read_all(data, **options))
    if arguments.json:
        print(json.dumps({"games": ids}, ensure_ascii=False))
        return
    for name, found in ids.items():
        said = found[0] if len(found) == 1 else f"{len(found)} games 局"
        print(f"{name} → {said}")


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise BadArgument(f"{name} cannot be read: {error.strerror}.") from None

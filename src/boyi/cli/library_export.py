"""``boyi library export``: stored games as files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from boyi.cli.database import MOST, add_database, add_filter, open_store, read_filter
from boyi.cli.parser import BadArgument
from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.record import GameRecord

OWN = "json"
"""The format that holds every game."""


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi library export``."""
    parser.add_argument("id", metavar="ID", nargs="*", help="The games; none: all that fit. 棋局编号")
    add_filter(parser)
    parser.add_argument("--format", metavar="F", help="sgf, json, moves, psq, ggf or dat. 格式")
    parser.add_argument(
        "--output", metavar="FILE|FOLDER", help="Write here; a folder gets a file for each game. 输出"
    )
    add_database(parser)


def run(arguments: Namespace) -> None:
    """Write the games."""
    from boyi import formats

    output = None if arguments.output is None else Path(arguments.output)
    chosen = arguments.format or (output and formats.format_of_name(output.name)) or "sgf"
    if chosen not in formats.FORMATS:
        hint = did_you_mean(chosen, formats.FORMATS)
        raise UnknownName(f"There is no format {shorten(chosen)}: choose {', '.join(formats.FORMATS)}.{hint}")
    wanted = read_filter(arguments)
    with open_store(arguments) as store:
        ids = arguments.id or [game.id for game in store.find(wanted, order="oldest", limit=MOST)]
        records = [store.load(game_id) for game_id in ids]
    if not records:
        raise BadArgument("No game fits, so nothing is written.")
    if output is not None and (output.is_dir() or arguments.output.endswith(("/", "\\"))):
        for game_id, record in zip(ids, records, strict=True):
            kind = chosen if arguments.format or _holds(chosen, record) else OWN
            _write(output / f"{game_id}{formats.FORMATS[kind].extensions[0]}", formats.write(record, kind))
        print(f"{len(records)} games 局 → {output}")
        return
    if not arguments.id and (others := {one.game.name for one in records if not _holds(chosen, one)}):
        kept = [record for record in records if _holds(chosen, record)]
        print(
            f"{len(records) - len(kept)} of {len(records)} games left out: {chosen} does not hold "
            f"{', '.join(sorted(others))}; --format {OWN} holds every game.",
            file=sys.stderr,
        )
        records = kept or records  # the format itself says why there is nothing to write
    text = _one_file(records, chosen)
    if output is None:
        sys.stdout.write(text if isinstance(text, str) else text.decode("latin-1"))
        return
    _write(output, text)
    print(f"{len(records)} games 局 → {output}")


def _holds(name: str, record: GameRecord) -> bool:
    from boyi import formats

    games = formats.FORMATS[name].games
    return not games or record.game.name in games


def _one_file(records: list[GameRecord], chosen: str) -> str | bytes:
    from boyi import formats

    if len(records) > 1 and not formats.FORMATS[chosen].collections:
        raise BadArgument(
            f"A {chosen} file holds one game, not {len(records)}: name a folder with --output, or choose sgf."
        )
    return formats.write_all(records, chosen)


def _write(path: Path, content: str | bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise BadArgument(f"{path} cannot be written: {error.strerror}.") from None

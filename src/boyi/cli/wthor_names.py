"""The names of a WTHOR file's players and tournaments: beside the file, or where an option says."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boyi.bridges.game_file import read_file
from boyi.cli.parser import Parser
from boyi.core.errors import shorten
from boyi.core.message import Message
from boyi.formats import BadFile
from boyi.formats.wthor import WthorNames, read_names

PLAYERS, TOURNAMENTS = "wth.jou", "wth.trn"


def add_names(parser: Parser) -> None:
    """``--players`` and ``--tournaments``."""
    parser.add_argument(
        "--players", metavar="FILE", help=Message("WTHOR: names of players; WTH.JOU beside the file.")
    )
    parser.add_argument(
        "--tournaments", metavar="FILE", help=Message("WTHOR: names of tournaments; WTH.TRN beside the file.")
    )


def names_for(source: str, arguments: Namespace) -> WthorNames:
    """The names that belong to a file of games; of a missing file the numbers stay."""
    return WthorNames(
        _names(source, arguments.players, PLAYERS), _names(source, arguments.tournaments, TOURNAMENTS)
    )


def _names(source: str, given: str | None, usual: str) -> list[str]:
    path = _beside(source, usual) if given is None else given
    if path is None:
        return []
    try:
        return read_names(read_file(path))
    except BadFile as error:
        raise BadFile("In {source}: {error}", source=shorten(path), error=error) from None


def _beside(source: str, usual: str) -> str | None:
    """The file of this name in the same folder, in capitals or not."""
    folder = Path(source).parent
    if not folder.is_dir():
        return None
    return next((str(file) for file in sorted(folder.iterdir()) if file.name.lower() == usual), None)

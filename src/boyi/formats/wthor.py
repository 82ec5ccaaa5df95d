"""WTHOR, the French federation's data base of Othello games: 68 bytes a game, passes left out."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boyi.core.errors import BadMove, BoyiError
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.record import ROOT, GameRecord
from boyi.core.registry import make_game
from boyi.formats.encoding import check_size
from boyi.formats.errors import BadFile, file_of
from boyi.formats.replay import Replay
from boyi.formats.sgf.result import RECORDED, settle

HEADER = struct.Struct("<BBBBIHHBBBB")
GAME = struct.Struct("<HHHBB60s")
AREA = 64
CELLS = tuple(
    8 * (move // 10 - 1) + move % 10 - 1 if 1 <= move // 10 <= 8 and 1 <= move % 10 <= 8 else -1
    for move in range(256)
)
"""The cell of each move byte, which is 10 times the row plus the column, both from 1; -1: there is none."""


@dataclass(frozen=True, slots=True)
class WthorNames:
    """The names that the numbers of a file stand for."""

    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()


NAMELESS = WthorNames()


@dataclass(frozen=True, slots=True)
class WthorHeader:
    """The first sixteen bytes of a file of the family."""

    century: int
    year: int
    month: int
    day: int
    games: int
    names: int
    """How many names a file of players or tournaments has."""
    played: int
    """The year in which the games were played."""
    size: int
    kind: int
    depth: int
    reserved: int


def read_header(data: bytes) -> WthorHeader:
    """The header of a WTHOR file."""
    if len(data) < HEADER.size:
        raise BadFile(
            "This WTHOR file ends after {bytes} bytes, inside its header of {size}.",
            bytes=len(data),
            size=HEADER.size,
        )
    return WthorHeader(*HEADER.unpack_from(data))


def looks_like_wthor(data: bytes) -> bool:
    """Whether bytes can be a WTHOR file of games: a plausible header and the right length."""
    if len(data) < HEADER.size:
        return False
    header = read_header(data)
    plausible = header.century in (19, 20, 21) and 1 <= header.month <= 12 and 1 <= header.day <= 31
    return plausible and header.size in (0, 8) and header.names == 0 and header.kind in (0, 1)


def read_wthor(data: bytes, *, names: WthorNames = NAMELESS, lenient: bool = False) -> Iterator[GameRecord]:
    """The games of a .wtb file one by one; names come from the numbers if the lists are given.

    The header ``score`` is the result as the file counts it: the empty cells of a finished game are the
    winner's.
    """
    check_size(data)
    header = read_header(data)
    if header.size not in (0, 8):
        raise BadFile(
            "This WTHOR file is of {size}x{size} boards; Boyi reads those of 8x8.", size=header.size
        )
    missing = HEADER.size + GAME.size * header.games - len(data)
    if missing > 0 and not lenient:
        raise BadFile(
            "This WTHOR file should hold {games:,} games and ends {bytes:,} bytes too early.",
            games=header.games,
            bytes=missing,
        )
    othello = make_game("othello")
    start = othello.start()
    for number in range(min(header.games, (len(data) - HEADER.size) // GAME.size)):
        fields = GAME.unpack_from(data, HEADER.size + number * GAME.size)
        tournament, black, white, discs, theoretical, moves = fields
        headers = {
            "black": _name(names.players, black),
            "white": _name(names.players, white),
            "event": _name(names.tournaments, tournament),
            "date": str(header.played),
            "score": f"{min(discs, AREA)}-{max(AREA - discs, 0)}",
            "theoretical discs": str(theoretical),
            "empties": str(header.depth),
        }
        record = GameRecord(othello, start, headers)
        try:
            record.play_line(map(CELLS.__getitem__, moves.rstrip(b"\0")), passing=AREA)
        except BoyiError:
            # Once more, move by move, for the place of the break or the part that can be kept.
            record = GameRecord(othello, start, headers)
            _play(record, moves, number + 1, lenient)
        score = max(-AREA, min(AREA, 2 * discs - AREA))
        settle(record, Outcome(None if score == 0 else int(score < 0), RECORDED, score), "")
        yield record


def read_names(data: bytes) -> list[str]:
    """The names of a file of players (.jou) or of tournaments (.trn)."""
    check_size(data)
    header = read_header(data)
    count = header.names or header.games
    width, rest = divmod(len(data) - HEADER.size, max(count, 1))
    if width not in (20, 26) or rest:
        raise BadFile("This is not a WTHOR file of players (.jou) or tournaments (.trn).")
    names = (data[HEADER.size + width * place :][:width] for place in range(count))
    return [name.split(b"\0")[0].decode("latin-1").strip() for name in names]


def _name(names: Sequence[str], number: int) -> str:
    return names[number] if number < len(names) else f"#{number}"


def _parse(word: str) -> int:
    cell = CELLS[int(word)]
    if cell < 0:
        raise BadMove("{text} is not a cell.", text=word)
    return cell


def _play(record: GameRecord, moves: bytes, number: int, lenient: bool) -> None:
    replay = Replay(record, file_of("WTHOR"), lenient=lenient)
    at = ROOT
    for move in moves:
        if move == 0:
            return
        found = replay.step(at, str(move), _parse, where=Message("game {number:,}", number=number))
        if found is None:
            return
        at = found

"""The messages of the NoGo course's LAN protocol: one JSON object a line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from boyi.core.errors import BadMove, printable, shorten
from boyi.protocols.json_text import read_object, write_object

PORT = 16677
LOCAL = "127.0.0.1"
"""Only programs on the same computer reach a host that listens here."""
SIZE = 9
LONGEST = 1000
"""Characters of a name or a text that are kept."""
COLOURS = "bw"


class Op(IntEnum):
    """What a message is about; the numbers are those of the running program."""

    READY = 200000
    REJECT = 200001
    MOVE = 200002
    GIVEUP = 200003
    TIMEOUT_END = 200004
    SUICIDE_END = 200005
    GIVEUP_END = 200006
    LEAVE = 200007
    CHAT = 200008


@dataclass(frozen=True, slots=True)
class LanMessage:
    """One message; what the two texts mean depends on ``op``."""

    op: Op
    data1: str = ""
    data2: str = ""


def encode(message: LanMessage) -> str:
    """One line, without its line end; real clients want it in one write.

    >>> encode(LanMessage(Op.MOVE, "E5", "1794767609068"))
    '{"data1":"E5","data2":"1794767609068","op":200002}'
    """
    return write_object(
        {"data1": _clean(message.data1), "data2": _clean(message.data2), "op": int(message.op)}
    )


def decode(line: str) -> LanMessage | None:
    """The message of a line; None for one to be ignored: no object, a key missing, an unknown number."""
    value = read_object(line)
    if value is None:
        return None
    op, data1, data2 = value.get("op"), value.get("data1"), value.get("data2")
    if type(op) is not int or not isinstance(data1, str) or not isinstance(data2, str):
        return None
    try:
        return LanMessage(Op(op), _clean(data1), _clean(data2))
    except ValueError:
        return None


def _clean(text: str) -> str:
    """What people wrote, without what has no place in a line, and not without end."""
    return printable(text[:LONGEST])


def format_cell(cell: int, size: int = SIZE) -> str:
    """A letter for the row from the top, a digit for the column; no letter is skipped.

    >>> format_cell(0), format_cell(4 * 9 + 4), format_cell(8 * 9)
    ('A1', 'E5', 'I1')
    """
    row, column = divmod(cell, size)
    return chr(ord("A") + row) + chr(ord("1") + column)


def parse_cell(text: str, size: int = SIZE) -> int:
    """The cell of such a text; lower case is read too."""
    word = text.strip().upper()
    if len(word) == 2:
        row, column = ord(word[0]) - ord("A"), ord(word[1]) - ord("1")
        if 0 <= row < size and 0 <= column < size:
            return row * size + column
    raise BadMove(
        "{text} is not a cell: write {rows} and {columns}.",
        text=shorten(text),
        rows=f"A–{format_cell((size - 1) * size, size)[0]}",
        columns=f"1–{size}",
    )

"""Stored rows that are not what was written: found and said, so that one of them never hides the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boyi.core.errors import shorten
from boyi.core.message import Message, Term
from boyi.core.outcome import Outcome


def damage_of_game(row: Mapping[str, Any]) -> Message | None:
    """What is wrong with the columns of a row of ``games``, as a sentence."""
    for name, value in row.items():
        if name in CHECKS and not CHECKS[name](value):
            return Message(
                "The stored game {name} is damaged: its {column} cannot be read.", name=row["id"], column=name
            )
    return None


def damage_of_line(game_id: str, count: int, last: int | None, length: int) -> Message | None:
    """What is wrong with so many moves, of which the last one is ``last``, where there must be ``length``."""
    if count != (last or 0):
        return Message(
            "The stored game {name} is damaged: it has {count} moves, but the last is move {last}.",
            name=game_id,
            count=count,
            last=last,
        )
    if count != length:
        return Message(
            "The stored game {name} is damaged: it has {count} moves instead of {length}.",
            name=game_id,
            count=count,
            length=length,
        )
    return None


def damage_of_moves(game_id: str, plies: Sequence[int], length: int) -> Message | None:
    """Which move is missing in a main line of ``length`` moves."""
    missing = next((ply for ply, found in enumerate(plies, 1) if ply != found), None)
    if missing is None and len(plies) < length:
        missing = len(plies) + 1
    if missing is not None:
        return Message("The stored game {name} is damaged: move {ply} is missing.", name=game_id, ply=missing)
    return damage_of_line(game_id, len(plies), len(plies), length)


def damage_of_end(game_id: str, stored: Outcome | None, played: Outcome | None) -> Message | None:
    """Moves that do not lead to the end that the rules gave this game when it was stored."""
    if stored is None or stored == played:
        return None
    return Message(
        "The stored game {name} is damaged: its moves do not lead to its end ({reason}).",
        name=game_id,
        reason=Term(stored.reason),
    )


def damage_of_error(game_id: str, error: Exception) -> Message:
    """A game that the rules or the record refuse."""
    why = shorten(error, 120)[1:-1].rstrip(".")
    return Message("The stored game {name} is damaged: {why}.", name=game_id, why=why)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _words(value: object) -> bool:
    return isinstance(value, str | None)


CHECKS = {
    "game": lambda value: isinstance(value, str),
    "options": lambda value: isinstance(value, dict),
    "start": lambda value: isinstance(value, str),
    "black": _words,
    "white": _words,
    "headers": lambda value: isinstance(value, dict),
    "winner": lambda value: value in (None, 0, 1),
    "reason": _words,
    "score": lambda value: value is None or isinstance(value, int),
    "root": lambda value: isinstance(value, dict | None),
    "asides": lambda value: isinstance(value, list | None),
    "extra": lambda value: isinstance(value, dict),
    "length": lambda value: isinstance(value, int) and value >= 0,
    "created": _number,
    "updated": _number,
}
"""What each column must hold."""

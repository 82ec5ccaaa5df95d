"""Stored rows that are not what was written: found and said, so that one of them never hides the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boyi.core.errors import shorten
from boyi.core.outcome import Outcome


def damage_of_game(row: Mapping[str, Any]) -> str | None:
    """What is wrong with the columns of a row of ``games``, as a sentence."""
    for name, value in row.items():
        if name in CHECKS and not CHECKS[name](value):
            return f"The stored game {row['id']} is damaged: its {name} cannot be read."
    return None


def damage_of_line(game_id: str, count: int, last: int | None, length: int) -> str | None:
    """What is wrong with so many moves, of which the last one is ``last``, where there must be ``length``."""
    if count != (last or 0):
        return f"The stored game {game_id} is damaged: it has {count} moves, but the last is move {last}."
    if count != length:
        return f"The stored game {game_id} is damaged: it has {count} moves instead of {length}."
    return None


def damage_of_moves(game_id: str, plies: Sequence[int], length: int) -> str | None:
    """Which move is missing in a main line of ``length`` moves."""
    missing = next((ply for ply, found in enumerate(plies, 1) if ply != found), None)
    if missing is None and len(plies) < length:
        missing = len(plies) + 1
    if missing is not None:
        return f"The stored game {game_id} is damaged: move {missing} is missing."
    return damage_of_line(game_id, len(plies), len(plies), length)


def damage_of_end(game_id: str, stored: Outcome | None, played: Outcome | None) -> str | None:
    """Moves that do not lead to the end that the rules gave this game when it was stored."""
    if stored is None or stored == played:
        return None
    return f"The stored game {game_id} is damaged: its moves do not lead to its end ({stored.reason})."


def damage_of_error(game_id: str, error: Exception) -> str:
    """A game that the rules or the record refuse."""
    why = shorten(error, 120)[1:-1]
    return f"The stored game {game_id} is damaged: {why.rstrip('.')}."


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

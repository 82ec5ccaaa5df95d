"""In which line of a TOML file a table or a key stands: ``tomllib`` keeps no places."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

Place = tuple[str | int, ...]
"""Keys and places in arrays, from the outermost: ``("parts", 0, "search")``."""
CLOSING = ('"""', "'''", "]", "}")
"""What ends a value of several lines."""


def lines_of(text: str) -> dict[Place, int]:
    r"""The line of each table and key of a file that ``tomllib`` can read, counted from 1.

    >>> lines_of('[title]\nen = "A"\n[[parts]]\nlook = { en = "B" }')["parts", 0, "look", "en"]
    4
    """
    found: dict[Place, int] = {}
    arrays: dict[Place, int] = {}
    table: Place = ()
    pending: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if pending and not any(mark in line for mark in CLOSING):
            pending.append(line)
            continue
        pending.append(line)
        try:
            statement = tomllib.loads("\n".join(pending))
        except tomllib.TOMLDecodeError:
            continue  # the value goes on in the next line
        first = number - len(pending) + 1
        pending.clear()
        if line.lstrip().startswith("[") and first == number:
            table = _table(statement, arrays)
            found.setdefault(table, number)
        else:
            _note(statement, table, first, found)
    return found


def nearest_line(lines: Mapping[Place, int], place: Place) -> int | None:
    """The line of a place, or of what is around it if it is not there; None if nothing is."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place)


def _table(statement: Any, arrays: dict[Place, int]) -> Place:
    """Where the head of a table leads; an array's last table is meant unless it is a new one."""
    place: Place = ()
    while statement:
        if isinstance(statement, list):  # [[name]] itself
            arrays[place] = arrays.get(place, -1) + 1
            place, statement = (*place, arrays[place]), statement[0]
            continue
        key, statement = next(iter(statement.items()))
        place = (*place, key)
        if isinstance(statement, dict) and place in arrays:
            place = (*place, arrays[place])
    return place


def _note(statement: Mapping[str, Any], around: Place, line: int, found: dict[Place, int]) -> None:
    for key, value in statement.items():
        found.setdefault((*around, key), line)
        if isinstance(value, dict):
            _note(value, (*around, key), line, found)

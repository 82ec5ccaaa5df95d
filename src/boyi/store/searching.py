"""What a stored game is found by: columns that follow from its other columns and are written with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

LONGEST = 8_000
"""Characters of names, headers and comments of one game that are searched."""


def is_hidden(extra: object) -> bool:
    """Whether a game is kept out of lists (``hidden`` in what is stored beside it)."""
    return isinstance(extra, Mapping) and extra.get("hidden") is True


def is_review(extra: object) -> bool:
    """Whether a game is only there to be looked at: imported, or marked so beside it."""
    if not isinstance(extra, Mapping) or "room" not in extra:
        return True
    return extra.get("review") is True


def words_of(
    names: Iterable[str | None], headers: object, root: object, asides: object, comments: Iterable[Any]
) -> str:
    r"""The names, headers and comments of a game in small letters, one a line.

    >>> words_of(("Ada", None), {"event": "Final"}, None, [{"comment": "Why?"}], [])
    'ada\nfinal\nwhy?'
    """
    found: list[Any] = [*names]
    if isinstance(headers, Mapping):
        found += headers.values()
    for node in (root, *(asides if isinstance(asides, list) else ())):
        if isinstance(node, Mapping):
            found.append(node.get("comment"))
    found += comments
    return "\n".join(text for text in found if isinstance(text, str) and text).lower()[:LONGEST]


def row_words(row: Mapping[str, Any], line: Iterable[Mapping[str, Any]]) -> str:
    """The same of a row of ``games`` and its rows of ``moves``."""
    comments = (move.get("comment") for move in line)
    return words_of((row["black"], row["white"]), row["headers"], row["root"], row["asides"], comments)

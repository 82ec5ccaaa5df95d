"""JSON from strangers: an object or nothing; no depth, number or constant that Python would choke on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn


def read_object(line: str) -> dict[str, Any] | None:
    """The object that a line holds, or None.

    >>> read_object('{"op": 1}'), read_object("[1]"), read_object("{"), read_object("[" * 100_000)
    ({'op': 1}, None, None, None)
    """
    try:
        value = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def write_object(value: Mapping[str, Any]) -> str:
    """An object as one line that can be sent: half characters, which no encoding has, become ``?``."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", errors="replace").decode("utf-8")


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")

"""Boyi's analysis protocol, host side: what an engine's answers say, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boyi.protocols.json_text import read_object, write_object


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement of one position, final or in progress; moves are in the game's notation."""

    id: str
    turn: int
    final: bool
    move: str | None
    win_rate: float | None
    score: float | None
    pv: tuple[str, ...]
    candidates: tuple[dict[str, Any], ...]
    outcome: dict[str, Any] | None
    """Set where the game is over, so that nothing was searched."""
    cancelled: bool


@dataclass(frozen=True, slots=True)
class Failed:
    """An error; ``id`` is None where the engine could not even read that."""

    id: str | None
    error: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """Any other answer: pong, version, games, cancelling."""

    id: str
    type: str
    fields: dict[str, Any]


def parse_answer(line: str) -> Judged | Failed | Told | None:
    """What a line of an engine says; None for one that says nothing.

    >>> parse_answer('{"id":"p","type":"pong"}'), parse_answer("hello")
    (Told(id='p', type='pong', fields={}), None)
    """
    value = read_object(line)
    if value is None or not isinstance(kind := value.get("type"), str):
        return None
    name = value.get("id")
    if kind == "error":
        field = value.get("field")
        return Failed(
            name if isinstance(name, str) else None,
            str(value.get("error", "")),
            field if isinstance(field, str) else None,
        )
    if not isinstance(name, str):
        return None
    if kind not in ("result", "progress"):
        return Told(name, kind, {key: what for key, what in value.items() if key not in ("id", "type")})
    turn, move, outcome = value.get("turn"), value.get("move"), value.get("outcome")
    pv, candidates = value.get("pv"), value.get("candidates")
    return Judged(
        id=name,
        turn=turn if isinstance(turn, int) else 0,
        final=kind == "result",
        move=move if isinstance(move, str) else None,
        win_rate=_number(value.get("win_rate")),
        score=_number(value.get("score")),
        pv=tuple(map(str, pv)) if isinstance(pv, list) else (),
        candidates=tuple(one for one in candidates if isinstance(one, dict))
        if isinstance(candidates, list)
        else (),
        outcome=outcome if isinstance(outcome, dict) else None,
        cancelled=value.get("cancelled") is True,
    )


def action_line(name: str, action: str, query: str | None = None) -> str:
    """The line of ``cancel``, ``ping``, ``version``, ``games`` or ``quit``."""
    value = {"id": name, "action": action}
    return write_object(value if query is None else {**value, "query": query})


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e300 < value < 1e300:
        return None
    return float(value)

"""Boyi's analysis protocol, host side: what an engine's answers say, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boyi.core.errors import BoyiError
from boyi.protocols.actions import Limits
from boyi.protocols.analysis.query import Query
from boyi.protocols.answers import Answer, Broken, Evaluated, Moved, Ready, Refused, Resigned, Said, Send
from boyi.protocols.host import UNLIMITED, UNTIMED, Host, Time
from boyi.protocols.json_text import read_object, write_object
from boyi.protocols.situation import Situation
from boyi.protocols.time_management import within_turn


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


GREETING = "ready"


class AnalysisHost(Host):
    """Boyi's own JSON lines: any game, and a judgement along with the move."""

    chatter = ("{",)

    def __init__(self) -> None:
        self._number = 0
        self._asked: Situation | None = None
        self._limits = Limits()

    def begin(self, situation: Situation, time: Time = UNTIMED, limits: Limits = UNLIMITED) -> list[Answer]:
        self._limits = limits
        # No query needs it, but loading the program must not be paid by the first move.
        return [Send(action_line(GREETING, "ping"))]

    def ask(self, situation: Situation, time: Time = UNTIMED) -> list[Answer]:
        self._number += 1
        self._asked = situation
        game = situation.game
        seconds = None if time.move is None else within_turn(time.move)
        if time.left is not None:
            seconds = time.left / 20
        query = Query(
            id=str(self._number),
            game=game.name,
            options=dict(game.settings),
            position=None if situation.start == game.start() else game.format_position(situation.start),
            moves=tuple(situation.record().text().split()),
            limits=Limits(seconds=seconds, depth=self._limits.depth),
        )
        return [Send(query.to_line())]

    def receive(self, line: str) -> list[Answer]:
        answer = parse_answer(line)
        if answer is not None and answer.id == GREETING:
            return [Ready()]
        if self._asked is None or answer is None or answer.id not in (str(self._number), None):
            return [Said(line)]
        if isinstance(answer, Failed):
            return [Refused(answer.error)]
        if not isinstance(answer, Judged) or not answer.final:
            return [Said(line)]
        situation, self._asked = self._asked, None
        if answer.move is None:
            return [Resigned()]
        try:
            move = situation.game.parse_move(answer.move, situation.position)
        except BoyiError as error:
            return [Broken(error.message)]
        return [Evaluated((move,), win_rate=answer.win_rate), Moved(move)]

"""Queries of Boyi's analysis protocol: typed values, from and to JSON lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from boyi.core.errors import BoyiError, shorten
from boyi.core.message import listing
from boyi.core.outcome import Outcome
from boyi.protocols.actions import Limits
from boyi.protocols.errors import ProtocolError
from boyi.protocols.game_choice import choose_game
from boyi.protocols.json_text import write_object
from boyi.protocols.situation import Situation

LONGEST_ID = 200
MOST_MOVES = 10_000
DEFAULT_LIMITS = Limits(seconds=1.0)
MOST_CANDIDATES = 1000


class BadQuery(ProtocolError):
    """A query that cannot be answered, and the field that is to blame."""

    def __init__(self, template: str, field: str | None = None, /, **values: object) -> None:
        super().__init__(template, **values)
        self.field = field


@dataclass(frozen=True, slots=True)
class Query:
    """One position, or several of one game, to be judged."""

    id: str
    game: str
    options: Mapping[str, int | str] = field(default_factory=dict)
    position: str | None = None
    moves: tuple[str, ...] = ()
    turns: tuple[int, ...] | None = None
    """After how many moves to judge; None: after all of them."""
    limits: Limits = DEFAULT_LIMITS
    endless: bool = False
    """Search until cancelled."""
    every: float | None = None
    """Seconds between progress reports; None: only the result."""
    candidates: int = 1
    pv: int = 20
    """How many moves of each line to report."""

    def to_line(self) -> str:
        """The JSON line that asks this."""
        limits = {
            name: value
            for name in LIMITS
            if (value := getattr(self.limits, name)) is not None and not self.endless
        }
        report = {"every": self.every, "candidates": self.candidates, "pv": self.pv}
        value = {
            "id": self.id,
            "game": self.game,
            "options": dict(self.options),
            "position": self.position,
            "moves": list(self.moves),
            "turns": None if self.turns is None else list(self.turns),
            "limits": limits or None,
            "endless": self.endless or None,
            "report": {name: what for name, what in report.items() if what is not None},
        }
        return write_object({name: what for name, what in value.items() if what not in (None, {}, [])})

    def situations(self) -> list[tuple[int, Situation, Outcome | None]]:
        """The positions to judge: after how many moves, what, and how it ended; raises ``BadQuery``."""
        try:
            game = choose_game(self.game, self.options)
        except BoyiError as error:
            raise BadQuery.of(error.message, "options" if self.options else "game") from None
        try:
            start = game.start() if self.position is None else game.parse_position(self.position)
        except BoyiError as error:
            raise BadQuery.of(error.message, "position") from None
        record = Situation(start).record()
        for number, word in enumerate(self.moves, 1):
            try:
                record.play(game.parse_move(word, record.position))
            except BoyiError as error:
                raise BadQuery("Move {number}: {error}", "moves", number=number, error=error) from None
        line, moves = record.main_line(), tuple(record.moves)
        turns = (len(moves),) if self.turns is None else self.turns
        if any(not 0 <= turn <= len(moves) for turn in turns):
            raise BadQuery(
                "turns must lie between 0 and {count}, the number of moves.", "turns", count=len(moves)
            )
        return [
            (
                turn,
                Situation(start, moves[:turn], record.position_at(line[turn])),
                record.outcome_at(line[turn]),
            )
            for turn in turns
        ]


LIMITS = ("seconds", "nodes", "depth", "threads")
FIELDS = {"id", "action", "game", "options", "position", "moves", "turns", "limits", "endless", "report"}


def read_query(value: Mapping[str, Any]) -> Query:
    """The query of a JSON object; raises ``BadQuery``."""
    for name in value:
        if name not in FIELDS:
            raise BadQuery(
                "There is no field {name}: send {offered}.",
                name,
                name=shorten(name),
                offered=listing(sorted(FIELDS)),
            )
    game = _text(value, "game")
    if game is None:
        raise BadQuery("A query needs a game, for example othello.", "game")
    options = {} if value.get("options") is None else value["options"]
    if not isinstance(options, dict):
        raise BadQuery("options must be an object.", "options")
    endless = value.get("endless", False)
    if not isinstance(endless, bool):
        raise BadQuery("endless must be true or false.", "endless")
    report = {} if value.get("report") is None else value["report"]
    if not isinstance(report, dict) or not set(report) <= {"every", "candidates", "pv"}:
        raise BadQuery("report must be an object with every, candidates and pv.", "report")
    return Query(
        id=read_id(value),
        game=game,
        options=options,
        position=_text(value, "position"),
        moves=_moves(value.get("moves")),
        turns=_turns(value.get("turns")),
        limits=_limits(value.get("limits"), endless),
        endless=endless,
        every=_number(report.get("every"), "report", 0.01, 3600),
        candidates=_count(report.get("candidates"), "report", MOST_CANDIDATES) or 1,
        pv=_count(report.get("pv"), "report", 1000) or 20,
    )


def read_id(value: Mapping[str, Any]) -> str:
    """The id, which every line must have."""
    text = value.get("id")
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST_ID:
        raise BadQuery("Every line needs an id, a text of 1 to {most} characters.", "id", most=LONGEST_ID)
    return text


def _text(value: Mapping[str, Any], name: str) -> str | None:
    text = value.get(name)
    if text is not None and not isinstance(text, str):
        raise BadQuery("{name} must be a text.", name, name=name)
    return text


def _moves(value: object) -> tuple[str, ...]:
    words = value.split() if isinstance(value, str) else [] if value is None else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise BadQuery("moves must be a list of texts, or one text with spaces between the moves.", "moves")
    if len(words) > MOST_MOVES:
        raise BadQuery(
            "moves has {count} moves; {most} are the most.",
            "moves",
            count=len(words),
            most=MOST_MOVES,
        )
    return tuple(words)


def _turns(value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not value or len(value) > MOST_MOVES:
        raise BadQuery("turns must be a list of numbers.", "turns")
    if any(type(turn) is not int for turn in value) or len(set(value)) != len(value):
        raise BadQuery("turns must be different whole numbers.", "turns")
    return tuple(value)


def _limits(value: object, endless: bool) -> Limits:
    if value is None:
        return Limits() if endless else DEFAULT_LIMITS
    if endless:
        raise BadQuery("An endless query has no limits.", "limits")
    if not isinstance(value, dict) or not value or not set(value) <= set(LIMITS):
        raise BadQuery("limits must be an object with some of {offered}.", "limits", offered=listing(LIMITS))
    return Limits(
        seconds=_number(value.get("seconds"), "limits", 0.001, 1e6),
        nodes=_count(value.get("nodes"), "limits", 10**15),
        depth=_count(value.get("depth"), "limits", 1000),
        threads=_count(value.get("threads"), "limits", 1024),
    )


def _number(value: object, name: str, least: float, most: float) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadQuery("{name} has {value} where a number belongs.", name, name=name, value=shorten(value))
    if not least <= value <= most:  # also false for what is not a number, and safe for huge ones
        raise BadQuery(
            "{name} has a number outside {least:g} to {most:g}.", name, name=name, least=least, most=most
        )
    return float(value)


def _count(value: object, name: str, most: int) -> int | None:
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= most:
        raise BadQuery(
            "{name} has {value} where a whole number from 1 to {most} belongs.",
            name,
            name=name,
            value=shorten(value),
            most=most,
        )
    return value

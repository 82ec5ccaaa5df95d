"""Boyi's own analysis protocol, engine side: JSON lines, many queries at once, each with its id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boyi.core.errors import BoyiError, shorten
from boyi.core.grid import SIDES
from boyi.core.message import listing
from boyi.core.outcome import Outcome
from boyi.core.registry import game_names
from boyi.core.result import Candidate, SearchResult
from boyi.protocols.actions import Action, Identity, Quit, Reply, Result, StopSearch, Think
from boyi.protocols.analysis.query import BadQuery, Query, read_id, read_query
from boyi.protocols.conversation import Conversation
from boyi.protocols.json_text import read_object, write_object
from boyi.protocols.situation import Situation

VERSION = 1
MOST_SEARCHES = 1000
"""Searches that may be asked for and not yet answered."""

LARGEST = 1e9
"""The score that stands for any greater one."""

ACTIONS = ("analyze", "cancel", "ping", "version", "games", "quit")


@dataclass(slots=True)
class _Search:
    query: Query
    turn: int
    situation: Situation
    cancelled: bool = False


class AnalysisEngine(Conversation):
    """Judges positions. Answers come when they are ready, in any order; the id says what they belong to."""

    def __init__(self, identity: Identity | None = None) -> None:
        self.identity = identity or Identity()
        self._searches: dict[int, _Search] = {}
        self._tickets = 0
        self._over = False
        self._input_ended = False

    # What a runner calls

    def receive(self, line: str) -> list[Action]:
        if self._over or not line.strip():
            return []
        value = read_object(line)
        if value is None:
            return [_say(None, "error", error="The line is not a JSON object.")]
        name = value.get("id")
        name = name if isinstance(name, str) else None
        try:
            return self._settle(self._obey(value))
        except BadQuery as error:
            return [_say(name, "error", error=str(error), field=error.field)]
        except BoyiError as error:
            return [_say(name, "error", error=str(error))]

    def progress(self, ticket: int, result: SearchResult) -> list[Action]:
        search = self._searches.get(ticket)
        if search is None or search.cancelled or search.query.every is None:
            return []
        if not search.situation.position.is_legal(result.move):
            return []
        return [self._report(search, "progress", result)]

    def answer(self, ticket: int, result: Result) -> list[Action]:
        search = self._searches.pop(ticket, None)
        if search is None:
            return []
        if isinstance(result, SearchResult) and search.situation.position.is_legal(result.move):
            return self._settle([self._report(search, "result", result)])
        query, turn = search.query, search.turn
        if search.cancelled:
            return self._settle([_say(query.id, "result", turn=turn, cancelled=True)])
        return self._settle([_say(query.id, "error", turn=turn, error="The search found no legal move.")])

    def failed(self, ticket: int, reason: str) -> list[Action]:
        search = self._searches.pop(ticket, None)
        if search is None:
            return []
        return self._settle([_say(search.query.id, "error", turn=search.turn, error=reason)])

    def close(self) -> list[Action]:
        if self._over or self._input_ended:
            return []
        self._input_ended = True
        endless = [ticket for ticket, search in self._searches.items() if search.query.endless]
        return self._settle(self._cancel(endless))

    # Lines

    def _obey(self, value: Mapping[str, Any]) -> list[Action]:
        name = read_id(value)
        action = value.get("action", "analyze")
        match action:
            case "analyze":
                return self._analyze(read_query(value))
            case "cancel":
                return self._cancelled(name, value.get("query"))
            case "ping":
                return [_say(name, "pong")]
            case "version":
                who = self.identity
                return [_say(name, "version", protocol=VERSION, name=who.name, version=who.version)]
            case "games":
                return [_say(name, "games", games=game_names())]
            case "quit":
                cut = (
                    _say(search.query.id, "result", turn=search.turn, cancelled=True)
                    for search in self._searches.values()
                )
                return [*self._cancel(list(self._searches)), *cut, Quit()]
        raise BadQuery(
            "There is no action {action}: choose {offered}.",
            "action",
            action=shorten(action),
            offered=listing(ACTIONS),
        )

    def _analyze(self, query: Query) -> list[Action]:
        if any(search.query.id == query.id for search in self._searches.values()):
            raise BadQuery("The query {id} is still running: choose another id.", "id", id=shorten(query.id))
        situations = query.situations()
        if len(self._searches) + len(situations) > MOST_SEARCHES:
            raise BadQuery(
                "More than {count} searches are waiting: ask again later.",
                "turns",
                count=MOST_SEARCHES,
            )
        actions: list[Action] = []
        for turn, situation, outcome in situations:
            if outcome is not None:
                actions.append(_say(query.id, "result", turn=turn, outcome=_outcome(outcome)))
                continue
            self._tickets += 1
            self._searches[self._tickets] = _Search(query, turn, situation)
            actions.append(
                Think(
                    self._tickets,
                    situation,
                    query.limits,
                    "analysis" if query.endless else "hint",
                    query.candidates,
                    query.every,
                )
            )
        return actions

    def _cancelled(self, name: str, query: object) -> list[Action]:
        """Cancel one query, or all of them if none is named; what was found so far is still reported."""
        if query is not None and not isinstance(query, str):
            raise BadQuery("query must be the id of a query.", "query")
        tickets = [
            ticket for ticket, search in self._searches.items() if query is None or search.query.id == query
        ]
        return [_say(name, "cancelling", searches=len(tickets)), *self._cancel(tickets)]

    def _cancel(self, tickets: list[int]) -> list[Action]:
        stops: list[Action] = []
        for ticket in tickets:
            if not self._searches[ticket].cancelled:
                self._searches[ticket].cancelled = True
                stops.append(StopSearch(ticket))
        return stops

    def _settle(self, actions: list[Action]) -> list[Action]:
        if self._input_ended and not self._searches and not self._over:
            actions = [*actions, Quit()]
        if any(isinstance(action, Quit) for action in actions):
            self._over = True
            self._searches.clear()
        return actions

    # Answers

    def _report(self, search: _Search, kind: str, result: SearchResult) -> Reply:
        query, position = search.query, search.situation.position
        game = search.situation.game
        only = Candidate(result.move, result.nodes, result.win_rate, result.score, result.pv)

        def line(moves: tuple[int, ...]) -> list[str]:
            words, at = [], position
            for move in moves[: query.pv]:
                if not at.is_legal(move):
                    break
                words.append(game.format_move(move, at))
                at = at.play(move)
            return words

        candidates = [
            {
                "move": game.format_move(one.move, position),
                "visits": one.visits,
                "win_rate": _finite(one.win_rate),
                "score": _finite(one.score),
                "pv": line(one.pv or (one.move,)),
                **_basis(one),
            }
            for one in (result.candidates or (only,))[: query.candidates]
            if position.is_legal(one.move)
        ]
        return _say(
            query.id,
            kind,
            turn=search.turn,
            side=SIDES[position.turn],
            move=game.format_move(result.move, position),
            win_rate=_finite(result.win_rate),
            score=_finite(result.score),
            pv=line(result.pv or (result.move,)),
            candidates=candidates,
            nodes=result.nodes,
            depth=result.depth,
            seconds=round(result.seconds, 3),
            proven=result.proven,
            confidence=result.confidence,
            cancelled=search.cancelled or None,
        )


def _basis(one: Candidate) -> dict[str, Any]:
    """What the value of a candidate rests on, as far as the search says it."""
    bound = None if one.bound == "exact" else one.bound
    said = {"kind": one.kind, "depth": one.depth, "bound": bound, "proven": one.proven, "plies": one.plies}
    return {name: value for name, value in said.items() if value is not None}


def _finite(value: float | None) -> float | None:
    """JSON has no infinity, which a search may give to a proven win."""
    if value is None:
        return None
    return round(max(-LARGEST, min(LARGEST, value)), 4) if value == value else 0.0


def _outcome(outcome: Outcome) -> dict[str, Any]:
    winner = None if outcome.winner is None else SIDES[outcome.winner]
    return {"winner": winner, "reason": outcome.reason, "score": outcome.score}


def _say(query: str | None, kind: str, /, **fields: Any) -> Reply:
    """One line of ours; fields that are None are left out."""
    shown = {key: value for key, value in fields.items() if value is not None}
    return Reply(write_object({"id": query, "type": kind, **shown}))

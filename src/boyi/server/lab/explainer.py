"""One explanation, or two side by side, in a worker process, and what the page asks about them."""

from __future__ import annotations

import gzip
import json
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.core.registry import game_names, make_game
from boyi.lab.comparison import Comparison
from boyi.lab.explanation import Explanation
from boyi.lab.prediction import Score, conceal
from boyi.lab.puzzle import Puzzle
from boyi.lab.searches import estimate, explain
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import SHORT, View, ViewFormat, plain
from boyi.server.lab.requests import Answer, Begin, Judge, Look, Predict, Prepare, Request, Tree

LONG = 2_000
"""Bytes from which on an answer is packed."""
LEVEL = 3
FOR_PAGE = ViewFormat(digits=SHORT.digits, drawing=False)
"""Shorter numbers, and no drawing in a step: the page asks for trees."""


class Explainer:
    """Answers requests one after the other."""

    def __init__(self) -> None:
        self._explained: Explanation | Comparison | None = None
        self._estimates: list[Message] = []
        """What was expected of large searches before they began."""

    def reply(self, request: Request) -> Answer | None:
        """The answer as it goes to the page; None for a request that has none."""
        if isinstance(request, Prepare):
            prepare()
            return None
        try:
            data = json.dumps(self.answer(request), ensure_ascii=False, separators=(",", ":"))
        except BoyiError as error:
            return Answer(error=error.message)
        except Exception as error:  # the server tells it; the next request may be a better one
            return Answer(error=Message("{text}", text=f"{type(error).__name__}: {error}"[:200]))
        return packed(data.encode(), isinstance(request, Look | Tree | Predict))

    def answer(self, request: Request) -> View:
        """What a request is answered with, as plain data."""
        if isinstance(request, Begin):
            self._begin(request)
            assert self._explained is not None
            return self._state(self._explained) | {"head": self._explained.head(FOR_PAGE)}
        if isinstance(request, Judge):
            return {"right": Puzzle.from_data(request.puzzle).judge(request.move)}
        assert self._explained is not None
        match request:
            case Look():
                return self._look(self._explained, request)
            case Tree():
                side = side_of(self._explained, request.side)
                return side.tree(request.step, request.level, request.unfolded)
            case Predict():
                view = side_of(self._explained, "").view(request.step, request.level, FOR_PAGE)
                right = Score().answer(view, request.option)
                return {"right": right, "view": view}
            case _:
                raise TypeError(f"{type(request).__name__} is no request about an explanation")

    def _begin(self, wanted: Begin) -> None:
        """Run what is wanted, within its limits, and say before what is expected of it."""
        position = None
        if wanted.game:
            game = make_game(wanted.game, **wanted.options or {})
            record = GameRecord(game, game.parse_position(wanted.start))
            for move in wanted.moves:
                record.play(move)
            position = record.position
        limit = TraceLimit(wanted.events, wanted.seconds)
        searches = [wanted.search, wanted.versus] if wanted.versus else [wanted.search]
        expected = [estimate(search, position) for search in searches]
        self._estimates = [one.sentence(limit) for one in expected if one is not None and one.is_large(limit)]
        if wanted.versus:
            self._explained = Comparison.of(wanted.search, wanted.versus, position, limit)
        else:
            self._explained = explain(wanted.search, position, limit=limit)

    def _look(self, explained: Explanation | Comparison, look: Look) -> View:
        steps: list[View] = []
        if _wait(explained, look):
            last = min(look.first + look.count, _known(explained, look.level))
            steps = [explained.view(number, look.level, FOR_PAGE) for number in range(look.first, last)]
            if look.conceal and isinstance(explained, Explanation):
                steps = [conceal(view) for view in steps]
        return self._state(explained) | {"steps": steps}

    def _state(self, explained: Explanation | Comparison) -> View:
        """How far the search is."""
        sides = _sides(explained)
        problem = next((side.problem for side in sides if side.problem is not None), None)
        return {
            "levels": list(explained.levels),
            "known": {level: _known(explained, level) for level in explained.levels},
            "finished": all(side.finished for side in sides),
            "problem": plain(problem, FOR_PAGE),
            "share": round(explained.share, 3),
            "estimates": plain(self._estimates, FOR_PAGE),
        }


def prepare() -> None:
    """Load what is loaded when the first search runs."""
    with explain("mcts:iterations=1", make_game(game_names()[0]).start()) as first:
        first.count()


def packed(data: bytes, may: bool) -> Answer:
    """An answer, packed if it is long."""
    if may and len(data) > LONG:
        return Answer(gzip.compress(data, LEVEL), packed=True)
    return Answer(data)


def side_of(explained: Explanation | Comparison, name: str) -> Explanation:
    """One of two explanations that stand side by side, or the only one."""
    if isinstance(explained, Explanation):
        return explained
    return explained.right if name == "right" else explained.left


def _sides(explained: Explanation | Comparison) -> list[Explanation]:
    return [explained] if isinstance(explained, Explanation) else [explained.left, explained.right]


def _known(explained: Explanation | Comparison, level: Any) -> int:
    return max(side.known(level) for side in _sides(explained))


def _wait(explained: Explanation | Comparison, look: Look) -> bool:
    """Wait for the first step, but not for long; whether it is there."""
    if look.level not in explained.levels:
        raise BoyiError(
            "There are no such steps here: the levels are {levels}.", levels=", ".join(explained.levels)
        )
    found = [side.wait(look.level, look.first, look.wait) for side in _sides(explained)]
    # Beside a longer search the shorter one stays at its last step, so each needs one.
    return any(found) and all(side.known(look.level) for side in _sides(explained))

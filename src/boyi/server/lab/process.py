"""The process that explains, ``python -m boyi.server.lab.process``: requests come by its standard input."""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from boyi.core.errors import BoyiError
from boyi.core.language import languages
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.core.registry import game_names, make_game
from boyi.lab.comparison import Comparison
from boyi.lab.explanation import Explanation
from boyi.lab.prediction import Score, conceal
from boyi.lab.puzzle import Puzzle
from boyi.lab.searches import explain
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import View
from boyi.server.lab.requests import Answer, Begin, Judge, Look, Predict, Request, Tree
from boyi.server.search.child import take_streams
from boyi.server.search.jobs import read_frame, write_frame

LONG = 2_000
"""Bytes from which on an answer is packed."""
LEVEL = 3
DIGITS = 6
"""Of a number after the point; the page shows fewer."""


class Process:
    """One explanation and the answers to what is asked about it, one after the other."""

    def __init__(self, requests: IO[bytes], answers: IO[bytes]) -> None:
        self._requests, self._answers = requests, answers
        self._waiting: SimpleQueue[Request] = SimpleQueue()
        self._explained: Explanation | Comparison | None = None

    def run(self) -> None:
        """Work until the server has gone, also in the midst of a long answer."""
        with suppress(BoyiError):
            explain(
                "mcts:iterations=1", make_game(game_names()[0]).start()
            ).count()  # loads what is loaded late
        Thread(target=self._work, daemon=True).start()
        while (request := read_frame(self._requests)) is not None:
            self._waiting.put(request)
        os._exit(0)

    def _work(self) -> None:
        while True:
            request = self._waiting.get()
            try:
                data = json.dumps(for_page(self.answer(request)), ensure_ascii=False, separators=(",", ":"))
                answer = packed(data.encode(), isinstance(request, Look | Tree | Predict))
            except BoyiError as error:
                answer = Answer(error=error.message)
            except Exception as error:  # the server tells it; the next request may be a better one
                answer = Answer(error=Message("{text}", text=f"{type(error).__name__}: {error}"[:200]))
            with suppress(BrokenPipeError):
                write_frame(self._answers, answer)

    def answer(self, request: Request) -> View:
        """What a request is answered with, as plain data."""
        if isinstance(request, Begin):
            self._explained = begin(request)
            return self._state(self._explained) | {"head": self._explained.head()}
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
                view = side_of(self._explained, "").view(request.step, request.level)
                right = Score().answer(view, request.option)
                return {"right": right, "view": view}

    def _look(self, explained: Explanation | Comparison, look: Look) -> View:
        steps: list[View] = []
        if _wait(explained, look):
            last = min(look.first + look.count, _known(explained, look.level))
            steps = [explained.view(number, look.level) for number in range(look.first, last)]
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
            "problem": None if problem is None else languages(problem),
        }


def packed(data: bytes, may: bool) -> Answer:
    """An answer, packed if it is long."""
    if may and len(data) > LONG:
        return Answer(gzip.compress(data, LEVEL), packed=True)
    return Answer(data)


def begin(wanted: Begin) -> Explanation | Comparison:
    """Run what is wanted, within its limits."""
    position = None
    if wanted.game:
        game = make_game(wanted.game, **wanted.options or {})
        record = GameRecord(game, game.parse_position(wanted.start))
        for move in wanted.moves:
            record.play(move)
        position = record.position
    limit = TraceLimit(wanted.events, wanted.seconds)
    if wanted.versus:
        return Comparison.of(wanted.search, wanted.versus, position, limit)
    return explain(wanted.search, position, limit=limit)


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


def for_page(value: Any) -> Any:
    """Plain data as the page takes it: with shorter numbers."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: for_page(one) for key, one in value.items()}
    return [for_page(one) for one in value] if isinstance(value, list | tuple) else value


def main() -> None:
    """Answer the server until it has gone."""
    Process(*take_streams()).run()


if __name__ == "__main__":
    main()

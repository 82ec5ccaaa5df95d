"""A game's solver is watched and ended: by its progress, by ``cancel``, also before it begins."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.engines.solvers import solve
from tests.patience import NEVER, PATIENCE

if "native" not in available(boyi.game("othello", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

SCATTERED = (
    "20/20/2o5o6o4/11x8/6o5x7/4x9ox4/13o6/3x5o5o4/13x6/20/5ox13/12o7/7x12/10o2x6/20/4ox9x4/5ox1x11/20/20/20 x"
)
"""No win by continuous fours; those by threats take long."""

LONG: list[tuple[str, dict[str, Any], str | None, dict[str, Any]]] = [
    ("gomoku", {"size": 20}, SCATTERED, {}),
    ("gomoku", {}, None, {"seconds": NEVER}),
    ("loa", {}, None, {}),
    ("nogo", {"size": 6}, None, {}),
    ("nogo", {"size": 7}, None, {}),
    ("othello", {}, None, {"kind": "score"}),
    ("othello", {"size": 6}, None, {"kind": "wld", "threads": 2}),
]
"""More than any test waits for; Gomoku's second one is the strong search after the solvers of threats."""

every_solver = pytest.mark.parametrize(
    ("game", "options", "text", "request_"), LONG, ids=[f"{one[0]}-{index}" for index, one in enumerate(LONG)]
)


def position_of(game: str, options: dict[str, Any], text: str | None) -> Position:
    made = boyi.game(game, **options)
    return made.start() if text is None else made.parse_position(text)


@every_solver
def test_progress_tells_the_nodes_and_ends_it(
    game: str, options: dict[str, Any], text: str | None, request_: dict[str, Any]
) -> None:
    told: list[int] = []

    def progress(nodes: int) -> bool:
        told.append(nodes)
        return len(told) >= 3 and nodes > 0

    answer = solve(position_of(game, options, text), **request_, progress=progress)
    assert answer.result is None
    assert answer.best == ()
    assert told == sorted(told)
    assert 0 < told[-1] <= answer.nodes


@every_solver
def test_another_thread_ends_it(
    game: str, options: dict[str, Any], text: str | None, request_: dict[str, Any]
) -> None:
    from boyi._native import Cancel

    cancel, runs = Cancel(), threading.Event()
    answers: list[Any] = []

    def work() -> None:
        found = solve(
            position_of(game, options, text), **request_, progress=lambda _: runs.set(), cancel=cancel
        )
        answers.append(found)

    thread = threading.Thread(target=work)
    thread.start()
    assert runs.wait(PATIENCE)
    cancel.cancel()
    thread.join(PATIENCE)
    assert [answer.best for answer in answers] == [()]


@every_solver
def test_what_is_cancelled_does_not_begin(
    game: str, options: dict[str, Any], text: str | None, request_: dict[str, Any]
) -> None:
    from boyi._native import Cancel

    cancel = Cancel()
    cancel.cancel()
    answer = solve(position_of(game, options, text), **request_, cancel=cancel)
    assert (answer.result, answer.best) == (None, ())


def test_an_error_in_the_progress_is_raised() -> None:
    def progress(nodes: int) -> bool:
        raise RuntimeError("out of order")

    for name in ("loa", "nogo", "othello"):
        start = boyi.game(name, size=6).start() if name == "nogo" else boyi.game(name).start()
        with pytest.raises(RuntimeError, match="out of order"):
            solve(start, progress=progress)


@pytest.mark.parametrize("game", ["gomoku", "loa", "nogo", "othello"])
def test_a_wrong_cancel_gets_a_sentence(game: str) -> None:
    start = boyi.game(game, size=5).start() if game == "nogo" else boyi.game(game).start()
    with pytest.raises(BoyiError, match=r"cancel is a boyi\._native\.Cancel or None\."):
        solve(start, cancel=True)  # type: ignore[arg-type]

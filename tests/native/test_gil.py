"""Long native work lets other Python threads run."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

import boyi
from boyi.native.position import NativePosition


def board(name: str) -> NativePosition:
    position = boyi.game(name, backend="native").start()
    assert isinstance(position, NativePosition)
    return position


@pytest.mark.parametrize(
    "work",
    [
        lambda: board("gomoku").board.playouts(1 << 60, 1.0, 1, 1000),
        lambda: board("loa").perft(5),
        lambda: boyi.search(board("nogo"), time=1.0),
    ],
    ids=["playouts", "perft", "search"],
)
def test_other_threads_run_meanwhile(work: Callable[[], object]) -> None:
    board("gomoku")  # whatever is loaded on first use is loaded now
    worker = threading.Thread(target=work)
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0.001)
        turns += 1
    # Were the lock held, this thread would have slept through it all and have had one turn or two.
    assert turns > 5

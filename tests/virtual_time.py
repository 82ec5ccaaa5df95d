"""An event loop whose clock the tests move: a sleep of a minute ends at once, after exactly a minute."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Selector(selectors.DefaultSelector):
    """Moves the clock to the next timer where another selector would wait for it."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if ready or timeout == 0:
            return ready
        # Without a timer nothing but a thread or a socket could ever wake the loop.
        assert timeout is not None, "everything waits and no timer runs"
        self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """For code that takes the time from its loop and uses neither threads nor sockets nor processes."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now


def run(main: Coroutine[Any, Any, T]) -> T:
    """``asyncio.run`` in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)

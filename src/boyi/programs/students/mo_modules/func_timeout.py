"""A small stand-in for the package of this name, which students' files import to limit their own search."""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

PATIENCE = 0.05
"""Seconds for a function to end when its time is over, before its caller continues without it."""

__all__ = ["FunctionTimedOut", "func_set_timeout", "func_timeout"]


class FunctionTimedOut(BaseException):
    """The function did not return in time. A search that catches every ``Exception`` still stops."""

    def __init__(
        self,
        msg: str = "",
        timedOutAfter: float | None = None,  # noqa: N803  # the names are those that students' files use
        timedOutFunction: Callable[..., Any] | None = None,  # noqa: N803
        timedOutArgs: Sequence[Any] = (),  # noqa: N803
        timedOutKwargs: Mapping[str, Any] | None = None,  # noqa: N803
    ) -> None:
        super().__init__(msg)
        self.msg = msg
        self.timedOutAfter = timedOutAfter
        self.timedOutFunction = timedOutFunction
        self.timedOutArgs = timedOutArgs
        self.timedOutKwargs = timedOutKwargs or {}


def func_timeout(
    timeout: float,
    func: Callable[..., Any],
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
) -> Any:
    """Call ``func``; raise ``FunctionTimedOut``, also inside of it, if it has not returned in time."""
    result: list[Any] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            result.append(func(*args, **(kwargs or {})))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(timeout)
    if thread.is_alive():
        # The caller continues now; the thread gets the exception again and again until it ends.
        threading.Thread(target=_end, args=(thread,), daemon=True).start()
        thread.join(PATIENCE)
        name = getattr(func, "__name__", "function")
        raise FunctionTimedOut(f"{name} did not return within {timeout} s.", timeout, func, args, kwargs)
    if errors:
        raise errors[0]
    return result[0] if result else None


def _end(thread: threading.Thread) -> None:
    """End a thread. Again and again: a search may swallow one exception in a bare except."""
    while thread.is_alive():
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident or 0), ctypes.py_object(FunctionTimedOut)
        )
        thread.join(0.05)


def func_set_timeout(timeout: float) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that limits every call of a function."""

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def limited(*args: Any, **kwargs: Any) -> Any:
            return func_timeout(timeout, func, args, kwargs)

        return limited

    return decorate

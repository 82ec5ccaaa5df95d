"""What a native solver is asked: one object, handed on as it is from ``boyi solve`` to the native module."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from boyi.core.errors import BadOption, shorten
from boyi.core.game import Position
from boyi.native.watching import SolverProgress, answering, checked_cancel

if TYPE_CHECKING:
    from collections.abc import Callable

    from boyi._native import Cancel

MOST = (1 << 63) - 1


class NativeLimits(TypedDict):
    """The keywords that every solver of the native module takes."""

    seconds: float
    nodes: int
    progress: Callable[[int], bool] | None
    cancel: Cancel | None


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What is asked of a solver."""

    position: Position
    kind: str = ""
    """What to find out; one of the solver's kinds."""
    seconds: float | None = None
    """Time for the whole answer; None: as long as it takes."""
    threads: int = 1
    progress: SolverProgress | None = None
    """Called about ten times a second with the nodes so far; a true answer ends the solver."""
    cancel: Cancel | None = None
    """Another thread, or a signal's handler, can end the solver by it."""
    nodes: int | None = None
    """Positions; None: as many as the solver takes."""
    memory: int | None = None
    """Bytes, about, of a solver's table; None: as it is used to."""

    @classmethod
    def of(cls, asked: Position | SolveRequest) -> SolveRequest:
        """The request itself, or that for a position without limits."""
        return asked if isinstance(asked, SolveRequest) else cls(asked)

    def check(self) -> None:
        """Raise a sentence about a number out of range."""
        for name, value, least, most in (
            ("threads", self.threads, 1, 256),
            ("nodes", MOST if self.nodes is None else self.nodes, 1, MOST),
            ("memory", self.memory or 0, 0, MOST),
        ):
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise BadOption(
                    "{name} is a whole number from {least} to {most}, not {value}.",
                    name=name,
                    least=least,
                    most=most,
                    value=shorten(value),
                )
        if self.seconds is not None and not (isinstance(self.seconds, (int, float)) and self.seconds >= 0):
            raise BadOption(
                "seconds is a number of at least 0, not {seconds}.", seconds=shorten(self.seconds)
            )

    def limits(self) -> NativeLimits:
        """The checked limits, for the native module."""
        self.check()
        return NativeLimits(
            seconds=math.inf if self.seconds is None else self.seconds,
            nodes=MOST if self.nodes is None else self.nodes,
            progress=answering(self.progress),
            cancel=checked_cancel(self.cancel),
        )

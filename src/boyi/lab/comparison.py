"""Two explanations of one position side by side: two settings with one seed, or minimax beside alpha-beta."""

from __future__ import annotations

from collections.abc import Iterator

from boyi.core.game import Position
from boyi.core.message import Message
from boyi.lab.explanation import Closing, Explanation, NoStep
from boyi.lab.recorder import Level
from boyi.lab.searches import explain
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import EXACT, View, ViewFormat


class Comparison(Closing):
    """Steps with the same number side by side; the shorter explanation waits at its last step.

    >>> import boyi
    >>> position = boyi.game("tictactoe").start().play_text("a1 b2")
    >>> with Comparison.of("alphabeta:depth=3", "minimax:depth=3", position) as both:
    ...     last = both.view(both.count("iteration") - 1, "iteration")
    >>> [side["counts"][0][1] for side in (last["left"], last["right"])]
    [125, 260]
    """

    def __init__(self, left: Explanation, right: Explanation) -> None:
        self.left, self.right = left, right
        self.levels = tuple(level for level in left.levels if level in right.levels)

    @classmethod
    def of(
        cls, left: str, right: str, position: Position | None = None, limit: TraceLimit | None = None
    ) -> Comparison:
        """Explain one position twice; the limit is that of each search."""
        first = explain(left, position, limit=limit)
        try:
            return cls(first, explain(right, position, limit=limit))
        except BaseException:
            first.close()
            raise

    @property
    def finished(self) -> bool:
        """Whether both are at their ends."""
        return self.left.finished and self.right.finished

    @property
    def share(self) -> float:
        """How much of the one that has further to go is done."""
        return min(self.left.share, self.right.share)

    def count(self, level: Level) -> int:
        """How many steps the longer one has; waits for both."""
        return max(self.left.count(level), self.right.count(level))

    def view(self, number: int, level: Level, form: ViewFormat = EXACT) -> View:
        """Both steps as plain data."""
        left, right = (_at_most(side, number, level, form) for side in (self.left, self.right))
        return {"left": left, "right": right}

    def wait(self, level: Level, step: int, seconds: float | None = None) -> bool:
        """Wait until one of both has a step or both have ended; return whether there is one."""
        return self.left.wait(level, step, seconds) or self.right.wait(level, step, seconds)

    def views(
        self, level: Level, first: int = 0, most: int | None = None, form: ViewFormat = EXACT
    ) -> Iterator[View]:
        """Steps one after the other, until both are at their ends."""
        number = first
        while most is None or number < first + most:
            if not self.wait(level, number):
                return
            yield self.view(number, level, form)
            number += 1

    def head(self, form: ViewFormat = EXACT) -> View:
        """What holds for all steps of either side."""
        return {"left": self.left.head(form), "right": self.right.head(form)}

    def stop(self, why: Message) -> None:
        """End both searches now; their steps up to now stay."""
        self.left.stop(why)
        self.right.stop(why)

    def close(self) -> None:
        """Stop both searches."""
        self.left.close()
        self.right.close()


def _at_most(explanation: Explanation, number: int, level: Level, form: ViewFormat) -> View:
    if explanation.wait(level, number):
        return explanation.view(number, level, form)
    if not explanation.known(level):
        raise NoStep("The search has no steps.")
    return explanation.view(explanation.known(level) - 1, level, form)

"""Two explanations of one position side by side: two settings with one seed, or minimax beside alpha-beta."""

from __future__ import annotations

from collections.abc import Iterator

from boyi.core.game import Position
from boyi.core.message import Message
from boyi.lab.explanation import Closing, Explanation, NoStep
from boyi.lab.recorder import Level
from boyi.lab.searches import explain
from boyi.lab.view import View


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
    def of(cls, left: str, right: str, position: Position | None = None) -> Comparison:
        """Explain one position twice."""
        first = explain(left, position)
        try:
            return cls(first, explain(right, position))
        except BaseException:
            first.close()
            raise

    def count(self, level: Level) -> int:
        """How many steps the longer one has; waits for both."""
        return max(self.left.count(level), self.right.count(level))

    def view(self, number: int, level: Level) -> View:
        """Both steps as plain data."""
        return {"left": _at_most(self.left, number, level), "right": _at_most(self.right, number, level)}

    def wait(self, level: Level, step: int) -> bool:
        """Wait until one of both has a step or both have ended; return whether there is one."""
        return self.left.wait(level, step) or self.right.wait(level, step)

    def views(self, level: Level, first: int = 0, most: int | None = None) -> Iterator[View]:
        """Steps one after the other, until both are at their ends."""
        number = first
        while most is None or number < first + most:
            if not self.wait(level, number):
                return
            yield self.view(number, level)
            number += 1

    def head(self) -> View:
        """What holds for all steps of either side."""
        return {"left": self.left.head(), "right": self.right.head()}

    def restrict(self, events: int) -> None:
        """Let either search end after so many events."""
        self.left.restrict(events)
        self.right.restrict(events)

    def stop(self, why: Message) -> None:
        """End both searches now; their steps up to now stay."""
        self.left.stop(why)
        self.right.stop(why)

    def close(self) -> None:
        """Stop both searches."""
        self.left.close()
        self.right.close()


def _at_most(explanation: Explanation, number: int, level: Level) -> View:
    if explanation.wait(level, number):
        return explanation.view(number, level)
    if not explanation.known(level):
        raise NoStep("The search has no steps.")
    return explanation.view(explanation.known(level) - 1, level)

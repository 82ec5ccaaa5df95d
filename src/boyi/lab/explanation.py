"""A search as a sequence of steps that can be looked at in any order while it still runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Self

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.message import Message
from boyi.lab.recorder import Level
from boyi.lab.view import EXACT, Step, View, ViewFormat, plain, surroundings


class NoStep(BoyiError):
    """A step that there is not."""


class Closing:
    """The base of what is closed at the end of a ``with`` statement."""

    def close(self) -> None:
        """Stop what runs and remove what was written."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Explanation(Closing, ABC):
    """What ``boyi.lab.explain`` returns. Steps have numbers from 0 at each level; a view is plain data.

    Use it as a context manager, or close it: a running search is then stopped and its file removed.
    """

    levels: tuple[Level, ...]

    def __init__(self, search: str, position: Position | None, settings: Mapping[str, Any]) -> None:
        self.search = search
        self.position = position
        self.settings = settings
        self.decimals, self.truncate = 2, False
        """How numbers are shown."""

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether all steps are known."""

    @property
    @abstractmethod
    def problem(self) -> Message | None:
        """Why the steps end before the search does."""

    @property
    def share(self) -> float:
        """How much of the search is done, from 0 to 1, as far as it can be said."""
        return 1.0

    @abstractmethod
    def known(self, level: Level) -> int:
        """How many steps are known so far."""

    @abstractmethod
    def wait(self, level: Level, step: int, seconds: float | None = None) -> bool:
        """Wait until a step is known or the search has ended; return whether it is known."""

    @abstractmethod
    def step(self, number: int, level: Level) -> Step:
        """What a known step shows."""

    def stop(self, why: Message) -> None:
        """End the search now, if it still runs; its steps up to now stay."""

    def tree(self, number: int, level: Level, unfolded: Iterable[int] | None = None) -> View:
        """The tree after a step, with the children of the unfolded nodes; empty where there is none."""
        return {"nodes": [], "focus": None, "cut": False}

    def view(self, number: int, level: Level | None = None, form: ViewFormat = EXACT) -> View:
        """A step as plain data; waits for the search where it is not known yet."""
        level = self.levels[0] if level is None else level
        if level not in self.levels or number < 0 or not self.wait(level, number):
            raise NoStep(
                "There is no step {number}: this explanation has {count} at this level.",
                number=number,
                count=self.known(level) if level in self.levels else 0,
            )
        return self._view(number, level, form)

    def _view(self, number: int, level: Level, form: ViewFormat) -> View:
        return self.step(number, level).to_data(number, level, form)

    def views(
        self, level: Level | None = None, first: int = 0, most: int | None = None, form: ViewFormat = EXACT
    ) -> Iterator[View]:
        """Steps one after the other, as the search makes them."""
        level = self.levels[0] if level is None else level
        number = first
        while (most is None or number < first + most) and self.wait(level, number):
            yield self.view(number, level, form)
            number += 1

    def count(self, level: Level | None = None) -> int:
        """How many steps there are; waits for the end of the search."""
        level = self.levels[0] if level is None else level
        while self.wait(level, self.known(level)):
            pass
        return self.known(level)

    def head(self, form: ViewFormat = EXACT) -> View:
        """What holds for all steps, as plain data."""
        position = self.position
        return {
            "search": self.search,
            "settings": plain(self.settings, form),
            "levels": list(self.levels),
            "known": {level: self.known(level) for level in self.levels},
            "finished": self.finished,
            "problem": plain(self.problem, form),
            "decimals": self.decimals,
            "truncate": self.truncate,
            "game": None if position is None else surroundings(position.game),
            "position": None if position is None else position.game.format_position(position),
        }


class ListedExplanation(Explanation):
    """An explanation of few steps, which are all made at once."""

    levels = ("phase",)

    def __init__(
        self,
        search: str,
        position: Position | None,
        settings: Mapping[str, Any],
        steps: list[Step],
        problem: Message | None = None,
    ) -> None:
        super().__init__(search, position, settings)
        self.steps = steps
        self._problem = problem

    @property
    def finished(self) -> bool:
        return True

    @property
    def problem(self) -> Message | None:
        return self._problem

    def known(self, level: Level) -> int:
        return len(self.steps)

    def wait(self, level: Level, step: int, seconds: float | None = None) -> bool:
        return step < len(self.steps)

    def step(self, number: int, level: Level) -> Step:
        return self.steps[number]

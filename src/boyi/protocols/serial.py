"""A conversation with one search at a time: what comes meanwhile waits, or interrupts."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from functools import partial

from boyi.core.errors import BoyiError
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.protocols.actions import Action, Limits, LoadFile, Purpose, Quit, Result, StopSearch, Think
from boyi.protocols.conversation import Conversation
from boyi.protocols.situation import Situation

MOST_WAITING = 10_000
"""Lines that may wait while a search runs; more are refused."""

Job = Think | LoadFile


class SerialConversation(Conversation):
    """Commands that come while a search runs wait their turn, in order.

    Subclasses write ``_obey`` (one line), ``_finish`` (one search) and ``_complain`` (the protocol's error);
    a ``BoyiError`` raised in them becomes a complaint, so nothing that is sent can break the engine.
    """

    def __init__(self) -> None:
        self._job: Job | None = None
        self._tickets = 0
        self._waiting: deque[str] = deque()
        self._over = False
        self._input_ended = False

    # What a runner calls

    @property
    def busy(self) -> bool:
        """Whether a search or a file is awaited."""
        return self._job is not None

    def receive(self, line: str) -> list[Action]:
        if self._over:
            return []
        if self._job is not None:
            urgent = self._guard(lambda: self._interrupt(line))
            if urgent is not None:
                return self._settle(urgent)
            if len(self._waiting) >= MOST_WAITING:
                return self._complain("Too many commands are waiting for the search to end.")
            self._waiting.append(line)
            return []
        return self._settle(self._guard(lambda: self._obey(line)) or [])

    def progress(self, ticket: int, result: SearchResult) -> list[Action]:
        if self._over or not isinstance(self._job, Think) or self._job.ticket != ticket:
            return []
        job = self._job
        return self._guard(lambda: self._show(job, result)) or []

    def answer(self, ticket: int, result: Result) -> list[Action]:
        if self._over or not isinstance(self._job, Think) or self._job.ticket != ticket:
            return []
        job, self._job = self._job, None
        return self._settle(self._guard(lambda: self._finish(job, result)) or [])

    def loaded(self, ticket: int, record: GameRecord) -> list[Action]:
        if self._over or not isinstance(self._job, LoadFile) or self._job.ticket != ticket:
            return []
        job, self._job = self._job, None
        return self._settle(self._guard(lambda: self._take_file(job, record)) or [])

    def failed(self, ticket: int, reason: str) -> list[Action]:
        if self._over or self._job is None or self._job.ticket != ticket:
            return []
        self._job = None
        return self._settle(self._complain(reason))

    def close(self) -> list[Action]:
        if self._over or self._input_ended:
            return []
        self._input_ended = True
        actions: list[Action] = []
        if isinstance(self._job, Think) and self._job.purpose == "analysis":
            actions += [StopSearch(self._job.ticket)]  # nothing else would ever end it
        return actions + self._settle([])

    # What subclasses use

    def _think(
        self,
        situation: Situation,
        limits: Limits,
        purpose: Purpose = "move",
        *,
        candidates: int = 1,
        report_every: float | None = None,
    ) -> list[Action]:
        think = Think(self._ticket(), situation, limits, purpose, candidates, report_every)
        self._job = think
        return [think]

    def _load(self, path: str, plies: int | None) -> list[Action]:
        self._job = LoadFile(self._ticket(), path, plies)
        return [self._job]

    def _ticket(self) -> int:
        self._tickets += 1
        return self._tickets

    def _drop(self) -> list[Action]:
        """Stop the running search and forget it."""
        job, self._job = self._job, None
        return [StopSearch(job.ticket)] if isinstance(job, Think) else []

    def _settle(self, actions: list[Action]) -> list[Action]:
        """Obey the lines that waited, as far as no new search begins."""
        while self._waiting and self._job is None and not any(isinstance(a, Quit) for a in actions):
            line = self._waiting.popleft()
            actions = actions + (self._guard(partial(self._obey, line)) or [])
        if self._input_ended and self._job is None and not any(isinstance(a, Quit) for a in actions):
            actions = [*actions, *self._farewell(), Quit()]
        if any(isinstance(action, Quit) for action in actions):
            self._over = True
            self._waiting.clear()
        return actions

    def _guard(self, work: Callable[[], list[Action] | None]) -> list[Action] | None:
        try:
            return work()
        except BoyiError as error:
            return self._complain(str(error))

    # What subclasses write

    @abstractmethod
    def _obey(self, line: str) -> list[Action]:
        """Carry out one line; no search is running."""

    @abstractmethod
    def _finish(self, job: Think, result: Result) -> list[Action]:
        """Say what a search has found."""

    @abstractmethod
    def _complain(self, reason: str) -> list[Action]:
        """The protocol's own error."""

    def _interrupt(self, line: str) -> list[Action] | None:
        """What a line does while a search runs; None: it waits."""
        return None

    def _show(self, job: Think, result: SearchResult) -> list[Action]:
        """Say what a running search has found so far."""
        return []

    def _take_file(self, job: LoadFile, record: GameRecord) -> list[Action]:
        """Use the game that was read."""
        return []

    def _farewell(self) -> list[Action]:
        """What is left to be said when the input has ended."""
        return []

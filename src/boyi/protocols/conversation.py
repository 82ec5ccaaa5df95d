"""The five calls that a runner makes, the same for every protocol."""

from __future__ import annotations

from abc import ABC, abstractmethod

from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.protocols.actions import Action, Result


class Conversation(ABC):
    """The engine side of a protocol: lines and results in, actions out, no input or output."""

    @abstractmethod
    def receive(self, line: str) -> list[Action]:
        """Take one line of input, without its line end."""

    @abstractmethod
    def progress(self, ticket: int, result: SearchResult) -> list[Action]:
        """Take what a running search has found so far."""

    @abstractmethod
    def answer(self, ticket: int, result: Result) -> list[Action]:
        """Take the result of a finished search; one that nobody waits for is ignored."""

    @abstractmethod
    def failed(self, ticket: int, reason: str) -> list[Action]:
        """Learn that a search or a file failed, with a sentence that says why."""

    @abstractmethod
    def close(self) -> list[Action]:
        """Learn that the input has ended: finish what was asked for, then quit."""

    def loaded(self, ticket: int, record: GameRecord) -> list[Action]:
        """Take the game that was read from a file, for protocols that ask for files."""
        return []

"""The host side of every protocol in one shape: set up, ask, understand, end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from boyi.core.clock import Clock
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer
from boyi.protocols.situation import Situation

TOLD = 5.0
"""Seconds a move that a program is told where nobody said otherwise."""


@dataclass(frozen=True, slots=True)
class Time:
    """What a program is told of the time."""

    move: float | None = None
    """Seconds for each move."""
    left: float | None = None
    """Seconds left for the whole game, where the game has such a clock."""
    clock: Clock | None = None
    """The clock itself, for those who can read it."""


QUIET = 0.02
"""Seconds without output after which an engine with several threads has left its search."""
UNTIMED = Time()
UNLIMITED = Limits()


class Host(ABC):
    """Talks to one program, without input or output."""

    line_end = "\n"
    greets = True
    """Whether the program says that it is ready before it is asked for a move."""
    games: tuple[str, ...] = ()
    """The games that can be played over the protocol (the table of protocols says); none: all."""
    chatter: tuple[str, ...] = ()
    """How lines begin that a program may print without being asked."""
    opens = False
    """Whether the protocol has words for a swap2 opening."""
    renews = True
    """Whether the protocol has words for another game in the same process."""
    renewal = 10.0
    """Seconds in which a running program gets ready for another game, or is replaced by a new process."""

    quiet = 0.0
    """Seconds without output after which a program that has moved is sent the next command.

    Engines with several threads print their move before they have left their search. What comes meanwhile
    they answer with an error, or drop. 0: the protocol itself says when a command may come.
    """

    @abstractmethod
    def begin(self, situation: Situation, time: Time = UNTIMED, limits: Limits = UNLIMITED) -> list[Answer]:
        """Announce a new game; ``Ready`` follows from ``receive`` where the program greets."""

    def follows(self, situation: Situation) -> bool:
        """Whether it can be asked about this moment of its game; if not, ``begin`` has to come before."""
        return True

    @abstractmethod
    def ask(self, situation: Situation, time: Time = UNTIMED) -> list[Answer]:
        """Ask for a move."""

    def choose_opening(self, situation: Situation) -> list[Answer]:
        """Ask for the next step of a swap2 opening, where the protocol can."""
        raise NotImplementedError

    @abstractmethod
    def receive(self, line: str) -> list[Answer]:
        """Understand a line; one that tells of a failure may be raised as ``PlayerFailed``."""

    def close(self) -> list[Answer]:
        """Understand that there will be no more lines."""
        return []

    def end(self) -> list[Answer]:
        """Say good-bye; the input is closed as well."""
        return []

    def restarted(self) -> None:
        """Learn that the program is a new process, which knows nothing of the game."""

    def stays(self) -> bool:
        """Whether the program that has moved will take another turn."""
        return True

    def wants_more(self) -> bool:
        """Whether more is to be read after the move, if it comes at once."""
        return False

    def is_about_move(self, line: str) -> bool:
        """Whether a line that is no answer at least tried to name a move."""
        return True

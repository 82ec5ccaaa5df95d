"""What a host learns from an engine, whatever the protocol: a lax reading of what programs really print."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.message import Message


@dataclass(frozen=True, slots=True)
class Send:
    """The host should send this line to the engine."""

    text: str


@dataclass(frozen=True, slots=True)
class Pause:
    """What follows should be sent when the engine has been quiet for a moment (``Host.quiet``)."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine has set up the game and may be asked for moves."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The engine's move, and what it says about it."""

    move: int
    evaluation: float | None = None
    """In the engine's own unit, for the side to move."""


@dataclass(frozen=True, slots=True)
class Stones:
    """Several stones at once (swap2)."""

    moves: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Swapped:
    """The engine takes the other colour (swap2)."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """The engine gives up."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What the engine thinks while it thinks."""

    pv: tuple[int, ...]
    evaluation: float | None = None
    win_rate: float | None = None
    visits: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """The engine says who it is."""

    name: str


@dataclass(frozen=True, slots=True)
class Said:
    """Text for people: messages, debug output, a board that was printed."""

    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The engine reports an error or does not know a command."""

    text: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The engine answered with something that cannot be what was asked for."""

    text: Message


Answer = (
    Send | Pause | Ready | Moved | Stones | Swapped | Resigned | Evaluated | Named | Said | Refused | Broken
)

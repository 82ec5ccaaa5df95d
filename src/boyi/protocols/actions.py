"""What an engine without input or output asks its runner to do: one vocabulary for all protocols.

A runner feeds lines to ``Conversation.receive``, carries the actions out in order, and reports back: a
search's progress with ``progress``, its end with ``answer`` or ``failed``, a file's content with ``loaded``,
the end of the input with ``close``. Each of these returns actions again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boyi.core.result import SearchResult
from boyi.protocols.situation import Situation

Purpose = Literal["move", "hint", "analysis", "opening"]
"""``move``: choose one to play. ``hint``: judge the best few. ``analysis``: judge until stopped, or within
the limits if there are any. ``opening``: judge the position to choose a side (swap2); an expert may answer
with a ``Choice``."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the engine says it is."""

    name: str = "Boyi"
    version: str = "0"
    author: str = "The Boyi maintainers"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may use; None: as much as it likes."""

    seconds: float | None = None
    """Wall-clock seconds for this search, already a fair share of what the game has left."""
    nodes: int | None = None
    depth: int | None = None
    threads: int | None = None
    memory: int | None = None
    """Bytes for the whole program."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer of an opening expert to ``purpose="opening"``: stones to place, or a swap of colours."""

    stones: tuple[int, ...] = ()
    swap: bool = False


Result = SearchResult | Choice | None
"""How a search ended; None: it resigns, or has no move."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Send this line (without its line end) now, in one write."""

    text: str


@dataclass(frozen=True, slots=True)
class Think:
    """Start a search; report its end with ``Conversation.answer(ticket, result)``."""

    ticket: int
    situation: Situation
    limits: Limits = Limits()
    purpose: Purpose = "move"
    candidates: int = 1
    """How many moves are to be judged."""
    report_every: float | None = None
    """Seconds between calls of ``Conversation.progress``; None: none are wanted."""


@dataclass(frozen=True, slots=True)
class StopSearch:
    """End the search with this ticket and answer with what it has (nobody may want it any more)."""

    ticket: int
    within: float = 0.0
    """Seconds that it may still take; none: at once."""


@dataclass(frozen=True, slots=True)
class LoadFile:
    """Read a game file and report with ``Conversation.loaded(ticket, record)`` or ``Conversation.failed``.

    Whether the path may be read at all is the runner's decision.
    """

    ticket: int
    path: str
    plies: int | None = None
    """Only the moves before this one are wanted (counted from 1), as GTP asks."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave: no more lines are read or written."""


Action = Reply | Think | StopSearch | LoadFile | Quit


def move_only(move: int) -> SearchResult:
    """The result of a player that tells nothing but its move."""
    return SearchResult(move, None, 0.5, (move,), (), 0, 0, 0.0)

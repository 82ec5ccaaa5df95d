"""Where an explained search is stopped, whatever its settings say: its steps until then can be seen."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.message import Message


@dataclass(frozen=True, slots=True)
class TraceLimit:
    """The first of both that is reached ends the search."""

    events: int = 1_000_000
    seconds: float | None = None
    """By the clock on the wall; None: no limit."""

    @property
    def too_many(self) -> Message:
        """Why a search with too many events ends."""
        return Message(
            "The search was stopped after {count:,} events; give it a smaller budget.", count=self.events
        )

    @property
    def too_long(self) -> Message:
        """Why a search that takes too long ends."""
        return Message(
            "The search was stopped after {seconds:g} seconds; give it a smaller budget.",
            seconds=self.seconds or 0.0,
        )

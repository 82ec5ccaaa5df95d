"""How much a search may use: the settings that all searches share."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from boyi.core.message import Message, Term
from boyi.settings.setting import Configuration, Number, declare

LARGEST = (1 << 63) - 1
MEGABYTE = 1 << 20
USUAL_TIME = 1.0
"""Seconds of a search that nothing else ends."""

TIME = Number("seconds a move", type=float, low=0.001, high=86_400, name="time")
NODES = Number(
    "positions or random games a move", low=1, high=LARGEST, otherwise=Term("no limit"), name="nodes"
)
DEPTH = Number("plies to look ahead", low=1, high=99, otherwise=Term("no limit"), name="depth")
ITERATIONS = Number("leaves to add at most", 1000, low=1, high=LARGEST, name="iterations")
THREADS = Number("processor threads", 1, low=1, high=256, native=True, name="threads")
SEED = Number("makes random choices repeatable", 0, low=0, high=LARGEST, name="seed")


@dataclass(frozen=True)
class SearchLimits(Configuration):
    """When a search ends, whichever comes first, and what it may use."""

    time: float | None = declare(
        TIME, otherwise=Message("{time:g} if nothing else ends the search", time=USUAL_TIME)
    )
    nodes: int | None = declare(NODES)
    """With one thread and no other limit, the answer depends on nothing but the seed."""
    threads: int = declare(THREADS)
    seed: int = declare(SEED)
    memory: int = declare(
        Number(
            "megabytes for trees and tables",
            256 * MEGABYTE,
            low=1 << 16,
            high=1 << 36,
            unit=MEGABYTE,
            native=True,
        )
    )
    """Bytes. A full tree drops its least visited half; a full table replaces entries."""

    def within(self, seconds: float | None) -> Self:
        """These limits and at most so many seconds; one where nothing else ends the search."""
        times = [time for time in (self.time, seconds) if time is not None]
        if not times and not self.counts:
            times = [USUAL_TIME]
        return replace(self, time=min(max(min(times), TIME.low), TIME.high)) if times else self

    @property
    def counts(self) -> bool:
        """Whether something else than time ends the search."""
        return self.nodes is not None


@dataclass(frozen=True)
class AlphaBetaLimits(SearchLimits):
    """The limits of a search that goes deeper ply by ply."""

    depth: int | None = declare(DEPTH)

    @property
    def counts(self) -> bool:
        return self.nodes is not None or self.depth is not None

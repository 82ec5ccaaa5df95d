"""The engine side of each protocol by its name: the conversation, and who thinks for it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import boyi
from boyi.bridges.stdio import Searcher
from boyi.core.game import Game
from boyi.core.stop import Stop
from boyi.protocols.actions import Identity, Result, Think
from boyi.protocols.conversation import Conversation
from boyi.protocols.table import PROTOCOLS, EngineSettings
from boyi.protocols.time_management import LEAST

if TYPE_CHECKING:
    from boyi.bridges.thinking import Thinker
    from boyi.engines.books import Book
    from boyi.players.engine import Progress

STAT = Path("/proc/self/stat")
BEGAN = 19
"""Where after the process's name Linux says when the process began, in ticks since the machine did."""
UNSEEN = 0.02
"""Seconds of a turn that a process does not see: before it began, and after its answer."""
BESIDE = 0.05
"""Seconds that the first search has less because commands were read while modules were loaded."""


def make_conversation(
    protocol: str,
    game: Game | None,
    *,
    seconds: float | None = None,
    seed: int = 0,
    keep_running: bool = False,
) -> Conversation:
    """The conversation of a protocol; each module is loaded only if it is spoken."""
    identity = Identity(version=boyi.__version__)
    return PROTOCOLS[protocol].engine(EngineSettings(identity, game, seconds, seed, keep_running))


def make_searcher(
    protocol: str,
    player: str | None,
    *,
    game: Game | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int | None = None,
    startup: float = 0.0,
    book: bool | Book = True,
) -> Searcher:
    """Who thinks in a protocol: as strong as it can, with an opening book, unless a player is named.

    ``startup``: seconds that the process has taken so far, which the first move gets less. ``book``: one of
    one's own takes the place of those that come with Boyi.
    """

    def make() -> Thinker:
        from boyi.bridges.thinking import Thinker, in_discs

        # Queries of the analysis are strangers to each other, and run at the same time.
        lasting = protocol != "analysis"
        unit = in_discs if protocol == "nboard" else None
        games = PROTOCOLS[protocol].games
        return Thinker(
            player,
            game=game,
            seconds=seconds,
            threads=threads,
            seed=seed,
            lasting=lasting,
            book=book,
            unit=unit,
            expected=games[0] if len(games) == 1 and player is None else None,
        )

    # Gomocup's manager waits for the answer to START, so the process has started before the first turn.
    greets = protocol == "gomocup"
    if player is None:
        return _Later(make, startup, greets)
    made = make()  # at once: a spec may name nobody, and that must be told
    return _Later(lambda: made, startup, greets)


def seconds_since_start() -> float:
    """Seconds since this process was started; where the system does not say, those of the processor.

    A platform that starts a program for a turn counts them, too.

    >>> seconds_since_start() >= 0
    True
    """
    with suppress(OSError, ValueError, IndexError, AttributeError):
        # The name stands in brackets and may hold anything.
        fields = STAT.read_text().rpartition(")")[2].split()
        began = int(fields[BEGAN]) / os.sysconf("SC_CLK_TCK")
        return max(0.0, time.clock_gettime(time.CLOCK_BOOTTIME) - began) + UNSEEN
    return time.process_time()


class _Later:
    """A thinker that is made when it is first asked: programs want to hear from an engine soon."""

    def __init__(self, make: Callable[[], Thinker], startup: float, greets: bool) -> None:
        self._make, self._startup, self._greets = make, startup, greets
        self._lock = Lock()
        self._made: Thinker | None = None

    def prepare(self) -> None:
        """Make the thinker before it is asked."""
        if self._greets:
            self._startup = min(self._startup, BESIDE)
        self._thinker()

    def search(self, think: Think, progress: Progress, stop: Stop) -> Result:
        """Answer as the thinker does; starting and loading are paid for by the first search."""
        began = time.monotonic()
        thinker = self._thinker()
        if think.limits.seconds is not None:
            gone = time.monotonic() - began
            if think.purpose == "move":
                gone, self._startup = gone + self._startup, 0.0
            left = max(LEAST, think.limits.seconds - gone)
            think = replace(think, limits=replace(think.limits, seconds=left))
        return thinker.search(think, progress, stop)

    def close(self) -> None:
        """End what the thinker keeps running."""
        if self._made is not None:
            self._made.close()

    def _thinker(self) -> Thinker:
        with self._lock:
            if self._made is None:
                # All under the lock: two threads that load the same modules get in each other's way.
                self._made = self._make()
                self._made.prepare()
            return self._made

"""The depth that a host asks an NBoard engine for: the protocol has no clock, so depth stands for time."""

from __future__ import annotations

from bisect import bisect

SECONDS, DEPTHS = (0.2, 1.0, 3.0, 10.0, 60.0), (3, 5, 7, 9, 11, 13)
"""The first depth of a game: 3 below 0.2 s a move, 5 from there to 1 s, and so on; 13 from a minute."""
MOST_MORE = 4
"""Plies that may be added to the first depth: engines that answer from a book seem faster than they are."""
EARLY, LATE = 1 / 10, 1 / 3
"""Shares of the time: an answer before the first adds a ply, one after the second takes two away."""


class TimedDepth:
    """Follows the engine's answers through a game.

    >>> depth = TimedDepth(1.0)
    >>> depth.plies
    7
    >>> depth.answered(took=0.02, of=1.0)
    >>> depth.plies
    8
    >>> depth.answered(took=0.5, of=1.0)
    >>> depth.plies
    6
    """

    def __init__(self, seconds: float) -> None:
        self.plies = DEPTHS[bisect(SECONDS, seconds)]
        self._most = self.plies + MOST_MORE

    def answered(self, took: float, of: float) -> None:
        """Learn how long a search took, and how long it had."""
        if took > of * LATE:
            self.plies = max(1, self.plies - 2)
        elif took < of * EARLY:
            self.plies = min(self._most, self.plies + 1)

"""What a match allows: time, length, taking back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boyi.core.clock import TimeControl, Timing

MARGIN = 0.1
UNTIMED = TimeControl()


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rules beside those of the game."""

    control: TimeControl = UNTIMED
    second: TimeControl | None = None
    """The time of the player who begins as the second, where it is not the same (time odds)."""
    timing: Timing = "wall"
    """What is charged: the time on the wall, or the seconds of a processor that a player uses, where that is
    known; one that may use two processors has two seconds of them in a second."""
    margin: float = MARGIN
    """Seconds that a player may overstep its time, for what lies between it and the judge."""
    longest: int | None = None
    """A game of so many plies is a draw."""
    take_back: Literal["never", "ask", "free"] = "never"
    """Whether moves can be taken back, and whether the other player must agree."""
    reopen: bool = False
    """Whether a player may take back after the end, which resumes the game."""
    kept: int = 0
    """Plies at the beginning that are not taken back: they were played elsewhere, or are an opening's."""
    illegal_moves: tuple[int, int] = (0, 0)
    """How many illegal answers of the first and of the second player are replaced by a random legal move."""
    draw_offers: bool = True
    thinking: bool = False
    """Whether the progress of the players' searches is told."""

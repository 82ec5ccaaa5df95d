"""Time controls and clocks: values; whoever runs a game feeds them the time that has passed."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import Literal, get_args

from boyi.core.errors import BadClock, shorten
from boyi.core.message import Message

Timing = Literal["wall", "processor"]
"""By which clock a player's seconds are counted: the one on the wall, or the processor's."""
TIMINGS: tuple[Timing, ...] = get_args(Timing)
WALL_FACTOR, WALL_GRACE = 10.0, 5.0
"""Where processor time is charged, a player has so many times as much wall-clock time, and so many seconds
more for each move: what a busy machine may take, and the most that a player may sleep or wait."""
LOOK = 0.05
"""The shortest time between two looks at the processor time of a player that may be late."""

NUMBER = r"[0-9]{1,7}(?:\.[0-9]{1,3})?"
ACCEPTED = Message("none, 30/move, 300 (seconds a game), 300+5 (Fischer increment) or 300+3x30 (byo-yomi)")


def next_look(left: float, processors: int) -> float:
    """Seconds until a player may have used what it has left, on however many processors it computes."""
    return max(LOOK, left * processors / (os.cpu_count() or 1))


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each side has.

    >>> str(TimeControl.parse("300+5")), TimeControl.parse("10/move").per_move
    ('300+5', 10.0)
    """

    per_move: float | None = None
    """Seconds for each move, nothing carried over."""
    main: float | None = None
    """Seconds for the whole game."""
    increment: float = 0.0
    """Seconds added to the main time after each move (Fischer)."""
    periods: int = 0
    """Byo-yomi periods after the main time; one is lost each time it runs out during a move."""
    period: float = 0.0
    """Seconds of one byo-yomi period."""

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read a time control as people write it."""
        words = text.strip().lower() if isinstance(text, str) else ""
        if words in ("none", "-"):
            return cls()
        if found := re.fullmatch(rf"({NUMBER})/move", words):
            control = cls(per_move=float(found[1]))
        elif found := re.fullmatch(rf"({NUMBER})(?:\+({NUMBER}))?", words):
            control = cls(main=float(found[1]), increment=float(found[2] or 0))
        elif found := re.fullmatch(rf"({NUMBER})\+([0-9]{{1,3}})x({NUMBER})", words):
            control = cls(main=float(found[1]), periods=int(found[2]), period=float(found[3]))
        else:
            raise BadClock(
                "{text} is not a time control: write {accepted}.", text=shorten(text), accepted=ACCEPTED
            )
        if not (control.per_move or control.main or control.periods * control.period):
            raise BadClock(
                "{text} leaves no time to move: write {accepted}.", text=shorten(text), accepted=ACCEPTED
            )
        return control

    def times(self, factor: float) -> TimeControl:
        """So many times as much time.

        >>> str(TimeControl.parse("60+1").times(10))
        '600+10'
        """
        return TimeControl(
            self.per_move and self.per_move * factor,
            self.main and self.main * factor,
            self.increment * factor,
            self.periods,
            self.period * factor,
        )

    def __str__(self) -> str:
        if self.per_move is not None:
            return f"{self.per_move:g}/move"
        if self.main is None:
            return "none"
        if self.periods:
            return f"{self.main:g}+{self.periods}x{self.period:g}"
        return f"{self.main:g}+{self.increment:g}" if self.increment else f"{self.main:g}"


@dataclass(frozen=True, slots=True)
class Side:
    """What one side has left."""

    main: float
    periods: int


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' time under their controls; ``spend`` returns the clock after a move.

    >>> clock = Clock.start(TimeControl.parse("10+2"))
    >>> clock.spend(0, 4.0).left(0), clock.spend(0, 11.0)
    (8.0, None)
    """

    control: TimeControl
    """The first player's, and the second's where it has none of its own."""
    sides: tuple[Side, Side]
    second: TimeControl | None = None
    """The second player's own control, where the two have different ones."""

    @classmethod
    def start(cls, control: TimeControl, second: TimeControl | None = None) -> Clock:
        """A fresh clock."""
        first, other = (Side(one.main or 0.0, one.periods) for one in (control, second or control))
        return cls(control, (first, other), None if second == control else second)

    def control_of(self, player: int) -> TimeControl:
        """The control of one side."""
        return self.second if player and self.second is not None else self.control

    def told_to(self, player: int) -> Clock:
        """The clock as a player is told it: under its own control."""
        return self if self.second is None else Clock(self.control_of(player), self.sides)

    def left(self, player: int, elapsed: float = 0.0) -> float | None:
        """Seconds until ``player`` loses on time, ``elapsed`` seconds into its move; None without a limit."""
        control, side = self.control_of(player), self.sides[player]
        if control.per_move is not None:
            return control.per_move - elapsed
        if control.main is None:
            return None
        return side.main + side.periods * control.period - elapsed

    def spend(self, player: int, elapsed: float) -> Clock | None:
        """The clock after ``player`` moved in ``elapsed`` seconds, or None if its flag fell."""
        left = self.left(player, elapsed)
        if left is None:
            return self
        if left < 0:
            return None
        control, side = self.control_of(player), self.sides[player]
        if control.per_move is not None:
            return self
        over = elapsed - side.main
        if over <= 0:
            after = replace(side, main=side.main - elapsed + control.increment)
        elif control.periods:
            # The period in which the move was made is not lost; those that ran out before it are.
            lost = int(over // control.period)
            after = Side(0.0, side.periods - min(lost, side.periods - 1))
        else:
            after = Side(control.increment, 0)
        sides = (self.sides[0], after) if player else (after, self.sides[1])
        return replace(self, sides=sides)

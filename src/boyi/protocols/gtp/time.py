"""GTP's time: what ``time_settings`` and ``time_left`` leave for a move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boyi.protocols.actions import Limits
from boyi.protocols.situation import Situation
from boyi.protocols.time_management import moves_to_go, share


@dataclass(frozen=True, slots=True)
class GtpTime:
    """Canadian time as GTP knows it: a main time, then so many stones within each period."""

    main: float | None = None
    """Seconds; None: no time limit was set."""
    period: float = 0.0
    stones: int = 0
    left: tuple[tuple[float, int] | None, tuple[float, int] | None] = (None, None)
    """What ``time_left`` said last for each colour: seconds, and stones (0 during the main time)."""

    @classmethod
    def settings(cls, main: float, period: float, stones: int) -> GtpTime:
        """A new control; a period without stones means that there is no limit."""
        return cls() if period > 0 and stones == 0 else cls(main, period, stones)

    def told(self, colour: int, seconds: float, stones: int) -> GtpTime:
        """The same after a ``time_left``."""
        news = (seconds, stones)
        return replace(self, left=(news, self.left[1]) if colour == 0 else (self.left[0], news))

    def limits(self, situation: Situation) -> Limits:
        """What the side to move may use for one move."""
        told = self.left[situation.turn]
        if told is None and self.main is None:
            return Limits()
        seconds, stones = told if told is not None else (self.main or 0.0, 0)
        if stones:
            return Limits(seconds=share(seconds, stones))
        if self.stones and seconds <= 0:
            return Limits(seconds=share(self.period, self.stones))
        rest = share(seconds, moves_to_go(situation))
        # With periods to come the main time may be used up; each period then pays for its own stones.
        return Limits(seconds=max(rest, share(self.period, self.stones)) if self.stones else rest)

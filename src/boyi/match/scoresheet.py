"""What a match writes: moves with their times, take-backs and the end, on a record and its clock."""

from __future__ import annotations

from boyi.core.clock import WALL_FACTOR, Clock
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.match.events import MovePlayed, TakenBack
from boyi.match.replay import DETAIL, DIGITS, TIMING, charge, clock_after, for_first, write_control
from boyi.match.rules import MatchRules
from boyi.players.base import Decision


class Scoresheet:
    """A record and the clocks that follow from it."""

    def __init__(self, record: GameRecord, rules: MatchRules) -> None:
        self.record, self._rules = record, rules
        self._start = Clock.start(rules.control, rules.second)
        self.clock = self.wall = self._start
        """What each side has left, and what it has left on the wall."""
        self._look_up()

    def _look_up(self) -> None:
        """Take the clocks from the record."""
        self.clock = self.wall = clock_after(self.record, self._start)
        if self._rules.timing == "processor":
            first, second = (self._start.control_of(side).times(WALL_FACTOR) for side in (0, 1))
            self.wall = clock_after(self.record, Clock.start(first, second), wall=True)

    def begin(self) -> None:
        """Write down the time control."""
        write_control(self.record, self._start)
        self.record.headers.pop(TIMING, None)
        if self._rules.timing != "wall":
            self.record.headers[TIMING] = self._rules.timing

    def exchange_controls(self) -> None:
        """The players have changed their sides before the first move that is timed."""
        if self._start.second is not None:
            self._start = Clock.start(self._start.second, self._start.control)
            self._look_up()
            self.begin()

    def play(
        self, decision: Decision, elapsed: float, passed: float | None = None, *, forced: bool = False
    ) -> MovePlayed:
        """Write a legal move and charge its time; ``passed``: on the wall, if that is not charged."""
        record, move = self.record, decision.move
        assert move is not None
        position = record.position
        side, text = position.turn, record.game.format_move(move, position)
        left = self.clock.left(side)
        # What lies within the margin is forgiven; the record holds what was charged, so it can be replayed.
        spent = round(elapsed if left is None else min(elapsed, left), 3)
        self.clock = charge(self.clock, side, spent)
        node = record.nodes[record.play(move)]
        node.spent = spent
        if passed is not None:
            node.wall = passed = round(passed, 3)
        self.wall = charge(self.wall, side, spent if passed is None else passed)
        if (left := self.clock.left(side)) is not None:
            node.clock = round(left, 3)
        rate = decision.win_rate
        if rate is not None:
            rate = round(rate, DIGITS)
            node.evaluation = for_first(rate, side)
        return MovePlayed(record.plies, side, move, text, self.clock, spent, rate, forced, decision.playouts)

    def place(self, move: int) -> MovePlayed:
        """Write a stone of an opening, which has no time: it costs and brings nobody any."""
        record, position = self.record, self.record.position
        text = record.game.format_move(move, position)
        record.play(move)
        return MovePlayed(record.plies, position.turn, move, text, self.clock)

    def take_back(self, plies: int) -> TakenBack:
        """Remove the last moves, and the result if there is one."""
        over = self.record.outcome is not None
        self.record.take_back(plies)
        self.record.headers.pop(DETAIL, None)
        self.record.detail = None
        self._look_up()
        return TakenBack(self.record.plies, self.clock, reopened=over)

    def finish(self, outcome: Outcome, detail: Message | None) -> None:
        """Write the end, unless the board says it."""
        if self.record.outcome is None:
            self.record.result = outcome
        if detail is not None:
            self.record.headers[DETAIL] = str(detail)
            self.record.detail = detail

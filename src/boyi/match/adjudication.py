"""Games that end early: both players agree who wins, or a solver has proven how the game ends."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.outcome import ADJUDICATED, SOLVED, Outcome
from boyi.core.record import GameRecord
from boyi.engines.solvers import TooLarge, solve
from boyi.players.base import in_thread


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a referee ends a game before the board does."""

    rate: float | None = None
    """The win rate of one side from which on both players must see it, in their own moves' evaluations."""
    plies: int = 6
    """For so many plies in a row."""
    solver: float | None = None
    """Seconds that the game's exact solver gets after each move; None: it is not asked."""

    async def judge(self, record: GameRecord) -> Outcome | None:
        """How the game ends now, if it does."""
        if record.outcome is not None:
            return None
        agreed = self.agreed(record)
        return agreed if agreed is not None else await self._solved(record)

    def agreed(self, record: GameRecord) -> Outcome | None:
        """The win that the last evaluations agree about.

        >>> import boyi
        >>> record = boyi.GameRecord(boyi.game("tictactoe"))
        >>> _ = record.play_text("b2 a1 c1")
        >>> for node in record.nodes[1:]: node.evaluation = 0.97
        >>> Adjudication(rate=0.95, plies=3).agreed(record)
        Outcome(winner=0, reason='adjudicated', score=None)
        >>> Adjudication(rate=0.98, plies=3).agreed(record) is None
        True
        """
        if self.rate is None:
            return None
        line = record.main_line()[1:]
        if len(line) < self.plies:
            return None
        rates = [record.nodes[node].evaluation for node in line[-self.plies :]]
        known = [rate for rate in rates if rate is not None]
        if len(known) == self.plies and min(known) >= self.rate:
            return Outcome(0, ADJUDICATED)
        if len(known) == self.plies and max(known) <= 1 - self.rate:
            return Outcome(1, ADJUDICATED)
        return None

    async def _solved(self, record: GameRecord) -> Outcome | None:
        """What the solver proves for the side to move: that it wins, or an exact score."""
        seconds = self.solver
        if seconds is None or record.game.solver is None:
            return None
        position = record.position
        try:
            answer = await in_thread(lambda: solve(position, seconds=seconds))
        except TooLarge:
            return None  # later positions are smaller
        if answer.exact and answer.score is not None:
            score = answer.score if position.turn == 0 else -answer.score
            return Outcome(None if score == 0 else int(score < 0), SOLVED, score)
        # Who does not win by force need not lose: the other side is asked after the next move.
        return Outcome(position.turn, SOLVED) if answer.win else None

"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.message import Message, Term

RESIGNED, TIME_OUT, ILLEGAL, CRASH, FLOOD = "resigned", "time out", "illegal move", "crash", "flood"
"""Reasons for which a player loses a match, whatever stands on the board."""
CHANGED_BOARD = "changed board"
"""The same, on the Mo platform: the player changed the board that it was shown."""
STOPPED = "stopped"
"""The reason when the referee stops a game and what stands on the board counts."""
ADJUDICATED, SOLVED = "adjudicated", "solved"
"""Reasons when the referee ends a game early: both players agree who wins, or a solver has proven it."""
AGREED, LENGTH = "agreed", "length"
"""Reasons for which a match is a draw, whatever stands on the board."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won, why, and by how much where the game counts points.

    >>> Outcome(winner=0, reason="five").value(1)
    0.0
    """

    winner: int | None
    """0 or 1, or None for a draw."""
    reason: str
    """One word or two: ``five``, ``full board``, ``discs``, ``repetition``, ``resigned``…"""
    score: int | None = None
    """Points of the first player minus points of the second (Othello discs)."""

    def value(self, player: int) -> float:
        """1.0 if ``player`` won, 0.0 if it lost, 0.5 for a draw."""
        return 0.5 if self.winner is None else float(self.winner == player)


def no_more_moves(outcome: Outcome) -> Message:
    """Why no move can follow the end of a game."""
    return Message("The game is over ({reason}); no more moves can be played.", reason=Term(outcome.reason))

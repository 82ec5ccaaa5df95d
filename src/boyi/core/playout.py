"""Random games from a position: the plain Python way, and the tally that every back end returns."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError
from boyi.core.search_clock import search_time

if TYPE_CHECKING:
    from random import Random

    from boyi.core.game import Position

UNLIMITED = (1 << 63) - 1


class BadLimit(BoyiError):
    """Playouts were asked for without an end, or with one that makes no sense."""


@dataclass(frozen=True, slots=True)
class PlayoutTally:
    """How a number of random games ended.

    >>> (PlayoutTally(3, 20, (2, 0), 1) + PlayoutTally(1, 9, (0, 1), 0)).value(0)
    0.625
    """

    games: int = 0
    plies: int = 0
    wins: tuple[int, int] = (0, 0)
    """Games won by the first and by the second player."""
    draws: int = 0

    def value(self, player: int) -> float:
        """The mean result for ``player``: 1 for a win, one half for a draw; one half without any game."""
        return (self.wins[player] + self.draws / 2) / self.games if self.games else 0.5

    def __add__(self, other: PlayoutTally) -> PlayoutTally:
        wins = (self.wins[0] + other.wins[0], self.wins[1] + other.wins[1])
        return PlayoutTally(
            self.games + other.games, self.plies + other.plies, wins, self.draws + other.draws
        )


def check_limits(count: int | None, seconds: float | None) -> tuple[int, float]:
    """Both limits as numbers, where at least one was given and neither is negative."""
    if count is None and seconds is None:
        raise BadLimit("Say how many playouts to play, or for how many seconds.")
    if (count is not None and count < 0) or (seconds is not None and (seconds < 0 or isnan(seconds))):
        raise BadLimit("A number of playouts or seconds must not be negative.")
    return UNLIMITED if count is None else min(count, UNLIMITED), inf if seconds is None else seconds


def play_randomly(position: Position, random: Random, cap: int) -> tuple[int | None, int]:
    """Play uniform random moves to the end, or until ``cap`` plies make it a draw: (winner, plies)."""
    for plies in range(cap):
        moves = position.moves()
        if not moves:
            return position.outcome.winner if position.outcome else None, plies
        position = position._after(moves[int(random.random() * len(moves))])
    return position.outcome.winner if position.outcome else None, cap


def tally_playouts(position: Position, count: int, seconds: float, seed: int) -> PlayoutTally:
    """Random games until ``count`` are played or ``seconds`` are over; at least one if ``count`` allows."""
    from random import Random  # native games have their own, and this one takes time to load

    random, cap = Random(seed), position.game.playout_cap
    ends = search_time() + seconds
    games = plies = draws = 0
    wins = [0, 0]
    while games < count:
        winner, length = play_randomly(position, random, cap)
        games += 1
        plies += length
        if winner is None:
            draws += 1
        else:
            wins[winner] += 1
        if search_time() >= ends:
            break
    return PlayoutTally(games, plies, (wins[0], wins[1]), draws)

"""What a series of games says about strength: Elo differences with error bars.

Games are best played in pairs with colours swapped on the same opening. The two games of a pair are not
independent, so where pairs are known the error is taken from them (pentanomial), else from single games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

CONFIDENCE = 1.959964
"""Standard deviations of a 95% interval."""
NORMALISED = 800 / math.log(10)
"""Normalised Elo of a mean score one standard deviation of a game above one half, times two (about 347)."""
DECIDED = 0.25
"""The variance of a game that is won or lost, and either is as likely."""
PRIOR = 1e-3
"""Added to categories that never occurred, so that a series without variance still has numbers."""


def elo(score: float) -> float:
    """The Elo difference that gives this expected score.

    >>> round(elo(0.75), 1), elo(0.5), elo(1.0)
    (190.8, 0.0, inf)
    """
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def expected(difference: float) -> float:
    """The expected score of a player so many Elo points stronger."""
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass
class MatchTally:
    """Wins, draws and losses of one player; with pairs, also how each pair ended.

    >>> tally = MatchTally(wins=30, draws=10, losses=10)
    >>> round(tally.elo), round(tally.elo_error), round(tally.los, 3)
    (147, 96, 0.999)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """How many pairs brought 0, ½, 1, 1½ and 2 points."""

    def add_pair(self, first: float, second: float) -> None:
        """Count the two games of a pair, each 1, ½ or 0 points."""
        for points in (first, second):
            self.add(points)
        self.pairs[round(2 * (first + second))] += 1

    def add(self, points: float) -> None:
        """Count one game."""
        if points == 1:
            self.wins += 1
        elif points == 0:
            self.losses += 1
        else:
            self.draws += 1

    @property
    def games(self) -> int:
        """All games counted."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points, one half before any game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> float:
        """The Elo difference the score stands for."""
        return elo(self.score)

    @property
    def elo_error(self) -> float:
        """Half the 95% interval of the Elo difference; infinite for a score of 0 or 1, or no games."""
        if not self.games or not 0 < self.score < 1:
            return math.inf
        low, high = self.elo_range
        below, above = self.elo - low, high - self.elo
        # Near 0 or 1 one side of the interval has no end; the other side is what can be said.
        return min(below, above) if math.inf in (below, above) else (below + above) / 2

    @property
    def score_error(self) -> float:
        """Half the 95% interval of the score."""
        return CONFIDENCE * self._deviation() if self.games else 0.5

    @property
    def elo_range(self) -> tuple[float, float]:
        """The 95% interval of the Elo difference; an end may be infinite.

        >>> low, high = MatchTally(wins=20).elo_range
        >>> round(low), high
        (519, inf)
        """
        return elo(self.score - self.score_error), elo(self.score + self.score_error)

    def _deviation(self) -> float:
        """The standard deviation of the mean score.

        One more sample counts along that is as uncertain as can be: a few results that happen to be alike do
        not say that all will be.
        """
        paired = sum(self.pairs) * 2 == self.games
        counts = self.pairs if paired else [self.losses, self.draws, self.wins]
        number, unknown = sum(counts), DECIDED / 2 if paired else DECIDED
        _, variance = moments(counts)
        return math.sqrt((number * variance + unknown) / (number + 1) / number)

    @property
    def los(self) -> float:
        """The likelihood of superiority: how sure it is that this player is the stronger one."""
        decided = self.wins + self.losses
        if not decided:
            return 0.5
        return 0.5 * (1 + math.erf((self.wins - self.losses) / math.sqrt(2 * decided)))


def moments(counts: Sequence[int]) -> tuple[float, float]:
    """Mean and variance of scores evenly spread from 0 to 1, each seen so often."""
    weights = [count or PRIOR for count in counts]
    total, top = sum(weights), len(counts) - 1
    mean = sum(weight * place / top for place, weight in enumerate(weights)) / total
    variance = sum(weight * (place / top - mean) ** 2 for place, weight in enumerate(weights)) / total
    return mean, variance


def normalised_elo(counts: Sequence[int]) -> tuple[float, float]:
    """Normalised Elo and half its 95% interval, from pairs (5 counts) or single games (3 counts)."""
    games_each = 2 if len(counts) == 5 else 1
    mean, variance = moments(counts)
    value = (mean - 0.5) / math.sqrt(variance * games_each) * NORMALISED
    games = games_each * sum(counts)
    return value, CONFIDENCE * NORMALISED / math.sqrt(games) if games else math.inf

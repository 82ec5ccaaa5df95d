"""The sequential probability ratio test: stop a series as soon as it has shown enough, either way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from boyi.arena.rating import NORMALISED, moments

Verdict = Literal["better", "not better"]


@dataclass(frozen=True)
class Sprt:
    """A test between two hypotheses on the strength difference, in normalised Elo.

    >>> test = Sprt(0, 2)
    >>> round(test.llr([379, 10170, 21828, 10640, 343]), 2), test.verdict([379, 10170, 21828, 10640, 343])
    (2.95, 'better')
    """

    elo0: float
    """The difference if there is nothing in it."""
    elo1: float
    """The difference worth having."""
    alpha: float = 0.05
    """How often nothing may pass for something."""
    beta: float = 0.05
    """How often something may pass for nothing."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio so far: of pairs by 0, ½, 1, 1½, 2 points, or of games by 0, ½, 1."""
        number = sum(counts)
        if not number:
            return 0.0
        mean, variance = moments(counts)
        games_each = 2 if len(counts) == 5 else 1
        # In units of a sample's deviation the best likelihood under each hypothesis has a closed form.
        seen = (mean - 0.5) / math.sqrt(variance)
        under0, under1 = (value / NORMALISED * math.sqrt(games_each) for value in (self.elo0, self.elo1))
        return number / 2 * (math.log1p((seen - under0) ** 2) - math.log1p((seen - under1) ** 2))

    def verdict(self, counts: Sequence[int]) -> Verdict | None:
        """The result of the test, or None while it must go on."""
        low, high = self.bounds
        ratio = self.llr(counts)
        return "better" if ratio >= high else "not better" if ratio <= low else None

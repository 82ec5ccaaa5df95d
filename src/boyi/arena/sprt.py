"""The sequential probability ratio test: stop a series as soon as it has shown enough, either way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from boyi.arena.rating import NORMALISED, PRIOR

Verdict = Literal["better", "not better"]
STEPS, CLOSE = 100, 1e-9
"""How long and how closely the most likely chances are looked for."""


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
        shares = [(count or PRIOR) / number for count in counts]
        games_each = 2 if len(counts) == 5 else 1
        unit = math.sqrt(games_each) / NORMALISED
        fits = (most_likely(shares, value * unit) for value in (self.elo0, self.elo1))
        under0, under1 = (
            sum(share * math.log(chance) for share, chance in zip(shares, fit, strict=True)) for fit in fits
        )
        return number * (under1 - under0)

    def verdict(self, counts: Sequence[int]) -> Verdict | None:
        """The result of the test, or None while it must continue."""
        low, high = self.bounds
        ratio = self.llr(counts)
        return "better" if ratio >= high else "not better" if ratio <= low else None


def most_likely(shares: Sequence[float], strength: float) -> list[float]:
    """The chances that explain the shares best, if the mean lies ``strength`` deviations above one half.

    The condition is not linear in the chances, so it is laid flat around the last answer, solved there
    (each chance is its share over ``1 + x * slope``), and again until nothing moves.
    """
    top = len(shares) - 1
    scores = [place / top for place in range(len(shares))]
    total = sum(shares)
    # A start that keeps the condition: only wins and losses.
    wins = 0.5 + strength / (2 * math.sqrt(1 + strength * strength))
    chances = [1 - wins, *[0.0] * (top - 1), wins]
    for _ in range(STEPS):
        mean = sum(chance * score for chance, score in zip(chances, scores, strict=True))
        deviation = math.sqrt(
            sum(chance * (score - mean) ** 2 for chance, score in zip(chances, scores, strict=True))
        )
        slopes = [
            score - 0.5 - strength * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in scores
        ]
        root = _root(shares, slopes)
        before = chances
        chances = [share / total / (1 + root * slope) for share, slope in zip(shares, slopes, strict=True)]
        if max(abs(new - old) for new, old in zip(chances, before, strict=True)) < CLOSE:
            break
    return chances


def _root(shares: Sequence[float], slopes: Sequence[float]) -> float:
    """Where the sum of ``share * slope / (1 + x * slope)`` is nothing; it falls as ``x`` grows."""
    low, high = -1 / max(slopes), -1 / min(slopes)
    x = 0.0
    for _ in range(STEPS):
        value = fall = 0.0
        for share, slope in zip(shares, slopes, strict=True):
            part = slope / (1 + x * slope)
            value += share * part
            fall += share * part * part
        low, high = (x, high) if value > 0 else (low, x)
        step = value / fall
        following = x + step if low < x + step < high else (low + high) / 2
        if abs(following - x) < CLOSE * (high - low):
            return following
        x = following
    return x

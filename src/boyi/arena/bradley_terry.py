"""Ratings of many players from games among them: Bradley-Terry with draws and a first-move advantage.

With the strengths r of the players in Elo, black's advantage a and x = 10 ** ((r_black + a) / 400),
y = 10 ** (r_white / 400), black wins, draws and loses in the ratio x : d * sqrt(x * y) : y (Davidson's ties,
Davidson and Beaver's order effect). Strengths, a and d are those of maximum likelihood, found by Newton's
method; the likelihood has one maximum. Intervals follow from its curvature there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from boyi.arena.linear import invert, solve
from boyi.arena.rating import CONFIDENCE

ELO = 400 / math.log(10)
"""Elo points of a strength ratio of e."""
PRIOR = 1_000.0
"""Elo points: strengths are taken to lie about so far from their mean before any game is played. It keeps the
rating of a player that has won or lost all games finite, and hardly moves that of any other."""
ADVANTAGE_PRIOR = 400.0
"""The same for black's advantage."""
STEPS, CLOSE = 200, 1e-9

Played = tuple[str, str, float]
"""Who had black, who had white, and black's points: 1, ½ or 0."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What the games say about one player."""

    name: str
    elo: float
    error: float
    """Half the 95% interval; infinite if there is no game to tell."""
    games: int = 0
    points: float = 0.0

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.elo - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.elo + self.error

    @property
    def is_one_sided(self) -> bool:
        """Whether it has won or lost everything: the rating is then only a bound."""
        return self.games > 0 and self.points in (0, self.games)


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, the strongest first, and what black and draws are worth."""

    players: tuple[Rating, ...]
    advantage: float = 0.0
    """Elo points that the first move is worth."""
    advantage_error: float = math.inf
    draw: float = 0.0
    """d of the model: draws per win between equals; 0 if there was no draw."""
    by_name: Mapping[str, Rating] = field(default_factory=dict)

    def expected(self, black: str, white: str) -> float:
        """The points that black can expect of a game."""
        win, draw, _ = _chances(
            (self.by_name[black].elo + self.advantage) / ELO, self.by_name[white].elo / ELO, self.draw
        )
        return win + draw / 2


def fit_ratings(
    games: Iterable[Played],
    players: Iterable[str] = (),
    anchors: Mapping[str, float] | None = None,
    prior: float | None = PRIOR,
) -> Ratings:
    """The most likely ratings; their mean is 0, unless ``anchors`` fixes some of them.

    ``players`` also names those who have not played. Without a ``prior`` (None) these are the ratings of
    plain maximum likelihood, which exist if no group of players has won all its games against the others.

    >>> games = [("a", "b", 1.0)] * 15 + [("a", "b", 0.0)] * 5
    >>> games += [("b", "a", 0.0)] * 15 + [("b", "a", 1.0)] * 5
    >>> ratings = fit_ratings(games, prior=None)
    >>> [round(ratings.by_name[name].elo, 1) for name in "ab"], round(abs(ratings.advantage), 3)
    ([95.4, -95.4], 0.0)
    """
    table = Counter(games)
    names = sorted({*players, *(name for black, white, _ in table for name in (black, white))})
    model = _Model(table, names, dict(anchors or {}), prior)
    model.climb()
    return model.ratings()


class _Model:
    """The likelihood around the present values. Values: free strengths, black's advantage, ln d."""

    def __init__(
        self, table: Counter[Played], names: list[str], anchors: dict[str, float], prior: float | None
    ) -> None:
        self.table, self.names, self.anchors, self.prior = table, names, anchors, prior
        self.free = [name for name in names if name not in anchors]
        self.place = {name: place for place, name in enumerate(self.free)}
        self.has_draws = any(points == 0.5 for _, _, points in table)
        self.advantage = len(self.free)
        self.size = len(self.free) + 1 + self.has_draws
        self.centre = sum(anchors.values()) / len(anchors) / ELO if anchors else 0.0
        self.values = [self.centre] * len(self.free) + [0.0] * (1 + self.has_draws)

    def climb(self) -> None:
        """Newton's method, with half steps where a whole one would lead down."""
        now = self.likelihood(self.values)
        for _ in range(STEPS):
            gradient, information = self.slopes()
            step = solve(information, gradient)
            scale = 1.0
            while True:
                tried = [value + scale * part for value, part in zip(self.values, step, strict=True)]
                then = self.likelihood(tried)
                if then >= now - 1e-12 or scale < 1e-6:
                    break
                scale /= 2
            moved = max((abs(scale * part) for part in step), default=0.0)
            self.values, now = tried, then
            if moved < CLOSE:
                return

    def likelihood(self, values: Sequence[float]) -> float:
        """Its logarithm, with the prior."""
        total = 0.0
        draw = math.exp(values[-1]) if self.has_draws else 0.0
        for (black, white, points), count in self.table.items():
            x, y = self._strength(black, values) + values[self.advantage], self._strength(white, values)
            win, drawn, loss = _chances(x, y, draw)
            total += count * math.log(max(win if points == 1 else loss if points == 0 else drawn, 1e-300))
        for place, weight in self._weights():
            total -= weight * (values[place] - self._middle(place)) ** 2 / 2
        return total

    def slopes(self) -> tuple[list[float], list[list[float]]]:
        """The gradient, and the information: the curvature downwards."""
        gradient = [0.0] * self.size
        information = [[0.0] * self.size for _ in range(self.size)]
        draw = math.exp(self.values[-1]) if self.has_draws else 0.0
        for (black, white, points), count in self.table.items():
            x = self._strength(black, self.values) + self.values[self.advantage]
            chances = _chances(x, self._strength(white, self.values), draw)
            features = self._features(black, white)
            mean: dict[int, float] = {}
            for chance, feature in zip(chances, features, strict=True):
                for place, value in feature.items():
                    mean[place] = mean.get(place, 0.0) + chance * value
            seen = features[0 if points == 1 else 2 if points == 0 else 1]
            for place, value in mean.items():
                gradient[place] += count * (seen.get(place, 0.0) - value)
            for chance, feature in zip(chances, features, strict=True):
                off = {place: feature.get(place, 0.0) - value for place, value in mean.items()}
                for row, left in off.items():
                    for column, right in off.items():
                        information[row][column] += count * chance * left * right
        for place, weight in self._weights():
            gradient[place] -= weight * (self.values[place] - self._middle(place))
            information[place][place] += weight
        if not self.anchors:
            # The mean of the strengths is not decided by games: it is held where it is.
            for row in range(len(self.free)):
                for column in range(len(self.free)):
                    information[row][column] += 1.0
        return gradient, information

    def ratings(self) -> Ratings:
        """The values in Elo with their intervals."""
        count = len(self.free)
        _, information = self.slopes()
        spread = invert(information)
        mean = 0.0 if self.anchors or not count else sum(self.values[:count]) / count
        played, points = Counter[str](), Counter[str]()
        for (black, white, won), number in self.table.items():
            played.update({black: number, white: number})
            points[black] += number * won  # type: ignore[assignment]
            points[white] += number * (1 - won)  # type: ignore[assignment]
        found = []
        for name in self.names:
            place = self.place.get(name)
            if place is None:
                value, error = self.anchors[name], 0.0
            else:
                value = (self.values[place] - mean) * ELO
                error = CONFIDENCE * ELO * math.sqrt(max(self._variance(spread, place), 0.0))
            if place is not None and not played[name]:
                error = math.inf
            found.append(Rating(name, value, error, played[name], float(points[name])))
        found.sort(key=lambda rating: (-rating.elo, rating.name))
        return Ratings(
            tuple(found),
            self.values[self.advantage] * ELO,
            CONFIDENCE * ELO * math.sqrt(max(spread[self.advantage][self.advantage], 0.0))
            if self.table
            else math.inf,
            math.exp(self.values[-1]) if self.has_draws else 0.0,
            {rating.name: rating for rating in found},
        )

    def _variance(self, spread: list[list[float]], place: int) -> float:
        """Of a strength; without anchors, of its distance from the mean of all."""
        if self.anchors:
            return spread[place][place]
        count = len(self.free)
        weights = [(1.0 if other == place else 0.0) - 1 / count for other in range(count)]
        return sum(
            left * right * spread[row][column]
            for row, left in enumerate(weights)
            for column, right in enumerate(weights)
        )

    def _strength(self, name: str, values: Sequence[float]) -> float:
        place = self.place.get(name)
        return self.anchors[name] / ELO if place is None else values[place]

    def _features(self, black: str, white: str) -> list[dict[int, float]]:
        """What each value adds to the logarithm of the weight of a win, a draw and a loss."""
        win: dict[int, float] = {self.advantage: 1.0}
        loss: dict[int, float] = {}
        if (place := self.place.get(black)) is not None:
            win[place] = 1.0
        if (place := self.place.get(white)) is not None:
            loss[place] = 1.0
        drawn: dict[int, float] = {}
        for feature in (win, loss):
            for place, value in feature.items():
                drawn[place] = drawn.get(place, 0.0) + value / 2
        if self.has_draws:
            drawn[self.size - 1] = 1.0
        return [win, drawn, loss]

    def _weights(self) -> list[tuple[int, float]]:
        """How strongly the prior holds each value."""
        if self.prior is None:
            return []
        strength = (ELO / self.prior) ** 2
        held = [(place, strength) for place in range(len(self.free))]
        held.append((self.advantage, (ELO / ADVANTAGE_PRIOR) ** 2))
        return [*held, (self.size - 1, 0.01)] if self.has_draws else held

    def _middle(self, place: int) -> float:
        return self.centre if place < len(self.free) else 0.0


def _chances(black: float, white: float, draw: float) -> tuple[float, float, float]:
    """Of a win, a draw and a loss of black, by strengths in natural units."""
    half = min(max(black - white, -600.0), 600.0) / 2
    win, loss = math.exp(half), math.exp(-half)
    total = win + loss + draw
    return win / total, draw / total, loss / total

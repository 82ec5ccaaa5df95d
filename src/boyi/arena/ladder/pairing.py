"""Who meets whom next on the ladder, and how it stands: pure functions of the games so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boyi.arena.bradley_terry import Rating, fit_ratings


@dataclass(frozen=True)
class LadderGame:
    """A finished game of the ladder."""

    number: int
    black: str
    white: str
    points: float
    """Of black."""
    reason: str


def rate_ladder(
    games: Sequence[LadderGame], bots: Sequence[str], scale: Mapping[str, float]
) -> dict[str, Rating]:
    """The ratings of the bots on the scale of the levels, from all games, also of earlier versions."""
    played = [(game.black, game.white, game.points) for game in games]
    met = {name for game in games for name in (game.black, game.white)}
    unknown = [name for name in dict.fromkeys([*bots, *sorted(met)]) if name not in scale]
    return dict(fit_ratings(played, unknown, scale).by_name) if unknown else {}


def next_pair(
    bots: Sequence[str],
    levels: Sequence[str],
    games: Sequence[LadderGame],
    elo: Mapping[str, float],
    most: int,
) -> tuple[str, str] | None:
    """The bot with the fewest games, and whom it meets: whom it met least, of those the nearest in strength.

    ``elo``: how strong each is. None if all bots have played ``most`` games.

    >>> next_pair(["a", "b"], ["level:1"], [], {"a": 900.0, "b": 500.0, "level:1": 1000.0}, 4)
    ('a', 'level:1')
    >>> next_pair([], ["level:1"], [], {"level:1": 1000.0}, 4) is None
    True
    """
    count: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for game in games:
        count.update((game.black, game.white))
        met[frozenset((game.black, game.white))] += 1
    waiting = [name for name in bots if count[name] < most]
    if not waiting:
        return None
    first = min(waiting, key=lambda name: count[name])
    others = [name for name in (*bots, *levels) if name != first]
    if not others:
        return None
    second = min(others, key=lambda name: (met[frozenset((first, name))], abs(elo[name] - elo[first])))
    return first, second

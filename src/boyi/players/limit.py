"""What a move may cost: given from outside, it overrides what a player would take by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from boyi.core.errors import BoyiError


class WrongLimit(BoyiError):
    """A limit that a player cannot keep."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A budget per move; None: not given.

    >>> Limit(time=0.5).over({"time": 55.0, "depth": 4}, {"time", "depth"}, "classic:x")
    {'depth': 4, 'time': 0.5}
    """

    time: float | None = None
    """Seconds. Players with a fixed amount of work stop early when they end."""
    nodes: int | None = None
    depth: int | None = None

    def over(self, settings: Mapping[str, Any], known: Collection[str], player: str) -> dict[str, Any]:
        """The settings with this limit laid over them; the own time counts only if nothing is given."""
        given = {name: value for name in self.__slots__ if (value := getattr(self, name)) is not None}
        for name in given:
            # A player that takes no time anyway (random) keeps any time limit.
            if name not in known and name != "time":
                raise WrongLimit("{player} cannot be limited by {name}.", player=player, name=name)
        kept = {name: value for name, value in settings.items() if not (given and name == "time")}
        return kept | {name: value for name, value in given.items() if name in known}

"""What settings share that measure players on the scale of a game's levels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from boyi.core.game import Game
from boyi.core.loading import load
from boyi.core.registry import make_game


class LevelScale:
    """A game, its levels and their ratings; the games that are played are numbered from 1."""

    game: str
    options: Mapping[str, Any]

    @cached_property
    def rules_of_game(self) -> Game:
        """The game that is played."""
        return make_game(self.game, **self.options)

    @cached_property
    def scale(self) -> dict[str, float]:
        """All levels of the game and their ratings."""
        ratings = load(self.rules_of_game.level_ratings)
        return {f"level:{number}": float(rating) for number, rating in enumerate(ratings, start=1)}

    def game_of(self, key: int) -> Game | None:
        """The rules of a game of this number; None if there is no such game."""
        return self.rules_of_game if key >= 1 else None

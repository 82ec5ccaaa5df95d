"""``classic:NAME``: the players that the games bring, most of them the five source programs.

docs/sources.md says where the settings of those come from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from boyi.core.errors import BoyiError
from boyi.core.game import Game
from boyi.core.loading import load
from boyi.core.message import Term
from boyi.core.registry import game_class, game_names
from boyi.core.result import SearchResult
from boyi.engines.mcts import MctsEngine
from boyi.players.engine import Engine, Progress, SearchRequest, Stop
from boyi.players.spec import Kind

PLAIN = {"solver": False, "decisive": False, "rave": False, "bias": 0.0, "forced": False, "expand": 1}
"""Turns off what the native tree search knows beyond the sources."""


class ClassicEngine(Engine):
    """An engine that plays one game only."""

    def __init__(self, name: str, game: str, engine: Engine) -> None:
        self.name, self.game, self.engine = name, game, engine
        self.threads = engine.threads

    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        self.check_game(request.position.game)
        return self.engine.search(request, seconds, progress, stop)

    def check_game(self, game: Game) -> None:
        if game.name != self.game:
            raise BoyiError(
                "classic:{name} plays {game}, not {other}.",
                name=self.name,
                game=Term(self.game),
                other=Term(game.name),
            )


def classics_of(game: type[Game]) -> Mapping[str, Kind]:
    """The players that a game brings, by name."""
    return cast("Mapping[str, Kind]", load(game.classics))


def classic_kinds() -> dict[str, Kind]:
    """The players that all games bring, by name, each for its own game only."""
    return {
        name: replace(kind, make=_maker(name, game, kind))
        for game in game_names()
        for name, kind in classics_of(game_class(game)).items()
    }


def _maker(name: str, game: str, kind: Kind) -> Any:
    return lambda settings: ClassicEngine(name, game, load(kind.make)(settings))


def plain_tree_search(settings: Mapping[str, Any], **native: Any) -> MctsEngine:
    """A tree search as the sources describe it: every move begins with an empty tree."""
    return MctsEngine({"reuse": False, **settings}, {**PLAIN, **native})

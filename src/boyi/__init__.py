"""Boyi (博弈): play, study and pit board-game programs.

>>> import boyi
>>> position = boyi.game("gomoku", size=15, rule="renju").start()
>>> len(position.legal_moves)
225
>>> record = boyi.play_match("othello", "level:1", "random", seed=1)
>>> record.plies > 50
True
"""

import typing as _typing

from boyi import games as _games  # registers the games that come with Boyi
from boyi.core.backend import register_backend
from boyi.core.errors import BadMove, BadOption, BadPosition, BoyiError, IllegalMove
from boyi.core.game import Game, Position
from boyi.core.lazy import lazy_names as _lazy_names
from boyi.core.message import Message
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.plugins import PLAYERS as _PLAYERS
from boyi.core.plugins import bring as _bring
from boyi.core.registry import game_names, register_game
from boyi.core.registry import make_game as game
from boyi.core.renderer import Renderer as _Renderer
from boyi.core.renderer import register_renderer as _register_renderer
from boyi.native.provider import provide_native as _provide_native

if _typing.TYPE_CHECKING:
    from boyi.arena.bot_rating import RatingSettings, rate_bot
    from boyi.arena.play import play_match, play_series
    from boyi.arena.results import Standing
    from boyi.arena.series import Series
    from boyi.arena.settings import SeriesSettings
    from boyi.core.clock import Clock, TimeControl
    from boyi.core.evaluation import Evaluation
    from boyi.core.record import GameRecord
    from boyi.core.result import Candidate, SearchResult
    from boyi.engines.reviewing import review
    from boyi.engines.search import search
    from boyi.match.match import Match
    from boyi.match.rules import MatchRules
    from boyi.players.base import Decision, Player, PlayerFailed
    from boyi.players.limit import Limit
    from boyi.players.spec import Kind, Spec, make_player, register_player
    from boyi.programs.sandbox import protection
    from boyi.store.finding import GameFilter
    from boyi.store.store import Store


def _load_renderer() -> _Renderer:
    from boyi.drawing import notebook

    return notebook


register_backend("native", _provide_native)
_register_renderer(_load_renderer)
_bring(_PLAYERS, "boyi.engines.kinds:register", "boyi.programs.kinds:register")
game.__module__, game.__name__, game.__qualname__ = "boyi", "game", "game"  # as help() shows it

__version__ = "0.2.0"

__all__ = [
    "BadMove",
    "BadOption",
    "BadPosition",
    "BoyiError",
    "Candidate",
    "Clock",
    "Decision",
    "Evaluation",
    "Game",
    "GameFilter",
    "GameRecord",
    "IllegalMove",
    "Kind",
    "Limit",
    "Match",
    "MatchRules",
    "Message",
    "Option",
    "Outcome",
    "Player",
    "PlayerFailed",
    "Position",
    "RatingSettings",
    "SearchResult",
    "Series",
    "SeriesSettings",
    "Spec",
    "Standing",
    "Store",
    "TimeControl",
    "game",
    "game_names",
    "make_player",
    "play_match",
    "play_series",
    "protection",
    "rate_bot",
    "register_backend",
    "register_game",
    "register_player",
    "review",
    "search",
]

# Loaded when first used, because the first move of a new process should not wait for them.
_LATER = {
    "Candidate": "boyi.core.result",
    "Clock": "boyi.core.clock",
    "Decision": "boyi.players.base",
    "Evaluation": "boyi.core.evaluation",
    "GameFilter": "boyi.store.finding",
    "GameRecord": "boyi.core.record",
    "Kind": "boyi.players.spec",
    "Limit": "boyi.players.limit",
    "Match": "boyi.match.match",
    "MatchRules": "boyi.match.rules",
    "Player": "boyi.players.base",
    "PlayerFailed": "boyi.players.base",
    "RatingSettings": "boyi.arena.bot_rating",
    "SearchResult": "boyi.core.result",
    "Series": "boyi.arena.series",
    "SeriesSettings": "boyi.arena.settings",
    "Spec": "boyi.players.spec",
    "Standing": "boyi.arena.results",
    "Store": "boyi.store.store",
    "TimeControl": "boyi.core.clock",
    "make_player": "boyi.players.spec",
    "play_match": "boyi.arena.play",
    "play_series": "boyi.arena.play",
    "protection": "boyi.programs.sandbox",
    "rate_bot": "boyi.arena.bot_rating",
    "register_player": "boyi.players.spec",
    "review": "boyi.engines.reviewing",
    "search": "boyi.engines.search",
}

del _games

if not _typing.TYPE_CHECKING:  # a type checker knows all names already, and should complain about others
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)

"""Boyi (博弈): play, study and pit board-game programs.

>>> import boyi
>>> position = boyi.game("gomoku", size=15, rule="renju").start()
>>> len(position.legal_moves)
225
"""

import typing as _typing

from boyi import games as _games  # registers the games that come with Boyi
from boyi.core.backend import register_backend
from boyi.core.errors import BoyiError, IllegalMove
from boyi.core.game import Game, Position
from boyi.core.message import Message
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.registry import game_names, register_game
from boyi.core.registry import make_game as game
from boyi.native.provider import provide_native as _provide_native

if _typing.TYPE_CHECKING:
    from boyi.core.clock import Clock, TimeControl
    from boyi.core.record import GameRecord
    from boyi.core.result import SearchResult
    from boyi.engines.search import search

register_backend("native", _provide_native)

__version__ = "0.1.0"

__all__ = [
    "BoyiError",
    "Clock",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Message",
    "Option",
    "Outcome",
    "Position",
    "SearchResult",
    "TimeControl",
    "game",
    "game_names",
    "register_backend",
    "register_game",
    "search",
]

# Loaded when first used, because the first move of a new process should not wait for them.
_LATER = {
    "Clock": "boyi.core.clock",
    "GameRecord": "boyi.core.record",
    "SearchResult": "boyi.core.result",
    "TimeControl": "boyi.core.clock",
    "search": "boyi.engines.search",
}

del _games

if not _typing.TYPE_CHECKING:  # a type checker knows all names already, and should complain about others

    def __getattr__(name):
        if name not in _LATER:
            raise AttributeError(f"module 'boyi' has no attribute {name!r}")
        from importlib import import_module

        globals()[name] = found = getattr(import_module(_LATER[name]), name)
        return found

    def __dir__():
        return sorted({*globals(), *_LATER})

"""Boyi (博弈): play, study and pit board-game programs.

>>> import boyi
>>> position = boyi.game("gomoku", size=15, rule="renju").start()
>>> len(position.legal_moves)
225
"""

from boyi import games as _games  # registers the games that come with Boyi
from boyi.core.backend import register_backend
from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BoyiError, IllegalMove
from boyi.core.game import Game, Position
from boyi.core.option import Option
from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.core.registry import game_names, register_game
from boyi.core.registry import make_game as game
from boyi.native.provider import provide_native as _provide_native

register_backend("native", _provide_native)

__version__ = "0.1.0"

__all__ = [
    "BoyiError",
    "Clock",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Option",
    "Outcome",
    "Position",
    "TimeControl",
    "game",
    "game_names",
    "register_backend",
    "register_game",
]

del _games

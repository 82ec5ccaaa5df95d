"""Matches: the one judge of legality, time and the end of a game, as a stream of events.

>>> import asyncio, boyi
>>> from boyi.match import GameOver, Match
>>> from boyi.players.spec import make_player
>>> async def winner():
...     players = make_player("random", seed=1), make_player("random", seed=2)
...     async for event in Match(boyi.GameRecord(boyi.game("tictactoe")), players).play():
...         if isinstance(event, GameOver):
...             return event.outcome.reason
>>> asyncio.run(winner())
'three'
"""

from boyi.match.bargain import Bargain, ColoursChosen, begins_with_bargain
from boyi.match.events import (
    Answered,
    ClockChanged,
    Event,
    GameOver,
    GameStarted,
    MovePlayed,
    Requested,
    TakenBack,
    Thinking,
)
from boyi.match.match import Match
from boyi.match.replay import clock_after, replay
from boyi.match.rules import MatchRules

__all__ = [
    "Answered",
    "Bargain",
    "ClockChanged",
    "ColoursChosen",
    "Event",
    "GameOver",
    "GameStarted",
    "Match",
    "MatchRules",
    "MovePlayed",
    "Requested",
    "TakenBack",
    "Thinking",
    "begins_with_bargain",
    "clock_after",
    "replay",
]

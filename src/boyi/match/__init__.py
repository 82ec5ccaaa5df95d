"""Matches: the one judge of legality, openings, draws, take-backs, time and the end of a game.

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

from boyi.match.errors import NotNow, NotYourTurn
from boyi.match.events import (
    Answered,
    ClockChanged,
    ColoursChosen,
    Event,
    GameOver,
    GameStarted,
    MovePlayed,
    MoveReplaced,
    OpeningChanged,
    OpeningState,
    Requested,
    TakenBack,
    Thinking,
)
from boyi.match.match import Match
from boyi.match.replay import clock_after, replay
from boyi.match.rules import MatchRules

__all__ = [
    "Answered",
    "ClockChanged",
    "ColoursChosen",
    "Event",
    "GameOver",
    "GameStarted",
    "Match",
    "MatchRules",
    "MovePlayed",
    "MoveReplaced",
    "NotNow",
    "NotYourTurn",
    "OpeningChanged",
    "OpeningState",
    "Requested",
    "TakenBack",
    "Thinking",
    "clock_after",
    "replay",
]

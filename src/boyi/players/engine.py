"""What searches: one blocking method that answers a request, and the adapter that makes a player of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from boyi.core.clock import Clock
from boyi.core.game import Game, Position
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult, require_ongoing
from boyi.core.stop import Stop as Stop
from boyi.players.base import Decision, ThreadPlayer
from boyi.players.base import Progress as Progress

SHARE_OF_MOVE_CLOCK = 0.95
MOST_OF_GAME_CLOCK = 0.5
"""What one move may take of the time left, however few moves are expected to follow."""
CONTENT_WITH_A_DRAW = 0.45
"""A win rate below which an engine takes a draw."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a search is asked about: a position and how it came about."""

    position: Position
    history: tuple[int, ...] = ()
    """The keys of the game's earlier positions; only games that can go in circles look at them."""
    plies: int = 0
    """How many moves were played before; a player with a memory sees by it that a new game has begun."""

    @classmethod
    def of(cls, asked: Position | GameRecord) -> SearchRequest:
        """The request for the end of a record's main line, or of a bare position."""
        if isinstance(asked, Position):
            request, outcome = cls(asked), asked.outcome
        else:
            steps = asked.main_line()
            keys = tuple(asked.position_at(step).key for step in steps[:-1])
            request, outcome = cls(asked.position, keys, len(steps) - 1), asked.outcome
        require_ongoing(outcome)
        return request


class Engine(ABC):
    """A search with all its settings; it may keep a memory from move to move."""

    threads: int | None = None
    """How many threads it may use at once; None: one."""

    @abstractmethod
    def search(
        self,
        request: SearchRequest,
        seconds: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> SearchResult:
        """Search within the engine's own limits, and within ``seconds`` if that is less."""

    def check_game(self, game: Game) -> None:
        """Raise a sentence if the engine knows by itself that it cannot play this game."""


class EnginePlayer(ThreadPlayer):
    """Lets an engine play."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.engine, self.processors = engine, engine.threads or 1
        self._win_rate = 0.5

    def check_game(self, game: Game) -> None:
        """Raise a sentence if the engine cannot play this game."""
        self.engine.check_game(game)

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        request = SearchRequest.of(record)
        seconds = None if clock is None else share_of_clock(clock, request.position)
        stop = Stop()
        result = await self.think(lambda: self.engine.search(request, seconds, self.watch, stop), stop)
        self._win_rate = result.win_rate
        return Decision(result.move, result.win_rate, result.candidates)

    def accepts_draw(self) -> bool:
        """Whether half a point is welcome, by the last search."""
        return self._win_rate < CONTENT_WITH_A_DRAW


def share_of_clock(clock: Clock, position: Position) -> float | None:
    """How much of the time left the next move may take: with a game clock, its part of the moves to go.

    >>> import boyi
    >>> from boyi.core.clock import TimeControl
    >>> start = boyi.game("nogo").start()
    >>> [share_of_clock(Clock.start(TimeControl.parse(text)), start) for text in ("60", "60+1", "5/move")]
    [3.0, 3.95, 4.75]
    """
    left, control = clock.left(position.turn), clock.control
    if left is None:
        return None
    if control.per_move is not None:
        return left * SHARE_OF_MOVE_CLOCK
    part = left / position.game.moves_to_go(position) + control.increment * SHARE_OF_MOVE_CLOCK
    return min(part, left * MOST_OF_GAME_CLOCK)


def least(*limits: float | None) -> float | None:
    """The smallest of the limits that were given.

    >>> least(None, 3.0, 2.0), least(None)
    (2.0, None)
    """
    given = [limit for limit in limits if limit is not None]
    return min(given) if given else None

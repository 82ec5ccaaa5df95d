"""What a player is: one async method that looks at a game and decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from inspect import iscoroutinefunction
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from boyi.core.clock import Clock, Timing
from boyi.core.errors import BoyiError, printable, shorten
from boyi.core.game import Game, Position
from boyi.core.outcome import CRASH, Outcome
from boyi.core.record import GameRecord
from boyi.core.result import Bound, Candidate, SearchResult
from boyi.core.search_clock import ThreadMeter

if TYPE_CHECKING:
    from boyi.protocols.actions import Choice

Result = TypeVar("Result")

Progress = Callable[[SearchResult], object]
"""Called about ten times a second with the answer so far; a true answer stops the search."""

PATIENCE = 2.0
"""Seconds that a cancelled search gets to notice."""


class PlayerFailed(BoyiError):
    """A player did not decide: its side loses, unless ``outcome`` says how the game ended instead."""

    reason: str = CRASH
    """Why, in a word or two: ``crash``, ``illegal move``, ``time out``, ``flood``, ``changed board``…"""
    outcome: Outcome | None = None
    """Set where a player may end the game (a Mo player's ``Q``)."""

    def __init__(
        self, template: str, reason: str | None = None, outcome: Outcome | None = None, /, **values: object
    ) -> None:
        # Much of it is what a program said; from here it goes to terminals, files and pages.
        clean = {
            name: printable(value) if isinstance(value, str) else value for name, value in values.items()
        }
        super().__init__(printable(template), **clean)
        self.reason = reason or type(self).reason
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player does, and what it wishes to say about it.

    >>> Decision(37).resigns, Decision.resign().resigns
    (False, True)
    """

    move: int | None
    """The move, or None to resign."""
    win_rate: float | None = None
    """How the player sees its chances, 0 to 1."""
    candidates: tuple[Candidate, ...] = ()
    """What it considered, the best first."""
    playouts: int | None = None
    """How many random games it played to decide."""
    offers_draw: bool = False
    """With its move the player offers a draw."""

    @classmethod
    def resign(cls) -> Decision:
        """Give the game up."""
        return cls(None)

    @property
    def resigns(self) -> bool:
        """Whether this gives the game up."""
        return self.move is None

    def to_result(self, seconds: float) -> SearchResult | None:
        """The decision as the answer of a search that has taken so long; None if it resigns."""
        if self.move is None:
            return None
        rate = 0.5 if self.win_rate is None else self.win_rate
        known: Bound = "none" if self.win_rate is None else "exact"
        candidates = self.candidates or (Candidate(self.move, 0, rate, None, (self.move,), bound=known),)
        score = candidates[0].score
        return SearchResult(self.move, score, rate, (self.move,), candidates, self.playouts or 0, 1, seconds)


class Player(ABC):
    """Chooses moves: the match asks, the player proposes. Only ``choose`` must be written.

    Everything else has a default: nothing to prepare, no answer of its own to offers and openings, any game.
    """

    owner = ""
    """For whom a server runs the player; what it uses counts as that person's."""
    keeps_running = False
    """Whether the player keeps something running from game to game, until ``close``."""
    watch: Progress | None = None
    """Set by whoever wants to see the search: called with the answer so far, from any thread. Players that do
    not search never call it."""
    timing: Timing = "wall"
    """By which clock the match counts its seconds; its own searches are timed by the same."""
    processors = 1
    """How many processors it may use at once: it has so many seconds of them in a second."""

    @abstractmethod
    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        """Decide what the side to move does at the end of the record's main line."""

    @property
    def waits(self) -> bool:
        """Whether a server has no place to run the player yet."""
        return False

    @property
    def settling(self) -> float:
        """Seconds for which the player is still to be left alone after its last answer; no clock runs."""
        return 0.0

    async def prepare(self, record: GameRecord, clock: Clock | None = None) -> None:
        """Start what the player needs for the game of this record, before its clock runs."""

    def processor_seconds(self) -> float | None:
        """Seconds of the processor that it has used in all; None where that is not known: the wall counts."""
        return None

    def accepts_draw(self) -> bool | None:
        """The player's answer to an offer of a draw; None: it gives none by itself."""
        return None

    def check_game(self, game: Game) -> None:
        """Raise a sentence if the player knows by itself that it cannot play this game."""

    async def choose_opening(self, record: GameRecord, clock: Clock | None = None) -> Choice | None:
        """The player's own step of a swap2 opening; None: the opening's expert decides."""
        return None

    async def close(self) -> None:
        """End what the player keeps running; it may still be asked again."""


class Chooser(Protocol):
    """The blocking kind of player that beginners write: a position in, a move out."""

    def choose(self, position: Any, /) -> Any:
        """Return a move number, a move in the game's notation, a ``Decision``, or None to resign."""
        ...


class AsyncPlayer(Player):
    """Makes a ``Player`` of any object with an async ``choose(record, clock)``."""

    def __init__(self, chooser: Any) -> None:
        self.chooser = chooser

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        decision: Decision = await self.chooser.choose(record, clock)
        return decision


class ThreadPlayer(Player):
    """A player that thinks in threads of this program, whose processor time is known."""

    def __init__(self) -> None:
        self._meter = ThreadMeter()

    async def think(self, work: Callable[[], Result], stop: Event | None = None) -> Result:
        """``in_thread``, timed as the match says."""
        return await in_thread(self._meter.measured(work, self.timing), stop)

    def processor_seconds(self) -> float | None:
        return self._meter.seconds


class BlockingPlayer(ThreadPlayer):
    """Makes a ``Player`` of a class with a blocking ``choose(position)``."""

    def __init__(self, chooser: Chooser) -> None:
        super().__init__()
        self.chooser = chooser

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        position = record.position
        answer = await self.think(lambda: self.chooser.choose(position))
        return decision_of(answer, position, type(self.chooser).__name__)


def decision_of(answer: Any, position: Position, name: str) -> Decision:
    """What a beginner's answer means: a move number, a move as text, a ``Decision``, or None to resign."""
    if answer is None or isinstance(answer, Decision):
        return answer or Decision.resign()
    if isinstance(answer, str):
        return Decision(position.game.parse_move(answer, position))
    try:
        return Decision(answer.__index__())
    except (AttributeError, TypeError):
        raise PlayerFailed(
            "{name} returned {answer}: choose() returns a move number, a move as text, or None.",
            name=name,
            answer=shorten(answer),
        ) from None


def adapt(player: Any) -> Player:
    """Take a player of either kind (an object, or a class to be made without arguments)."""
    if isinstance(player, type):
        player = player()
    choose = getattr(player, "choose", None)
    if not callable(choose):
        raise PlayerFailed(
            "{player} is not a player: it has no method choose(position).", player=shorten(player)
        )
    if isinstance(player, Player):
        return player
    return AsyncPlayer(player) if iscoroutinefunction(choose) else BlockingPlayer(player)


async def in_thread(work: Callable[[], Result], stop: Event | None = None) -> Result:
    """Run blocking work off the event loop; work that watches ``stop`` is stopped when this is cancelled.

    The thread is a daemon, unlike those of ``asyncio.to_thread``: a player that never returns must not
    keep the program from ending.
    """
    import asyncio  # whoever awaits this has loaded it; a search without an event loop need not

    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def deliver(result: Result | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]  # None only beside an error, or as the result

    def run() -> None:
        result: Result | None = None
        error: BaseException | None = None
        try:
            result = work()
        except (StopIteration, SystemExit, KeyboardInterrupt) as caught:
            # These mean something to whoever awaits: a hang, or the end of the program.
            error = PlayerFailed("{text}", text=f"{type(caught).__name__}: {caught}"[:200])
        except BaseException as caught:
            error = caught
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            loop.call_soon_threadsafe(deliver, result, error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        return await future
    except asyncio.CancelledError:
        if stop is not None:
            # A thread inside native code while the interpreter ends would abort the process.
            stop.set()
            thread.join(PATIENCE)
        raise
    finally:
        if not future.cancelled():
            thread.join(PATIENCE)  # its last step; were the program to end now, what it holds would leak

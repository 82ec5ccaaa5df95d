"""One game between two players: the match asks, judges and keeps the time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from functools import partial

from boyi.core.clock import Clock
from boyi.core.errors import BoyiError
from boyi.core.outcome import AGREED, CRASH, LENGTH, RESIGNED, TIME_OUT, Outcome
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.match.asking import ask, fault
from boyi.match.events import (
    Answered,
    ClockChanged,
    Event,
    GameOver,
    GameStarted,
    MovePlayed,
    Request,
    Requested,
    TakenBack,
    Thinking,
)
from boyi.match.replay import (
    CONTROL,
    DETAIL,
    DIGITS,
    charge,
    clock_after,
    for_first,
    is_forced_pass,
    names_of,
    plies_back_to,
)
from boyi.match.rules import MatchRules
from boyi.players.base import Decision, Player, PlayerFailed, prepare

PATIENCE = 3.0
"""Seconds that a player gets to let go of a move it is no longer asked for."""

PREPARATION = 60.0
"""Seconds that a player gets to be ready before its clock runs."""

Turn = asyncio.Task[Decision]


class NotNow(BoyiError):
    """Something that the rules of the match, or the moment, do not allow."""


@dataclass(frozen=True, slots=True)
class _Decided:
    turn: Turn
    at: float
    """When: what the match is busy with before it looks is not the player's time."""


@dataclass(frozen=True, slots=True)
class _Thought:
    turn: Turn
    result: SearchResult


class Match:
    """A game to be played, or played on, from the end of a record's main line.

    ``play`` yields events and writes the record; the other methods may be called while it runs.
    """

    def __init__(
        self, record: GameRecord, players: tuple[Player, Player], rules: MatchRules | None = None
    ) -> None:
        self.record, self.players = record, players
        self.rules = rules or MatchRules()
        record.headers[CONTROL] = str(self.rules.control)
        self.clock: Clock = clock_after(record, self.rules.control)
        self._turn: Turn | None = None
        self._began: float | None = None
        self._ends: float | None = None
        self._prepared: set[int] = set()
        self._request: tuple[Request, int] | None = None
        self._over: GameOver | None = None
        self._unfinished = 0.0
        self._inbox: asyncio.Queue[_Decided | _Thought | Callable[[], Iterator[Event]]] = asyncio.Queue()

    # What the people around the board may do

    def resign(self, player: int) -> None:
        """Give the game up, whoever is to move."""
        self._inbox.put_nowait(lambda: self._end(Outcome(1 - player, RESIGNED)))

    def offer_draw(self, player: int) -> None:
        """Offer half a point; an offer that stands on the other side is thereby accepted."""
        if not self.rules.draw_offers:
            raise NotNow("Draws cannot be offered in this match.")
        self._inbox.put_nowait(partial(self._ask, "draw", player))

    def ask_take_back(self, player: int) -> None:
        """Take the player's last move back, or ask the other player for it, as the rules say."""
        if self.rules.take_back == "never":
            raise NotNow("Moves cannot be taken back in this match.")
        if plies_back_to(self.record, player, self.rules.kept) is None:
            raise NotNow("There is no move of yours to take back.")
        self._inbox.put_nowait(partial(self._ask, "take back", player))

    def answer(self, player: int, granted: bool) -> None:
        """Grant or refuse what the other player asks for."""
        if self._request is None or self._request[1] == player:
            raise NotNow("Nothing is asked of you.")
        self._inbox.put_nowait(partial(self._answer, player, granted))

    def end(self, outcome: Outcome, detail: str = "") -> None:
        """End the game for a reason that comes from outside."""
        self._inbox.put_nowait(lambda: self._end(outcome, detail))

    def elapsed(self) -> float:
        """Seconds that the player to move has used so far for this move; at the end they stand still."""
        if self._over is not None:
            return self._unfinished
        return 0.0 if self._turn is None else self._used(asyncio.get_running_loop().time())

    def _used(self, now: float) -> float:
        return 0.0 if self._began is None else now - self._began

    # The game

    async def play(self) -> AsyncIterator[Event]:
        """Play to the end. Leaving the loop early stops the players; the game can be gone on with later."""
        record = self.record
        yield GameStarted(record.game.name, names_of(record), record.plies, self.clock)
        try:
            while self._over is None:
                if (ended := self._judge()) is not None:
                    for event in self._end(ended):
                        yield event
                elif is_forced_pass(record, record.end):
                    yield self._make(Decision(record.position().moves()[0]), 0.0, forced=True)
                else:
                    async for event in self._let_move():
                        yield event
        finally:
            await self._dismiss_turn()
            for player in self.players:
                if hasattr(player, "watch"):
                    player.watch = None  # lest the player keep the match, and the match the player

    def _judge(self) -> Outcome | None:
        """How the game stands by the board, by repetition, by its result, or by its length."""
        if (ended := self.record.outcome()) is not None:
            return ended
        longest = self.rules.longest
        return Outcome(None, LENGTH) if longest is not None and self.record.plies >= longest else None

    async def _let_move(self) -> AsyncIterator[Event]:
        """Ask the player to move, until the board or the game has changed."""
        side = self.record.position().turn
        self._began = self._ends = None
        if self._is_ready(side):
            yield ClockChanged(side, self.clock)
            self._start_clock(side)
        turn = self._turn = self._ask_player(side)
        while self._over is None and self._turn is turn:
            try:
                async with asyncio.timeout_at(self._ends):
                    message = await self._inbox.get()
            except TimeoutError:
                events = self._time_out(side)
            else:
                events = self._take(message, side)
            for event in events:
                yield event
        await self._dismiss_turn(turn)

    def _ask_player(self, side: int) -> Turn:
        player = self.players[side]
        loop = asyncio.get_running_loop()
        clock = None if self.clock.left(side) is None else self.clock
        ready = self._is_ready(side)
        turn = loop.create_task(ask(player, self.record, clock) if ready else self._prepare(side, clock))
        turn.add_done_callback(lambda done: self._inbox.put_nowait(_Decided(done, loop.time())))
        if self.rules.thinking and hasattr(player, "watch"):

            def watch(result: SearchResult) -> None:
                loop.call_soon_threadsafe(self._inbox.put_nowait, _Thought(turn, result))

            player.watch = watch
        return turn

    def _is_ready(self, side: int) -> bool:
        return side in self._prepared or not hasattr(self.players[side], "prepare")

    async def _prepare(self, side: int, clock: Clock | None) -> Decision:
        """Before a player is asked for the first time it may start what it needs, off the clock."""
        player = self.players[side]
        try:
            async with asyncio.timeout(PREPARATION):
                await prepare(player, self.record, clock)
        except TimeoutError:
            raise PlayerFailed(f"The player was not ready within {PREPARATION:g} s.") from None
        self._prepared.add(side)
        self._start_clock(side)
        self._inbox.put_nowait(lambda: iter([ClockChanged(side, self.clock)]))
        return await ask(player, self.record, clock)

    def _start_clock(self, side: int) -> None:
        began = self._began = asyncio.get_running_loop().time()
        left = self.clock.left(side)
        self._ends = None if left is None else began + left + self.rules.margin

    def _take(
        self, message: _Decided | _Thought | Callable[[], Iterator[Event]], side: int
    ) -> Iterator[Event]:
        if isinstance(message, _Thought):
            if message.turn is self._turn:
                yield Thinking(side, message.result)
        elif isinstance(message, _Decided):
            if message.turn is self._turn:
                yield from self._decided(message.turn, message.at, side)
        else:
            yield from message()

    def _decided(self, turn: Turn, at: float, side: int) -> Iterator[Event]:
        """What the player's answer comes to."""
        used = self._used(at)
        self._turn = None
        if self._ends is not None and at > self._ends:
            # A player that held up the whole program, and with it the judge's own alarm.
            yield from self._time_out(side)
        elif turn.cancelled():
            yield from self._end(Outcome(1 - side, CRASH), "The player was stopped from outside.", used)
        elif (error := turn.exception()) is not None:
            yield from self._end(*fault(error, side), used)
        elif (decision := turn.result()).move is None:
            yield from self._end(Outcome(1 - side, RESIGNED), used=used)
        else:
            yield from self._lapse(side)
            yield self._make(decision, used)
            if decision.offers_draw and self.rules.draw_offers and self._judge() is None:
                yield from self._ask("draw", side)

    def _time_out(self, side: int) -> Iterator[Event]:
        left = self.clock.left(side)
        return self._end(Outcome(1 - side, TIME_OUT), f"There was no move within {left:.3g} s.", left)

    def _make(self, decision: Decision, elapsed: float, forced: bool = False) -> MovePlayed:
        """Put a legal move on the record and charge its time."""
        record, move = self.record, decision.move
        assert move is not None
        position = record.position()
        side, text = position.turn, record.game.format_move(move, position)
        left = self.clock.left(side)
        # What lies within the margin is forgiven; the record holds what was charged, so it can be replayed.
        spent = round(elapsed if left is None else min(elapsed, left), 3)
        self.clock = charge(self.clock, side, spent)
        node = record.nodes[record.play(move)]
        node.spent = spent
        if (left := self.clock.left(side)) is not None:
            node.clock = round(left, 3)
        rate = decision.win_rate
        if rate is not None:
            rate = round(rate, DIGITS)
            node.evaluation = for_first(rate, side)
        return MovePlayed(record.plies, side, move, text, self.clock, spent, rate, forced)

    def _end(self, outcome: Outcome, detail: str = "", used: float | None = None) -> Iterator[Event]:
        """``used``: seconds of a move that was not made, if its player is no longer asked for it."""
        self._unfinished = self.elapsed() if used is None else used
        yield from self._lapse(None)
        if self.record.outcome() is None:
            self.record.result = outcome
        if detail:
            self.record.headers[DETAIL] = detail
        self._over = GameOver(outcome, detail)
        yield self._over

    # Requests

    def _ask(self, request: Request, player: int) -> Iterator[Event]:
        if self._request == (request, 1 - player):
            yield from self._answer(player, granted=True)
            return
        if self._request is not None:
            return  # one request at a time: the first stands
        self._request = (request, player)
        if request == "take back" and self.rules.take_back == "free":
            yield from self._answer(1 - player, granted=True)
            return
        yield Requested(request, player)
        accepts = getattr(self.players[1 - player], "accepts_draw", None)
        if request == "draw" and accepts is not None:
            yield from self._answer(1 - player, _agrees(accepts))

    def _answer(self, player: int, granted: bool) -> Iterator[Event]:
        if self._request is None or self._request[1] == player:
            return  # it lapsed in the meantime
        (request, asker), self._request = self._request, None
        yield Answered(request, player, granted)
        if granted and request == "draw":
            yield from self._end(Outcome(None, AGREED))
        elif granted and (plies := plies_back_to(self.record, asker, self.rules.kept)) is not None:
            self.record.take_back(plies)
            self.clock = clock_after(self.record, self.rules.control)
            self._turn = None
            yield TakenBack(self.record.plies, self.clock)

    def _lapse(self, mover: int | None) -> Iterator[Event]:
        """A move by the player who was asked is a refusal; a move by the one who asks leaves a draw offer."""
        if self._request is not None and (mover != self._request[1] or self._request[0] == "take back"):
            (request, asker), self._request = self._request, None
            yield Answered(request, 1 - asker, False)

    async def _dismiss_turn(self, turn: Turn | None = None) -> None:
        """Stop a player that is no longer asked; one that does not let go is left behind."""
        turn = turn or self._turn
        if turn is not None:
            if not turn.done():
                turn.cancel()
                await asyncio.wait({turn}, timeout=PATIENCE)
            if turn.done() and not turn.cancelled():
                turn.exception()  # whatever came of it, nobody waits for it any more
        self._turn = None


def _agrees(accepts: Callable[[], object]) -> bool:
    try:
        return bool(accepts())
    except Exception:  # whatever is wrong with it, it has not agreed
        return False

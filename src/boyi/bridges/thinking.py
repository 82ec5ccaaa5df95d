"""Searches as a protocol asks for them: which engine, with which limits, told in which unit."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from math import log
from random import Random
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING

from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.core.result import Candidate, SearchResult
from boyi.core.stop import Stop
from boyi.engines.search import best_spec
from boyi.players.base import Player
from boyi.players.engine import Engine, Progress, SearchRequest
from boyi.players.engine import least as least_of
from boyi.players.limit import Limit
from boyi.players.spec import Spec, make_engine, settings_of
from boyi.protocols.actions import Result, Think

if TYPE_CHECKING:
    from boyi.engines.books import Book

LONGEST = 86_400.0
"""Seconds of a search that runs until it is stopped."""
MOST_LINES = 10
"""Moves that alpha-beta judges one by one; each costs a search of its own."""
MOST_THREADS = 256
FAREWELL = 0.5
"""Seconds that programs get to leave."""
OWN_MEMORY = 48 << 20
"""Bytes that the program takes without any table."""
LARGEST_TABLE = 256
"""Megabytes; more does not help within the times of a game."""
DISCS = 4
"""The discs in Othello that stand for odds of e to one."""
LEAST = 1e-6
"""What odds are counted from."""

Unit = Callable[[SearchResult], SearchResult]
"""Tells the scores of a result in the unit of a protocol."""


class Thinker:
    """Answers every ``Think`` with the player of one spec, or with the best engine of each game."""

    def __init__(
        self,
        player: str | None = None,
        *,
        game: Game | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        seed: int | None = None,
        lasting: bool = True,
        book: bool | Book = False,
        unit: Unit | None = None,
        expected: str | None = None,
    ) -> None:
        """``game``: what the player must be able to play, where that is known. ``seconds``: the most for any
        move. ``lasting``: one player for all moves, who may remember. ``book``: the best engine takes its
        moves from the opening book of the game, or from this one, while that has the position. ``expected``:
        the game that will be asked about, where there is only one.
        """
        self.spec = None if player is None else Spec.parse(player)
        self.seconds, self.threads, self.seed = seconds, threads, seed
        self.lasting, self.book = lasting, book if self.spec is None else False
        self.expected = expected
        self.random = Random(seed)
        self.unit = unit or (lambda result: result)
        self._made: dict[tuple[object, ...], Engine | Player] = {}
        self._games: dict[int, GameRecord] = {}
        """The game that each lasting player (by its identity) was asked about last."""
        self._lock = Lock()
        if self.spec is not None:
            # Who cannot be made, or cannot play this game, is told before it begins.
            found = make_engine(self.spec, seed, threads)
            if game is not None:
                found.check_game(game)

    def prepare(self) -> None:
        """Load the engines that most games use, which are otherwise loaded by the first search."""
        for name in ("boyi.engines.alphabeta", "boyi.engines.mcts"):
            import_module(name)
        if self.book:
            import_module("boyi.engines.books")
        if self.expected is not None and (game := make_game(self.expected)).backend == "native":
            from boyi.engines.search import search  # the first one makes the tables of the search

            search(game.start(), nodes=1)

    def search(self, think: Think, progress: Progress, stop: Stop) -> Result:
        """Look for the answer; None: the player resigns."""
        # Who wants reports while it searches wants a search.
        wanted = self.book and think.purpose == "move" and think.report_every is None
        if wanted and (known := self._from_book(think)):
            return self.unit(known)
        seconds = least_of(think.limits.seconds, self.seconds)
        if think.purpose == "analysis" and seconds is None:
            seconds = LONGEST
        if think.purpose == "opening" and not think.situation.moves:
            from boyi.engines.opening import propose  # swap2 is rare

            return propose(think.situation.game, self.random.getrandbits(32), seconds)
        found = self._engine(think, seconds)
        if not isinstance(found, Engine):
            return self._ask(found, think, seconds, stop)
        situation = SearchRequest.of(think.situation.record())
        return self.unit(found.search(situation, seconds, lambda result: progress(self.unit(result)), stop))

    def close(self) -> None:
        """End the programs that players keep running."""
        kept = [player for player in self._made.values() if not isinstance(player, Engine)]
        if not kept:
            return
        import asyncio

        async def dismiss_all() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await asyncio.gather(*(player.close() for player in kept), return_exceptions=True)

        asyncio.run(dismiss_all())

    def _from_book(self, think: Think) -> SearchResult | None:
        from boyi.engines.books import shipped_book  # protocols of other games do without

        position = think.situation.record().position
        book = shipped_book(position.game) if isinstance(self.book, bool) else self.book
        return None if book is None else book.choose(position, self.random)

    def _engine(self, think: Think, seconds: float | None) -> Engine | Player:
        limits = think.limits
        spec = self.spec
        if spec is None:
            spec = best_spec(think.situation.game, limits.depth)
            if seconds is None and limits.nodes is None and limits.depth is None:
                seconds = 1.0
        known = settings_of(spec)
        given = dict(spec.settings)
        if think.purpose != "move" and think.candidates > 1 and "multi" in known - given.keys():
            spec = _with(spec, "multi", min(think.candidates, MOST_LINES))
        if limits.memory is not None and "memory" in known - given.keys():
            spec = _with(spec, "memory", _table(limits.memory))
        # What an engine cannot be limited by it is not told, and its own time still holds: protocols ask for
        # "at most", not for all of it.
        limit = Limit(
            float(given["time"]) if "time" in given else None,
            limits.nodes if "nodes" in known - given.keys() else None,
            limits.depth if "depth" in known - given.keys() else None,
        )
        threads = min(limits.threads or self.threads or 1, MOST_THREADS)
        if not self.lasting:
            return make_engine(spec, self.seed, threads, limit)
        key = (str(spec), threads, limit)
        with self._lock:
            if key not in self._made:
                self._made[key] = make_engine(spec, self.seed, threads, limit)
            return self._made[key]

    def _record(self, player: Player, think: Think) -> GameRecord:
        """The record of the game: the same one while the game continues. Another record is another game."""
        situation = think.situation
        with self._lock:
            record = self._games.get(id(player))
            known = 0 if record is None else record.plies
            goes_on = (
                record is not None
                and record.start == situation.start
                and known < len(situation.moves)
                and tuple(record.moves) == situation.moves[:known]
            )
            if record is None or not goes_on:
                record, known = GameRecord(situation.game, situation.start), 0
            for move in situation.moves[known:]:
                record.play(move)
            self._games[id(player)] = record
            return record

    def _ask(self, player: Player, think: Think, seconds: float | None, stop: Stop) -> SearchResult | None:
        """Let a player that is no engine choose."""
        import asyncio  # engines do not need it, and it takes long to load

        from boyi.core.clock import Clock, TimeControl

        clock = None if seconds is None else Clock.start(TimeControl(per_move=seconds))
        record = self._record(player, think) if self.lasting else think.situation.record()
        began = perf_counter()

        async def choose() -> SearchResult | None:
            task = asyncio.ensure_future(player.choose(record, clock))
            loop = asyncio.get_running_loop()

            def cancel() -> None:
                with suppress(RuntimeError):  # the loop is closed: the player has chosen
                    loop.call_soon_threadsafe(task.cancel)

            stop.call(cancel)
            try:
                decision = await task
            except asyncio.CancelledError:
                return None
            finally:
                if not self.lasting:
                    await player.close()
            return decision.to_result(perf_counter() - began)

        return asyncio.run(choose())


def _with(spec: Spec, name: str, value: int) -> Spec:
    return Spec(spec.kind, spec.name, (*spec.settings, (name, str(value))))


def _table(memory: int) -> int:
    """Megabytes for tables in a program that may take ``memory`` bytes."""
    return max(1, min(LARGEST_TABLE, (memory - OWN_MEMORY) >> 20))


def in_discs(result: SearchResult) -> SearchResult:
    """The same answer with a score everywhere, as Othello programs tell them.

    A search by random games knows only how often it wins; its score is what our evaluation has at such odds.
    """

    def discs(score: float | None, rate: float) -> float:
        return DISCS * log(max(rate, LEAST) / max(1 - rate, LEAST)) if score is None else score

    def told(one: Candidate) -> Candidate:
        return replace(one, score=discs(one.score, one.win_rate))

    score = discs(result.score, result.win_rate)
    return replace(result, score=score, candidates=tuple(map(told, result.candidates)))

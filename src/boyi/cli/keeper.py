"""A terminal game in the user's library: written after every move, found again by ``boyi play --resume``."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any

from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Term
from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.core.registry import game_names

if TYPE_CHECKING:
    from boyi.store.store import Store

MARK = "play"
"""The key, beside a stored record, of how it is played; games of other origin do not have it."""
SEARCHED = 500
"""How many unfinished games are looked through for the last one of the terminal."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who plays a terminal game, as it must be known to resume it."""

    opponent: str
    side: int
    """The person's."""
    seed: int


class Keeper:
    """Keeps a record and its copy in the store the same; if that fails it is told once, and play continues.

    The database is opened in the background, so that nobody waits for it to be loaded.
    """

    def __init__(
        self, sitting: Sitting, tell: Callable[[BoyiError], None], game_id: str | None = None
    ) -> None:
        self._sitting = sitting
        self._tell = tell
        self._id = game_id
        self._stored: tuple[tuple[int, ...], Outcome | None] | None = None
        self._store: Future[Store] | None = None
        self._broken = False

    def begin(self, record: GameRecord) -> None:
        """A game that is worth keeping from its next move on (or is kept already, if it was resumed)."""
        if self._stored is not None:
            self._id = None
        self._stored = _state(record)

    def prepare(self) -> None:
        """Open the database, not waiting for it."""
        if self._store is None:
            future: Future[Store] = Future()
            self._store = future

            def load() -> None:
                try:
                    from boyi.store.store import Store

                    future.set_result(Store.open())
                except BaseException as error:
                    future.set_exception(error)

            Thread(target=load, name="boyi-keeper").start()

    def keep(self, record: GameRecord) -> None:
        """Store what has changed; when this returns, nothing of it can be lost any more."""
        state = _state(record)
        if state == self._stored or self._broken:
            return
        self.prepare()
        assert self._store is not None
        try:
            self._write(self._store.result(), record, state)
            self._stored = state
        except BoyiError as error:
            self._broken = True
            self._tell(error)

    def goes_on(self, record: GameRecord) -> bool:
        """Whether this is a stored game that can be resumed."""
        return self._id is not None and not self._broken and record.outcome is None

    def close(self) -> None:
        """Let go of the database."""
        if self._store is not None and self._store.exception() is None:
            self._store.result().close()

    def _write(self, store: Store, record: GameRecord, state: tuple[tuple[int, ...], Outcome | None]) -> None:
        if self._id is None:
            self._id = store.begin(record, extra={MARK: asdict(self._sitting)})
            return
        from boyi.store.changes import Append, Change, Finish

        assert self._stored is not None
        moves, (known, ended) = state[0], self._stored
        if ended is not None or moves[: len(known)] != known:
            store.save(record, self._id)  # something was taken back
            return
        line = record.main_line()
        changes: list[Change] = []
        for ply in range(len(known) + 1, len(line)):
            node = record.nodes[line[ply]]
            assert node.move is not None
            changes.append(Append(self._id, ply, node.move, node.spent, node.clock, node.evaluation))
        if state[1] is not None:
            changes.append(Finish(self._id, state[1]))
        for error in store.apply(changes):
            if error is not None:
                raise error


def _state(record: GameRecord) -> tuple[tuple[int, ...], Outcome | None]:
    return tuple(record.moves), record.outcome


@dataclass(frozen=True, slots=True)
class Found:
    """A stored game to resume."""

    game_id: str
    record: GameRecord
    sitting: Sitting | None
    """None: it was not played at the terminal."""


class NothingToResume(BoyiError):
    """There is no such unfinished game."""


def find_unfinished(wanted: str) -> Found:
    """The game with this id, or the last unfinished one of the terminal (of all, or of the named one)."""
    from boyi.store.finding import GameFilter
    from boyi.store.store import Store

    named = wanted in game_names()
    with Store.open() as store:
        if wanted and not named:
            record = store.load(wanted)
            if (outcome := record.outcome) is not None:
                raise NothingToResume(
                    "The game {name} is over ({reason}): see boyi library show.",
                    name=shorten(wanted),
                    reason=Term(outcome.reason),
                )
            return Found(wanted, record, _sitting(store.extra(wanted)))
        chosen = GameFilter(game=wanted if named else None, result="unfinished")
        for summary in store.find(chosen, limit=SEARCHED):
            if summary.damaged is None and (sitting := _sitting(dict(summary.extra))) is not None:
                return Found(summary.id, store.load(summary.id), sitting)
    if named:
        raise NothingToResume("There is no unfinished terminal game of {game} to resume.", game=Term(wanted))
    raise NothingToResume("There is no unfinished terminal game to resume.")


def _sitting(extra: dict[str, Any]) -> Sitting | None:
    match extra.get(MARK):
        case {"opponent": str(opponent), "side": 0 | 1 as side, "seed": int(seed)}:
            return Sitting(opponent, side, seed)
    return None

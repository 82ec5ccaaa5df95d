"""Plain playout search: random games decide which move looks best; knows no game's rules beyond moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from threading import Event
from time import perf_counter

from boyi.core.clock import Clock
from boyi.core.errors import IllegalMove
from boyi.core.game import Position
from boyi.core.playout import UNLIMITED, Tally
from boyi.core.record import GameRecord
from boyi.core.result import Candidate
from boyi.players.base import Decision, in_thread

LARGEST_BATCH = 256
SHOWN = 5


@dataclass(frozen=True)
class PlayoutConfig:
    """Every knob of the search."""

    time: float | None = None
    """Seconds a move; half a second if no number of playouts is given either."""
    playouts: int | None = None
    """Random games a move; with this alone a seed gives the same moves every time."""
    c: float = 0.3
    """Exploration: how far UCB1 strays from the best mean."""
    seed: int = 0

    @property
    def seconds(self) -> float | None:
        """The time limit that holds."""
        return 0.5 if self.time is None and self.playouts is None else self.time


@dataclass(slots=True)
class _Arm:
    """One root move and how its random games went."""

    move: int
    child: Position
    games: int = 0
    value: float = 0.5
    """The mean result for the side that chooses."""

    def add(self, tally: Tally, player: int) -> None:
        games = self.games + tally.games
        self.value = (self.value * self.games + tally.value(player) * tally.games) / games
        self.games = games

    def candidate(self) -> Candidate:
        return Candidate(self.move, self.games, self.value, 2 * self.value - 1)


class PlayoutPlayer:
    """Gives every move random games, more to the better ones (UCB1), and plays the most visited.

    It takes a win in one and leaves moves alone that allow the opponent one.
    """

    def __init__(self, config: PlayoutConfig | None = None) -> None:
        self.config = config or PlayoutConfig()
        self._random = Random(self.config.seed)

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        position = record.position()
        seconds = self.config.seconds
        left = clock.left(position.turn) if clock else None
        if left is not None:
            # A tenth of what is left never loses on time, whatever the kind of clock.
            seconds = left / 10 if seconds is None else min(seconds, left / 10)
        stop = Event()
        return await in_thread(lambda: self.search(position, seconds, stop), stop)

    def search(self, position: Position, seconds: float | None, stop: Event | None = None) -> Decision:
        """Choose a move, blocking; ``stop`` ends the search early with the best move so far."""
        ends = None if seconds is None else perf_counter() + seconds
        player = position.turn
        arms = [_Arm(move, position.play(move)) for move in position.moves()]
        if not arms:
            raise IllegalMove("The game is over; there is no move to choose.")
        for arm in arms:
            if _winner(arm.child) == player:
                return Decision(arm.move, 1.0, (Candidate(arm.move, 0, 1.0, 1.0),), 0)
        # When time runs out before all were tried, the ones tried should not be those of the top row.
        self._random.shuffle(arms)
        refutations = _Refutations(player)
        sound = refutations.sift(arms) or arms
        if len(sound) > 1:
            self._spend(sound, player, ends, stop or Event())
        ranked = sorted(sound, key=lambda arm: (arm.games, arm.value), reverse=True)
        best = next((arm for arm in ranked if not refutations.refutes(arm.child)), ranked[0])
        ranked.remove(best)
        candidates = tuple(arm.candidate() for arm in [best, *ranked[: SHOWN - 1]])
        games = sum(arm.games for arm in sound)
        return Decision(best.move, best.value if games else None, candidates, games)

    def _spend(self, arms: list[_Arm], player: int, ends: float | None, stop: Event) -> None:
        """Play the random games until the limits are reached."""
        limit = UNLIMITED if self.config.playouts is None else self.config.playouts
        total = 0
        while total < limit and not stop.is_set():
            left = None if ends is None else ends - perf_counter()
            if left is not None and left <= 0:
                break
            if total < len(arms):
                arm, batch = arms[total], 1
            else:
                spread = self.config.c * sqrt(log(total))
                arm = max(arms, key=lambda arm: arm.value + spread / sqrt(arm.games))
                # Larger batches later keep the cost of choosing small, and depend on no clock.
                batch = min(LARGEST_BATCH, 1 + total // (4 * len(arms)), limit - total)
            tally = arm.child.playouts(batch, left, self._random.getrandbits(64))
            arm.add(tally, player)
            total += tally.games


class _Refutations:
    """Finds moves that let the opponent win at once; what refuted one move is tried first on the others."""

    def __init__(self, player: int) -> None:
        self._opponent = 1 - player
        self._known: dict[int, None] = {}

    def sift(self, arms: list[_Arm]) -> list[_Arm]:
        """Leave out the moves that fail to the replies that win against two of them.

        Two, because one of them may be the very defence.
        """
        for arm in arms[:2]:
            self._known.update(dict.fromkeys(self._wins(arm.child, arm.child.moves())))
        return [arm for arm in arms if not any(True for _ in self._wins(arm.child, self._known))]

    def refutes(self, child: Position) -> bool:
        """Whether the opponent, to move in ``child``, wins at once."""
        for reply in self._wins(child, (*self._known, *child.moves())):
            self._known[reply] = None
            return True
        return False

    def _wins(self, child: Position, replies: Iterable[int]) -> Iterable[int]:
        if child.outcome is not None:
            return
        for reply in replies:
            if child.is_legal(reply) and _winner(child.play(reply)) == self._opponent:
                yield reply


def _winner(position: Position) -> int | None:
    return position.outcome.winner if position.outcome else None

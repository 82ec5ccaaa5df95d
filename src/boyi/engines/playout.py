"""Plain playout search: random games decide which move looks best; knows no game's rules beyond moves."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from random import Random
from threading import Event

from boyi.core.clock import Clock
from boyi.core.errors import IllegalMove
from boyi.core.game import Position
from boyi.core.playout import UNLIMITED, PlayoutTally
from boyi.core.record import GameRecord
from boyi.core.result import Candidate
from boyi.core.search_clock import search_time
from boyi.engines.refutation import Refutations, winner
from boyi.players.base import Decision, ThreadPlayer
from boyi.players.engine import least, share_of_clock
from boyi.settings.playout import PlayoutConfig

LARGEST_BATCH = 256
SHOWN = 5


@dataclass(slots=True)
class _Arm:
    """One root move and how its random games went."""

    move: int
    child: Position
    games: int = 0
    value: float = 0.5
    """The mean result for the side that chooses."""

    def add(self, tally: PlayoutTally, player: int) -> None:
        games = self.games + tally.games
        self.value = (self.value * self.games + tally.value(player) * tally.games) / games
        self.games = games

    def candidate(self) -> Candidate:
        return Candidate(self.move, self.games, self.value, None, (self.move,))


class PlayoutPlayer(ThreadPlayer):
    """Gives every move random games, more to the better ones (UCB1), and plays the most visited.

    It takes a win in one and leaves moves alone that allow the opponent one.
    """

    def __init__(self, config: PlayoutConfig | None = None) -> None:
        super().__init__()
        self.config = config or PlayoutConfig()
        self._random = Random(self.config.seed)

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        position = record.position
        given = None if clock is None else share_of_clock(clock, position)
        seconds = least(self.config.seconds, given)
        stop = Event()
        return await self.think(lambda: self.search(position, seconds, stop), stop)

    def search(self, position: Position, seconds: float | None, stop: Event | None = None) -> Decision:
        """Choose a move, blocking; ``stop`` ends the search early with the best move so far."""
        ends = None if seconds is None else search_time() + seconds
        player = position.turn
        arms = [_Arm(move, position.play(move)) for move in position.moves()]
        if not arms:
            raise IllegalMove("The game is over; there is no move to choose.")
        for arm in arms:
            if winner(arm.child) == player:
                return Decision(arm.move, 1.0, (Candidate(arm.move, 0, 1.0, None, (arm.move,)),), 0)
        # When time runs out before all were tried, the ones tried should not be those of the top row.
        self._random.shuffle(arms)
        refutations = Refutations(player)
        # Two, because one of them may be the very defence.
        refutations.learn([arm.child for arm in arms[:2]])
        sound = [arm for arm in arms if not refutations.known(arm.child)] or arms
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
            left = None if ends is None else ends - search_time()
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

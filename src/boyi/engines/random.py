"""The weakest player: any legal move, all equally likely."""

from __future__ import annotations

from random import Random

from boyi.core.clock import Clock
from boyi.core.errors import IllegalMove
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player


class RandomPlayer(Player):
    """Plays uniform random moves; the same seed gives the same game."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        moves = record.position.moves()
        if not moves:
            raise IllegalMove("The game is over; there is no move to choose.")
        return Decision(self._random.choice(moves))

"""A player whose first illegal answers of a game are replaced, where the rules of an event allow that."""

from __future__ import annotations

from random import Random

from boyi.core.clock import Clock
from boyi.core.errors import BadMove, IllegalMove
from boyi.core.outcome import ILLEGAL
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.players.wrapper import WrappedPlayer
from boyi.programs.dialogue import Dialogue


class LenientPlayer(WrappedPlayer):
    """Asks a player; an illegal answer becomes a random legal move, so often and no more in a game."""

    def __init__(self, player: Player, allowed: int, seed: int, dialogue: Dialogue) -> None:
        super().__init__(player)
        self.left = allowed
        self._random, self._dialogue = Random(seed), dialogue

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        try:
            decision = await self.player.choose(record, clock)
        except (BadMove, IllegalMove) as error:
            return self._replace(record, error)
        except PlayerFailed as error:
            if error.reason != ILLEGAL:
                raise
            return self._replace(record, error)
        if decision.move is not None and not record.position.is_legal(decision.move):
            return self._replace(record, IllegalMove.of(record.position.why_illegal(decision.move)))
        return decision

    def _replace(self, record: GameRecord, error: Exception) -> Decision:
        if self.left == 0:
            raise error
        self.left -= 1
        move = self._random.choice(record.position.moves())
        text = record.game.format_move(move, record.position)
        self._dialogue.add("!", f"illegal answer replaced by {text}: {error}")
        return Decision(move)

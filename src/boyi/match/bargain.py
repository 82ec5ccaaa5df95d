"""Swap2 before a game: the first player places three stones, then colours are chosen; no clock runs.

The second player takes white (and may place the next stone at once), swaps to black, or places two more
stones and lets the first choose in the same way. Whoever answers something else loses.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from boyi.core.clock import Clock
from boyi.core.errors import BadMove, IllegalMove, shorten
from boyi.core.outcome import TIME_OUT
from boyi.core.record import GameRecord
from boyi.engines.opening import bargain
from boyi.match.asking import fault
from boyi.match.events import GameOver, MovePlayed
from boyi.match.replay import DETAIL
from boyi.match.rules import MatchRules
from boyi.players.base import Player, PlayerFailed
from boyi.protocols.actions import Choice

WATCHDOG = 60.0
"""Seconds that a player gets for each answer, its start included."""
FIRST, SECOND = 0, 1


@dataclass(frozen=True, slots=True)
class ColoursChosen:
    """The bargaining is over."""

    by: int
    """Who chose: the first player (0), who placed the three stones, or the second."""
    black: int
    """Who plays black."""


BargainEvent = MovePlayed | ColoursChosen | GameOver


def begins_with_bargain(record: GameRecord) -> bool:
    """Whether colours are still to be bargained about."""
    return record.game.settings.get("opening") == "swap2" and record.plies == 0


class Bargain:
    """A swap2 opening on an empty record.

    ``play`` yields events and writes the stones to the record, without times; then ``black`` says which of
    the two players has black. If one of them is at fault the game is over: as long as nothing is settled the
    first player has black.
    """

    def __init__(
        self,
        record: GameRecord,
        players: tuple[Player, Player],
        rules: MatchRules | None = None,
        *,
        seed: int = 0,
        watchdog: float = WATCHDOG,
    ) -> None:
        """``seed``: which opening is placed for a first player that has none of its own."""
        self.record, self.players = record, players
        self.seed, self.watchdog = seed, watchdog
        self.black = FIRST
        self._clock = Clock.start((rules or MatchRules()).control)

    async def play(self) -> AsyncIterator[BargainEvent]:
        """Bargain to the end."""
        for who in (FIRST, SECOND, FIRST):
            try:
                choice = await self._ask(who)
                moves = self._allowed(choice)
            except Exception as error:  # whatever a player does, only its game is lost
                outcome, detail = fault(error, who)
                self.record.result = outcome
                self.record.headers[DETAIL] = detail
                yield GameOver(outcome, detail)
                return
            chosen = self.record.plies > 0 and len(moves) < 2
            if chosen:
                self.black = who if choice.swap else 1 - who
            for move in moves:
                yield self._place(move)
            if chosen:
                yield ColoursChosen(who, self.black)
                return

    async def _ask(self, who: int) -> Choice:
        clock = None if self._clock.left(who) is None else self._clock
        try:
            async with asyncio.timeout(self.watchdog) as watch:
                choice = await bargain(self.players[who], self.record, clock, self.seed)
        except TimeoutError:
            if not watch.expired():
                raise
            raise PlayerFailed(
                f"There was no answer to swap2 within {self.watchdog:g} s.", TIME_OUT
            ) from None
        except SystemExit:  # it would end the whole program, not only the player
            raise PlayerFailed("The player left the program.") from None
        if not isinstance(choice, Choice):
            raise BadMove(f"{shorten(choice)} is no answer to swap2.")
        return choice

    def _allowed(self, choice: Choice) -> tuple[int, ...]:
        """The stones of an answer that fits the moment; raises what is wrong with it."""
        plies, stones = self.record.plies, len(choice.stones)
        numbers, wanted = {
            0: ((3,), "three stones"),
            3: ((0, 1, 2), "SWAP, one stone or two"),
            5: ((0, 1), "SWAP or one stone"),
        }[plies]
        if stones not in numbers or (choice.swap and (stones or not plies)):
            given = "SWAP" if choice.swap else f"{stones} stone{'s' * (stones != 1)}"
            raise BadMove(f"Swap2 wants {wanted} after {plies} stones, not {given}.")
        position = self.record.position()
        for move in choice.stones:
            if not position.is_legal(move):
                raise IllegalMove.of(position.why_illegal(move))
            position = position.play(move)
            # The stone of a player that has chosen its colour is an ordinary move.
            if position.outcome is not None and stones > 1:
                raise IllegalMove("The opening must not end the game.")
        return choice.stones

    def _place(self, move: int) -> MovePlayed:
        record = self.record
        position = record.position()
        text = record.game.format_move(move, position)
        record.play(move)
        return MovePlayed(record.plies, position.turn, move, text, self._clock)

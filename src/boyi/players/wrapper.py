"""A player around another one: passes everything on, so that a subclass changes only what it must."""

from __future__ import annotations

from boyi.core.clock import Clock
from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.players.base import Decision, Player
from boyi.protocols.actions import Choice


class WrappedPlayer(Player):
    """Does what another player does."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.keeps_running = player.keeps_running

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        return await self.player.choose(record, clock)

    async def prepare(self, record: GameRecord, clock: Clock | None = None) -> None:
        await self.player.prepare(record, clock)

    @property
    def settling(self) -> float:
        return self.player.settling

    def accepts_draw(self) -> bool | None:
        return self.player.accepts_draw()

    def check_game(self, game: Game) -> None:
        self.player.check_game(game)

    async def choose_opening(self, record: GameRecord, clock: Clock | None = None) -> Choice | None:
        return await self.player.choose_opening(record, clock)

    async def close(self) -> None:
        await self.player.close()

"""A player's part in a swap2 opening: its own answer if it has one, else that of the opening's expert."""

from __future__ import annotations

from dataclasses import replace

from boyi.core.clock import Clock
from boyi.core.grid import as_grid
from boyi.core.record import GameRecord
from boyi.players.base import Player, in_thread
from boyi.players.engine import EnginePlayer
from boyi.protocols import swap2
from boyi.protocols.actions import Choice, move_only

JUDGEMENT = 5_000
"""Nodes of the search that chooses a colour for players that cannot judge a position."""


async def choose_opening(
    player: Player, record: GameRecord, clock: Clock | None = None, seed: int = 0
) -> Choice:
    """What the player does after 0, 3 or 5 stones.

    Its own answer counts (``Player.choose_opening``). Where it has none, one of our even openings is placed,
    by the seed; then engines choose by a search of their own, and the rest by a short one of ours, which
    leaves the next stone to them.
    """
    if (choice := await player.choose_opening(record, clock)) is not None:
        return choice
    if record.plies == 0:
        return Choice(swap2.opening(as_grid(record.position).game.size, seed))
    if isinstance(player, EnginePlayer):
        found = await player.choose(record, clock)
        assert found.move is not None
        assert found.win_rate is not None
        return swap2.choose(replace(move_only(found.move), win_rate=found.win_rate))
    from boyi.engines.search import search

    choice = swap2.choose(await in_thread(lambda: search(record, nodes=JUDGEMENT)))
    return Choice(swap=choice.swap)

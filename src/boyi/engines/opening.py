"""A player's part in a swap2 opening: its own answer if it has one, else that of the opening's expert."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from boyi.core.clock import Clock
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame
from boyi.core.record import GameRecord
from boyi.players.base import Player, in_thread
from boyi.players.engine import EnginePlayer
from boyi.protocols import swap2
from boyi.protocols.actions import Choice, move_only

JUDGEMENT = 5_000
"""Nodes of the search that chooses a colour for players that cannot judge a position."""
CHECK = 100_000
"""Nodes of the search that checks an opening before it is offered."""
CHECKED = 6
"""Openings that are checked at most."""
EVEN = 0.04
"""How far white's win rate may be from one half in an opening that is offered without a look at others."""


async def choose_opening(
    player: Player, record: GameRecord, clock: Clock | None = None, seed: int = 0
) -> Choice:
    """What the player does after 0, 3 or 5 stones.

    Its own answer counts (``Player.choose_opening``). Where it has none, one of our even openings is placed
    (``propose``); then engines choose by a search of their own, and the rest by a short one of ours, which
    leaves the next stone to them.
    """
    if (choice := await player.choose_opening(record, clock)) is not None:
        return choice
    if record.plies == 0:
        return await in_thread(lambda: propose(record.game, seed))
    if isinstance(player, EnginePlayer):
        found = await player.choose(record, clock)
        assert found.move is not None
        assert found.win_rate is not None
        return swap2.choose(replace(move_only(found.move), win_rate=found.win_rate))
    from boyi.engines.search import search

    choice = swap2.choose(await in_thread(lambda: search(record, nodes=JUDGEMENT)))
    return Choice(swap=choice.swap)


def propose(game: Game, seed: int, seconds: float | None = None) -> Choice:
    """Three stones after which a search finds the sides most even, of a few openings that the seed chooses.

    The table was made by an earlier evaluation, for some rules and sizes; the check is by the present one.
    ``seconds``: the most that all checks may take.
    """
    from boyi.engines.search import search

    assert isinstance(game, GridGame)
    chance, least = Random(seed), 1.0
    best: tuple[int, ...] = ()
    for number in chance.sample(range(swap2.count()), CHECKED):
        stones = swap2.opening(game.size, number)
        position: Position = game.start()
        for stone in stones:
            position = position.play(stone)
        if position.outcome is not None:
            continue
        if game.backend != "native":  # the search in Python would take minutes
            return Choice(stones)
        found = search(position, nodes=CHECK, time=None if seconds is None else seconds / CHECKED)
        uneven = abs(found.win_rate - 0.5)
        if uneven < least:
            best, least = stones, uneven
        if uneven <= EVEN:
            break
    return Choice(best)

"""The two players of a series and the games they play: made, asked, and put away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from boyi.arena.results import KEPT, SWAP2, SWAPPED
from boyi.arena.settings import GamePlan, SeriesSettings
from boyi.arena.timing import check_timing
from boyi.core.clock import Clock
from boyi.core.errors import BoyiError
from boyi.core.outcome import ADJUDICATED, AGREED, LENGTH, RESIGNED, SOLVED
from boyi.core.record import GameRecord
from boyi.match import ColoursChosen, Match, MovePlayed, MoveReplaced
from boyi.match.replay import SIDES
from boyi.players.base import Decision, Player
from boyi.players.spec import make_player
from boyi.programs.dialogue import Dialogue, write_dialogue
from boyi.programs.process import ProcessPlayer

HARMLESS = frozenset({RESIGNED, AGREED, LENGTH, ADJUDICATED, SOLVED})
"""Ends off the board after which both players are as good as before; others are a fault of the loser."""
Tell = Callable[[str], object]
PATIENCE = 5.0
"""Seconds that a player gets to end what it keeps running."""


class Seats:
    """The players A and B, for one game after the other.

    A player that keeps something running (it has ``close``) stays for the next game; one that does not is
    made anew with the seed of its game. After a fault the player is closed and made anew in any case.
    """

    def __init__(self, settings: SeriesSettings) -> None:
        self.settings = settings
        self._staying: list[Player | None] = [None, None]

    def check(self) -> None:
        """Raise a sentence if a player or an opening cannot be made or does not fit; nothing is started."""
        self.settings.plan(1)
        rules = self.settings.rules(0)
        check_timing(rules.timing, (self.settings.a, self.settings.b))
        for who, spec in enumerate((self.settings.a, self.settings.b)):
            make_player(spec, 0, limit=self.settings.limit(who)).check_game(self.settings.rules_of_game)

    async def play(
        self, plan: GamePlan, name: int | None = None, tell: Tell | None = None
    ) -> tuple[GameRecord, str]:
        """Play a game to its end; its record, and what its programs said.

        ``name``: the number it is kept under, where that is not its number in the series. ``tell`` hears the
        moves so far after each one.
        Whatever a player does, only the game is lost.
        """
        settings = self.settings
        record = plan.opening.record(settings.rules_of_game)
        seats: tuple[int, ...] = (0, 1) if plan.a_is_black else (1, 0)
        seeds = (plan.seed_a, plan.seed_b)
        players = [self._sit(who, seeds[who]) for who in (0, 1)]
        dialogues = [_listen(player, letter) for player, letter in zip(players, "AB", strict=True)]
        record.headers |= {
            "event": settings.event or f"{settings.names[0]} - {settings.names[1]}",
            "round": str(name or plan.number),
            "date": date.today().isoformat(),
            "seed": str(settings.seed),
        }
        self._name_sides(record, seats, seeds)
        first, second = players[seats[0]], players[seats[1]]
        match = Match(record, (first, second), settings.rules(seats[0]), seed=seeds[seats[0]])
        adjudication = settings.adjudication
        if match.opening is not None:
            record.headers[SWAP2] = KEPT
        async for event in match.play():
            for dialogue in dialogues:
                dialogue.ply = record.plies
            if isinstance(event, MoveReplaced):
                said = f"illegal answer replaced by {event.text}: {event.fault}"
                dialogues[seats[event.player]].add("!", said)
            if isinstance(event, MovePlayed) and tell is not None:
                tell(record.text())
            if isinstance(event, MovePlayed) and (ended := await adjudication.judge(record)) is not None:
                match.end(ended)
            if isinstance(event, ColoursChosen) and event.black != 0:
                seats = seats[::-1]
                record.headers[SWAP2] = SWAPPED
                self._name_sides(record, seats, seeds)
        for player in players:
            if isinstance(player, ProcessPlayer):
                player.drain()
        stopped = record.result  # None where the board decided
        if stopped is not None and stopped.winner is not None and stopped.reason not in HARMLESS:
            await self._put_away(seats[1 - stopped.winner])
        return record, write_dialogue(dialogues)

    def _name_sides(self, record: GameRecord, seats: tuple[int, ...], seeds: tuple[int, int]) -> None:
        """Write down who has which colour."""
        settings = self.settings
        for side, who in zip(SIDES, seats, strict=True):
            record.headers[side] = settings.names[who]
            record.headers.pop(f"{side} spec", None)
            if (spec := (settings.a, settings.b)[who]) != settings.names[who]:
                record.headers[f"{side} spec"] = spec
            record.headers[f"{side} seed"] = str(seeds[who])

    async def close(self) -> None:
        """End what the players keep running."""
        for who in (0, 1):
            await self._put_away(who)

    def _sit(self, who: int, seed: int) -> Player:
        if (player := self._staying[who]) is not None:
            return player
        spec = (self.settings.a, self.settings.b)[who]
        try:
            player = make_player(spec, seed, limit=self.settings.limit(who))
        except (BoyiError, OSError) as error:
            return _Absent(error)
        if player.keeps_running:
            self._staying[who] = player
        return player

    async def _put_away(self, who: int) -> None:
        player, self._staying[who] = self._staying[who], None
        if player is not None:
            with suppress(Exception):  # it had its chance
                await asyncio.wait_for(player.close(), PATIENCE)


def _listen(player: Player, name: str) -> Dialogue:
    """A new dialogue; only a program fills it."""
    dialogue = Dialogue(name)
    if isinstance(player, ProcessPlayer):
        player.recorder.dialogue = dialogue
    return dialogue


class _Absent(Player):
    """A player that could not be made: it loses its game and the series continues."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        raise self.error

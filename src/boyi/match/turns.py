"""Asking the players of a match, one at a time: each is made ready before its clock runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from boyi.core.clock import WALL_GRACE, Clock, Side, TimeControl
from boyi.core.outcome import TIME_OUT
from boyi.core.record import GameRecord
from boyi.match.opening import Swap2
from boyi.match.requesting import WATCHDOG, request_move, request_opening
from boyi.match.rules import MatchRules
from boyi.match.scoresheet import Scoresheet
from boyi.match.turn import Answer, Post, Ready, TimeLeft, Turn
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.players.human import HumanPlayer
from boyi.protocols.actions import Choice

PATIENCE = 3.0
"""Seconds that a player gets to let go of a move it is no longer asked for."""
PREPARATION = 60.0
"""Seconds that a player gets to be ready before its clock runs."""


class Turns:
    """The present turn, the players that are ready, and those that have not let go yet."""

    def __init__(self, record: GameRecord, rules: MatchRules, seed: int, watchdog: float = WATCHDOG) -> None:
        self._record, self._rules = record, rules
        self._seed, self._watchdog = seed, watchdog
        self.current: Turn | None = None
        self._post: Post | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaving: set[asyncio.Task[Answer]] = set()
        self._prepared: list[Player] = []

    @property
    def is_started(self) -> bool:
        """Whether players are asked."""
        return self._post is not None

    def start(self, post: Post) -> None:
        """Let players be asked from now on."""
        self._post, self._loop = post, asyncio.get_running_loop()

    async def stop(self) -> None:
        """Ask nobody any more."""
        self.end()
        self._post = None
        await self._let_others_go()
        self._prepared.clear()

    def begin_opening(self, player: Player, opening: Swap2) -> None:
        """Ask for a step of the opening, of which a person's are commands. No clock runs."""
        turn = self._new(opening.player, player)
        if not isinstance(player, HumanPlayer):
            turn.ask(self._answer_opening(player, opening))

    def begin(self, side: int, player: Player, sheet: Scoresheet, after: Turn | None = None) -> Turn:
        """Ask for a move; ``after``: the turn that this one resumes, where another player was asked before.

        The time of a player that must be made ready begins later, with the signal ``Ready``.
        """
        turn, is_person = self._new(side, player), isinstance(player, HumanPlayer)
        left, clock = self._left(side, sheet), sheet.clock
        if is_person or after is not None or (not self._leaving and self._is_ready(player)):
            turn.start_clock(left, after)
        if not is_person:
            told = (clock if after is None else _clock_at(clock, turn)).told_to(side)
            turn.ask(self._answer(turn, player, left, None if clock.left(side) is None else told))
            if self._rules.thinking:
                turn.watch(player)
        return turn

    def _left(self, side: int, sheet: Scoresheet) -> TimeLeft:
        """What a side has for its next move."""
        wall = sheet.wall.left(side) if self._rules.timing == "processor" else None
        return TimeLeft(
            sheet.clock.left(side), self._rules.margin, None if wall is None else wall + WALL_GRACE
        )

    def end(self) -> None:
        """Stop whoever is asked."""
        turn, self.current = self.current, None
        if turn is not None and (task := turn.end()) is not None:
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    def _new(self, side: int, player: Player) -> Turn:
        assert self._post is not None
        assert self._loop is not None
        player.timing = self._rules.timing
        metered = player if player.timing == "processor" else None
        self.current = Turn(side, self._post, self._loop, metered)
        return self.current

    def _is_ready(self, player: Player) -> bool:
        return player.settling <= 0 and any(player is known for known in self._prepared)

    async def _answer(self, turn: Turn, player: Player, left: TimeLeft, told: Clock | None) -> Decision:
        if turn.began is None:
            await self._let_others_go()
            await self._prepare(player, told)
            turn.start_clock(left)
            turn.post(Ready(turn))
        return await request_move(player, self._record, told)

    async def _prepare(self, player: Player, clock: Clock | None) -> None:
        while (seconds := player.settling) > 0:
            await asyncio.sleep(seconds)
        if self._is_ready(player):
            return
        try:
            async with asyncio.timeout(PREPARATION):
                await player.prepare(self._record, clock)
        except TimeoutError:
            raise PlayerFailed(
                "The player was not ready within {seconds:g} s.", TIME_OUT, seconds=PREPARATION
            ) from None
        self._prepared.append(player)

    async def _answer_opening(self, player: Player, opening: Swap2) -> Choice:
        await self._let_others_go()
        if not opening.is_at_start_of_step:
            return Choice((opening.missing_stone(),))
        clock = Clock.start(self._rules.control, self._rules.second).told_to(opening.player)
        told = None if clock.left(opening.player) is None else clock
        return await request_opening(player, self._record, told, self._seed, self._watchdog)

    async def _let_others_go(self) -> None:
        """Wait for players that were stopped; one that does not let go is left behind."""
        if leaving := set(self._leaving):
            await asyncio.wait(leaving, timeout=PATIENCE)
            self._leaving -= leaving


def _clock_at(clock: Clock, turn: Turn) -> Clock:
    """The clock in the middle of a move."""
    side, elapsed = turn.side, turn.used(turn.now)
    if (per_move := clock.control_of(side).per_move) is not None:
        return Clock(TimeControl(per_move=max(0.05, per_move - elapsed)), clock.sides)
    sides = list(clock.sides)
    sides[side] = Side(max(0.0, sides[side].main - elapsed), sides[side].periods)
    return replace(clock, sides=(sides[0], sides[1]))

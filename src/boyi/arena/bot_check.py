"""What a bot must survive beyond single moves: a pass, the last cell, whole games on a clock, a loss."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from random import Random
from time import perf_counter

from boyi.arena.jobs import CheckJob
from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game
from boyi.core.message import Message, Template
from boyi.core.outcome import CHANGED_BOARD, ILLEGAL, TIME_OUT
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.match import GameOver, Match, MatchRules
from boyi.match.replay import is_forced_pass
from boyi.players.base import Player, PlayerFailed
from boyi.players.spec import Spec, make_player
from boyi.programs import conformance
from boyi.programs.bot_files import find_bot
from boyi.programs.conformance import CheckTimes, Finding, check_conformance
from boyi.programs.script import MoPlayer

CLOCK = "60+1"
"""The clock of the whole games: seconds for all moves, and more for each."""
OPPONENT = "level:8"
GAMES = 2
PATIENCE = 300.0
"""Seconds after which a game without a clock is stopped."""
TRIES = 3
"""How often the same position is asked for."""
ATTEMPTS = 300
"""Random games in which a position of the wanted kind is looked for."""

TITLES = {
    "repeat": Message("Same position again"),
    "pass": Message("Forced pass"),
    "last": Message("Last move"),
    "game": Message("Whole games"),
    "clock": Message("Keeps its clock"),
    "lost": Message("Plays on after a lost game"),
    "board": Message("Leaves the board alone"),
}
"""The checks of this module, in their order."""
START = Message("Gets ready")
WHOLE = Message("The check")
log = logging.getLogger("boyi.check")
ENDS = {
    1.0: Template("won against {opponent} in {plies} plies"),
    0.5: Template("drew against {opponent} in {plies} plies"),
    0.0: Template("lost against {opponent} in {plies} plies"),
}


async def run_check(job: CheckJob, tell: Callable[[Finding], object]) -> str:
    """Check a bot's file; ``tell`` hears every finding. The style of the file, empty if it has none.

    Whatever the check raises is a finding, but for trouble of this computer (OSError).
    """
    style = ""
    try:
        bot = await asyncio.to_thread(find_bot, job.bot)
        style = bot.style
        spec = str(Spec.parse(bot.spec).with_settings(job.settings)) if job.settings else bot.spec
        game = make_game(job.game, **job.options)
        make_player(spec, job.seed).check_game(game)
        allowance = replace(conformance.USUAL, timing=job.timing).plus(job.waiting)
        if job.time is not None:
            allowance = replace(allowance, move=job.time, untold=job.time)
        make = partial(make_player, spec, job.seed)
        async with aclosing(
            check_bot(make, game, job.positions, job.seed, job.opponent, allowance)
        ) as findings:
            async for finding in findings:
                tell(finding)
    except OSError:
        raise
    except BoyiError as error:
        tell(Finding("start", START, False, error.message))
    except Exception as error:
        log.exception("the check of %s", job.bot)
        tell(Finding("check", WHOLE, False, broken_down(error)))
    return style


def broken_down(error: Exception) -> Message:
    """The sentence about an unexpected exception in the check itself."""
    said = f"{type(error).__name__}: {shorten(error, 200)[1:-1]}"
    return Message("it broke down: {error}", error=said)


async def check_bot(
    make: Callable[[], Player],
    game: Game,
    positions: int = 8,
    seed: int = 0,
    opponent: str | None = None,
    allowance: CheckTimes | None = None,
) -> AsyncGenerator[Finding]:
    """The conformance check, then whole games; what is found comes as soon as it is known.

    A bot that does not get ready, or has no legal first move, plays no whole game. ``opponent``: of the
    whole games; ``allowance``: the seconds for what is asked, None: the usual ones.
    """
    allowance = allowance or conformance.USUAL
    good: dict[str, bool] = {}
    async for finding in check_conformance(make, game, positions, seed, allowance):
        good[finding.name] = finding.good
        yield finding
    if not (good.get("start") and good.get("first")):
        return
    player = make()
    player.timing = allowance.timing
    checks = _GameChecks(player, game, Random(seed), opponent or OPPONENT, allowance)
    try:
        yield await checks.repeat()
        for name, record in checks.special_positions():
            yield await checks.move(name, record)
        for finding in await checks.games():
            yield finding
        if isinstance(checks.player, MoPlayer):
            yield checks.board()
    finally:
        await checks.player.close()


class _GameChecks:
    def __init__(
        self, player: Player, game: Game, random: Random, opponent: str, allowance: CheckTimes
    ) -> None:
        self.player, self.game, self.random, self.opponent = player, game, random, opponent
        self.allowance = allowance
        self.knows_clock = not isinstance(player, MoPlayer)
        self.changed: Message | None = None
        """What was said when the bot changed the board that it was shown."""

    async def _ask(self, record: GameRecord) -> int:
        """Its move; raises what is wrong with it."""
        clock = Clock.start(TimeControl(per_move=self.allowance.move)) if self.knows_clock else None
        await self.player.prepare(record, clock)
        decision = await self.player.choose(record, clock)
        if decision.move is None:
            raise PlayerFailed("it resigned")
        if not record.position.is_legal(decision.move):
            raise PlayerFailed.of(record.position.why_illegal(decision.move), ILLEGAL)
        return decision.move

    async def _try(self, record: GameRecord) -> int | Message:
        """Its move, or what went wrong."""
        try:
            return await asyncio.wait_for(self._ask(record), self._patience)
        except TimeoutError:
            return Message("no answer within {seconds:g} s", seconds=self._patience)
        except BoyiError as error:
            if getattr(error, "reason", "") == CHANGED_BOARD:
                self.changed = error.message
            return error.message
        except Exception as error:
            return broken_down(error)

    @property
    def _patience(self) -> float:
        if isinstance(self.player, MoPlayer):
            return min(self.player.config.timeout, self.allowance.untold) + self.allowance.patience
        return self.allowance.patience

    async def repeat(self) -> Finding:
        """Whether it answers the same in the same position; either is allowed."""
        answers: set[int] = set()
        for _ in range(TRIES):
            record = self._played(4)
            answer = await self._try(record)
            if isinstance(answer, Message):
                return _found("repeat", False, answer)
            answers.add(answer)
        if len(answers) == 1:
            return _found("repeat", True, Message("always the same move: deterministic, as far as tried"))
        different = Message("{count} different moves: not deterministic", count=len(answers))
        return _found("repeat", True, different)

    def _played(self, plies: int) -> GameRecord:
        """A record of moves that are the same each time."""
        record, random = GameRecord(self.game), Random(plies)
        while record.plies < plies and record.outcome is None:
            record.play(random.choice(record.position.moves()))
        if record.outcome is not None:
            record.take_back()
        return record

    def special_positions(self) -> list[tuple[str, GameRecord]]:
        """A forced pass, and a position with one move left, if random games come to such."""
        found: dict[str, GameRecord] = {}
        wanted = {"pass", "last"} if self.game.has_pass else {"last"}
        for _ in range(ATTEMPTS):
            record = GameRecord(self.game)
            while record.outcome is None:
                if len(record.position.moves()) == 1 and record.plies > 2:
                    found.setdefault("pass" if is_forced_pass(record, record.end) else "last", record)
                    if any(record is one for one in found.values()):
                        break
                record.play(self.random.choice(record.position.moves()))
            if set(found) >= wanted:
                break
        return [(name, found[name]) for name in TITLES if name in found]

    async def move(self, name: str, record: GameRecord) -> Finding:
        """Ask in one position."""
        answer = await self._try(record)
        if isinstance(answer, Message):
            moves = shorten(record.text(), 200)[1:-1]
            return _found(name, False, Message("{fault} (after {moves})", fault=answer, moves=moves))
        return _found(name, True, Message("a legal move"))

    async def games(self) -> list[Finding]:
        """Two whole games, one with each colour, and another first move after a lost one."""
        said: list[Message] = []
        used, fault, late, lost = 0.0, None, None, False
        for number in range(GAMES):
            record = GameRecord(self.game)
            over = await self._play(record, side=number)
            outcome = record.outcome
            spent = sum(
                record.nodes[node].spent or 0.0
                for node in record.main_line()[1:]
                if record.position_at(record.nodes[node].parent or 0).turn == number
            )
            used = max(used, spent)
            if outcome is None or over is None:
                said.append(Message("stopped after {plies} plies: it takes too long", plies=record.plies))
                continue
            points = outcome.value(number)
            lost = lost or points == 0
            if over.detail is not None and points == 0:
                moves = shorten(record.text(), 200)[1:-1]
                told = Message("{fault} (after {moves})", fault=over.detail, moves=moves)
                late, fault = (told, fault) if outcome.reason == TIME_OUT else (late, told)
            else:
                said.append(ENDS[points](opponent=self.opponent, plies=record.plies))
        found = [_found("game", fault is None, fault or _joined(said))]
        if self.knows_clock:
            praise = Message("at most {used:.1f} s of a game on {clock}", used=used, clock=CLOCK)
            found.append(_found("clock", late is None, late or praise))
        if lost:
            answer = await self._try(GameRecord(self.game))
            bad = isinstance(answer, Message)
            found.append(_found("lost", not bad, answer if bad else Message("a legal first move")))  # type: ignore[arg-type]
        return found

    async def _play(self, record: GameRecord, side: int) -> GameOver | None:
        """One game against a strong opponent; None if it took too long."""
        opponent = make_player(self.opponent, self.random.getrandbits(60))
        players = (self.player, opponent) if side == 0 else (opponent, self.player)
        control = TimeControl.parse(CLOCK) if self.knows_clock else TimeControl()
        began = perf_counter()
        async for event in Match(record, players, MatchRules(control, timing=self.allowance.timing)).play():
            if isinstance(event, GameOver):
                if event.outcome.reason == CHANGED_BOARD:
                    self.changed = event.detail
                return event
            if not self.knows_clock and perf_counter() - began > PATIENCE:
                break
        return None

    def board(self) -> Finding:
        """Whether it has changed the board in anything that was asked."""
        return _found("board", self.changed is None, self.changed or Message("it was never changed"))


def _found(name: str, good: bool, text: Message) -> Finding:
    return Finding(name, TITLES[name], good, text)


def _joined(said: list[Message]) -> Message:
    from boyi.core.message import listing

    return listing(said) if said else Message("no game came to its end")

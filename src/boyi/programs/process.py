"""Someone else's program as a player: ``cmd:./pbrain-foo?protocol=gomocup``."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeVar
from weakref import ReferenceType, ref

from boyi.core.clock import Clock
from boyi.core.errors import shorten
from boyi.core.game import Game
from boyi.core.message import Message, Term, listing
from boyi.core.outcome import CRASH, ILLEGAL, TIME_OUT
from boyi.core.record import GameRecord
from boyi.core.result import require_ongoing
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.players.spec import BadSpec
from boyi.programs.child import Child
from boyi.programs.config import ALLOWED, ProcessConfig
from boyi.programs.dialogue import Recorder
from boyi.programs.meter import ProcessorMeter, time_limit
from boyi.programs.sandbox import SANDBOXES, Allowance, protection
from boyi.protocols.actions import Choice, Limits
from boyi.protocols.answers import (
    Answer,
    Broken,
    Evaluated,
    Moved,
    Named,
    Pause,
    Ready,
    Refused,
    Resigned,
    Send,
    Stones,
    Swapped,
)
from boyi.protocols.host import TOLD, Host, Time
from boyi.protocols.situation import Situation
from boyi.protocols.table import PROTOCOLS, make_host

Done = TypeVar("Done")
Wanted = Literal["ready", "move", "opening"]
"""What is waited for."""

HANDSHAKE = 30.0
"""Seconds to start and get ready: some load a network, or start a virtual machine."""
GOMOCUP = "gomocup"
"""The protocol of programs that are called pbrain…, as Gomocup asks."""
MEMORY_TOLD = 0.5
"""Part of its memory that a program is told it may use: code, threads and a heap with gaps need the rest."""
AFTERWARDS = 0.5
"""Seconds in which a Botzone program asks to keep running."""


class ProcessPlayer(Player):
    """Runs a program, one process for as many moves and games as its protocol lets it play.

    A game is a record: the program is told that one begins by ``prepare``, or by ``choose`` with another
    record than before. Moves taken back from a record stay in its game.

    Whatever goes wrong raises ``PlayerFailed`` with a reason and a sentence; the process is ended then, and
    the next question starts another.
    """

    keeps_running = True

    def __init__(
        self,
        command: list[str],
        config: ProcessConfig,
        *,
        host: Callable[[], Host] | None = None,
        needed: Sequence[Path] = (),
    ) -> None:
        self.command = command
        self.config = config
        self.name = config.name or Path(command[0]).name
        self.processors = config.threads
        self._meter = ProcessorMeter()
        self._needed = needed
        self._child: Child | None = None
        self._make_host = host or (lambda: make_host(config.protocol or GOMOCUP))
        self._host = self._make_host()
        self._game: ReferenceType[GameRecord] | None = None
        """The game of which the program was told."""
        self._opening_asked = False
        """Whether it was asked about the opening of that game last."""
        self.recorder = Recorder()
        """Whoever wants to know what is said to and by the program gives it a dialogue."""
        self._renews = True
        """Whether it has got ready for another game in the same process, as far as that was tried."""

    # The player

    def check_game(self, game: Game) -> None:
        """Raise a sentence if this is a game that its protocol does not know; nothing is started."""
        games = self._host.games
        if games and game.name not in games:
            raise PlayerFailed(
                "{name} cannot play {game}: {protocol} is for {offered}.",
                name=self.name,
                game=Term(game.name),
                protocol=self.config.protocol or Message("such a file"),
                offered=listing(Term(name) for name in games),
            )

    @property
    def settling(self) -> float:
        return 0.0 if self._child is None else self._child.settling(self._host.quiet)

    async def prepare(self, record: GameRecord, clock: Clock | None = None) -> None:
        """Tell the program that a game begins, before its clock runs; it is started if need be."""
        new = not (self._opening_asked and self._plays(record))  # a swap2 opening has begun the game
        await self._guarded(self._begin(record, self._time(record, clock), new=new), None)
        if self._child is not None:
            self._child.rest()

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        require_ongoing(record.outcome)
        time = self._time(record, clock)
        timed = clock is not None and clock.left(record.position.turn) is not None
        work = self._turn(record, time)
        return await self._guarded(work, None if timed else self._patience())

    async def choose_opening(self, record: GameRecord, clock: Clock | None = None) -> Choice | None:
        """The next step of a swap2 opening; None if its protocol has no words for it."""
        if not self._host.opens:
            return None
        work = self._choose_opening(record, self._time(record, clock))
        return await self._guarded(work, self._patience())

    def processor_seconds(self) -> float | None:
        return self._meter.seconds

    async def close(self) -> None:
        """End the program: politely, then surely."""
        child, self._child, self._game = self._child, None, None
        if child is None:
            return
        try:
            if child.alive:
                goodbye = [answer.text for answer in self._host.end() if isinstance(answer, Send)]
                with suppress(TimeoutError):
                    async with asyncio.timeout(AFTERWARDS):
                        await child.send(goodbye)
            await child.leave()
        finally:
            child.kill()

    def drain(self) -> None:
        """Put all that the program has said so far into the dialogue."""
        if self._child is not None:
            self._child.drain()

    # A turn

    async def _guarded(self, work: Awaitable[Done], patience: float | None) -> Done:
        """Do something within a time; on any trouble the program is ended, also if we are cancelled."""
        try:
            async with time_limit(patience, self):
                return await work
        except TimeoutError:
            self._kill()
            if patience is None:
                raise
            raise PlayerFailed(
                "{name} did not move within {seconds:g} s.", TIME_OUT, name=self.name, seconds=patience
            ) from None
        except BaseException:
            self._kill()
            raise

    async def _turn(self, record: GameRecord, time: Time) -> Decision:
        if self._child is not None and not self._child.alive and self._plays(record):
            raise await self._child.failure()
        situation = await self._begin(record, time)
        child = self._wake()
        self._opening_asked = False
        decision = await self._exchange(child, self._host.ask(situation, time), "move")
        assert isinstance(decision, Decision)
        if self._host.wants_more():
            with suppress(TimeoutError):
                async with asyncio.timeout(AFTERWARDS):
                    while self._host.wants_more() and (more := await child.line()) is not None:
                        self._host.receive(more)
        if self._host.stays():
            child.rest()
        else:
            self._child = None
            child.kill()
        return decision

    async def _choose_opening(self, record: GameRecord, time: Time) -> Choice:
        situation = await self._begin(record, time)
        child = self._wake()
        self._opening_asked = True
        choice = await self._exchange(child, self._host.choose_opening(situation), "opening")
        assert isinstance(choice, Choice)
        child.rest()
        return choice

    def _wake(self) -> Child:
        """The program, which is now asked something."""
        assert self._child is not None
        for line in self._child.wake():
            self.recorder("<", line)
            self._host.receive(line)  # chatter from before the question answers nothing
        return self._child

    def _patience(self) -> float:
        told = self.config.time
        return self.config.timeout if told is None else max(self.config.timeout, told + 1.0)

    async def _begin(self, record: GameRecord, time: Time, *, new: bool = False) -> Situation:
        """See to it that a program runs and knows which game is played; the game as far as it has come."""
        self.check_game(record.game)
        situation = Situation.of_record(record)
        new = new or not self._plays(record)
        if self._child is not None and self._child.alive:
            await self._child.settle(self._host.quiet)  # a match has done so before the clock ran
            if not new and self._host.follows(situation):
                return situation
            if self._host.renews and self._renews:
                self._renews = await self._renew(situation, time)
                if self._renews:
                    self._begun(record)
                    return situation
        self._kill(keep_game=not new)
        self._child = await self._start()
        if self._host.greets:
            self._host = self._make_host()
        else:
            self._host.restarted()
        # Those who do not greet get the whole game with each question, and keep what they stored of it.
        if new or self._host.greets:
            try:
                async with asyncio.timeout(min(HANDSHAKE, self.config.timeout)) as watch:
                    await self._announce(situation, time)
            except TimeoutError:
                if not watch.expired():
                    raise
                raise PlayerFailed("{name} did not get ready in time.", TIME_OUT, name=self.name) from None
        self._begun(record)
        return situation

    async def _renew(self, situation: Situation, time: Time) -> bool:
        """Let the running program begin another game, or this one again: whether it did."""
        try:
            async with asyncio.timeout(self._host.renewal) as watch:
                await self._announce(situation, time)
        except TimeoutError:
            if not watch.expired():
                raise
            return False
        except PlayerFailed:
            return False
        return True

    async def _announce(self, situation: Situation, time: Time) -> None:
        """Tell the program of a game, and wait until it is ready."""
        child = self._wake()
        memory = int(MEMORY_TOLD * (self.config.memory << 20)) or None
        limits = Limits(depth=self.config.depth, memory=memory)
        await self._exchange(child, self._host.begin(situation, time, limits), "ready")

    def _begun(self, record: GameRecord) -> None:
        self._game, self._opening_asked = ref(record), False

    def _plays(self, record: GameRecord) -> bool:
        """Whether this is the game of which the program was told last."""
        return self._game is not None and self._game() is record

    async def _exchange(
        self, child: Child, answers: list[Answer], wanted: Wanted
    ) -> Decision | Choice | None:
        """Carry lines to and fro until the program has moved (or is ready, or has answered the opening)."""
        asking, opening = wanted != "ready", wanted == "opening"
        said: Evaluated | None = None
        line = ""
        while True:
            if any(isinstance(answer, Pause) for answer in answers):
                await child.settle(self._host.quiet)
            await child.send([answer.text for answer in answers if isinstance(answer, Send)])
            for answer in answers:
                match answer:
                    case Ready() if not asking:
                        return None
                    case Moved(move=move) if opening:
                        return Choice((move,))
                    case Stones(moves=moves) if opening:
                        return Choice(moves)
                    case Swapped() if opening:
                        return Choice(swap=True)
                    case Moved(move=move) if asking:
                        fits = said is not None and said.pv[:1] == (move,)
                        return Decision(move, said.win_rate if said is not None and fits else None)
                    case Resigned() if asking:
                        return Decision.resign()
                    case Evaluated():
                        said = answer
                    case Named(name=name) if not self.config.name:
                        self.name = shorten(name).strip("'\"")
                    case Refused(text=text):
                        raise PlayerFailed("{name} refuses: {last}.", name=self.name, last=shorten(text, 200))
                    case Broken(text=text):
                        moved = asking and self._host.is_about_move(line)
                        raise PlayerFailed(
                            "{name}: {text}.", ILLEGAL if moved else CRASH, name=self.name, text=text
                        )
                    case Stones() | Swapped() if asking:
                        raise PlayerFailed(
                            "{name} answered {line}, which is not one move.",
                            name=self.name,
                            line=shorten(line),
                        )
            if not asking and not self._host.greets:
                return None
            heard = await child.line()
            if heard is None:
                answers = self._host.close()
                if not answers:
                    raise await child.failure()
            else:
                line = heard
                answers = self._host.receive(heard)

    # The process

    async def _start(self) -> Child:
        folder = folder_of(self.config)
        named = (Path(folder or "", word) for word in self.command)
        needed = [*self._needed, *(path for path in named if path.exists())]
        found = shutil.which(self.command[0])
        places = (Path(found).absolute(), Path(found).resolve()) if found else ()
        # What is installed as …/bin/program keeps its other parts in … .
        needed += [place.parents[1] if place.parent.name in ("bin", "shims") else place for place in places]
        sandbox = await asyncio.to_thread(protection, self.config.sandbox_kind)
        if sandbox.sandbox not in ALLOWED.get(self.config.sandbox, SANDBOXES):
            raise PlayerFailed(
                "{name} is not started: there is no protection of the kind {kind} on this machine.",
                name=self.name,
                kind=Term(self.config.sandbox),
            )
        return Child(
            self.command,
            self.name,
            allowance=self._allowance(),
            needed=needed,
            folder=folder,
            sandbox=sandbox,
            line_end=self._host.line_end,
            listen=self.recorder,
            meter=self._meter,
        )

    def _allowance(self) -> Allowance:
        # An engine that counts the processors before it starts its threads then keeps its time.
        processors = self.processors if self.timing == "processor" else None
        return Allowance(memory=self.config.memory, scratch=self.config.scratch, processors=processors)

    def _kill(self, *, keep_game: bool = False) -> None:
        child, self._child = self._child, None
        if not keep_game:
            self._game = None
        if child is not None:
            child.kill()

    def _time(self, record: GameRecord, clock: Clock | None) -> Time:
        turn = record.position.turn
        left = None if clock is None else clock.left(turn)
        if clock is None or left is None:
            return Time(move=self.config.time or min(TOLD, self.config.timeout / 2))
        whole_game = clock.control.per_move is None
        return Time(None if whole_game else left, left if whole_game else None, clock)


def folder_of(config: ProcessConfig) -> Path | None:
    """The folder in which a program runs; None: the current one."""
    return None if config.cwd is None else Path(config.cwd).expanduser().absolute()


def make_process(settings: Mapping[str, Any]) -> ProcessPlayer:
    """A player of the settings of ``cmd:``."""
    values = dict(settings)
    text = values.pop("command")
    try:
        command = shlex.split(text)
    except ValueError:
        command = []
    if not command:
        raise BadSpec("{text} is no command: check its quotation marks.", text=shorten(text))
    if (folder := folder_of(ProcessConfig(cwd=values.get("cwd")))) is not None:
        if not folder.is_dir():
            raise BadSpec("There is no folder {path}.", path=shorten(str(folder), 120))
        if os.sep in command[0]:
            command[0] = str(folder / command[0])
    if shutil.which(command[0]) is None:
        raise BadSpec(
            "There is no program {name} that can be run; check the path and its rights.",
            name=shorten(command[0], 120),
        )
    if Path(command[0]).name.startswith("pbrain"):
        values.setdefault("protocol", GOMOCUP)
    if "protocol" not in values:
        raise BadSpec(
            "cmd:{command} needs ?protocol=…: choose {offered}.",
            command=text[:60],
            offered=listing(PROTOCOLS),
        )
    return ProcessPlayer(command, ProcessConfig(**values))

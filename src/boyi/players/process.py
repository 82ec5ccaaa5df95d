"""Someone else's program as a player: ``cmd:./pbrain-foo?protocol=gomocup``."""

from __future__ import annotations

import asyncio
import shlex
import shutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from boyi.core.clock import Clock
from boyi.core.errors import shorten
from boyi.core.game import Game
from boyi.core.outcome import CRASH, ILLEGAL, TIME_OUT
from boyi.core.record import GameRecord
from boyi.core.result import require_ongoing
from boyi.players.base import Decision, PlayerFailed
from boyi.players.child import Child
from boyi.players.dialogue import PROTOCOLS, TOLD, Dialogue, Time, make_dialogue
from boyi.players.sandbox import WALLS, Allowance, Wall, protection
from boyi.players.spec import BadSpec
from boyi.protocols.actions import Choice, Limits
from boyi.protocols.answers import (
    Answer,
    Broken,
    Evaluated,
    Moved,
    Named,
    Ready,
    Refused,
    Resigned,
    Send,
    Stones,
    Swapped,
)
from boyi.protocols.situation import Situation

Done = TypeVar("Done")
Wanted = Literal["ready", "move", "opening"]
"""What is waited for."""

HANDSHAKE = 30.0
"""Seconds to start and get ready: some load a network, or start a virtual machine."""
AFTERWARDS = 0.5
"""Seconds in which a Botzone program asks to keep running."""


@dataclass(frozen=True, slots=True)
class ProcessConfig:
    """Everything a hosted program can be given."""

    protocol: str = "gomocup"
    timeout: float = 60.0
    """Seconds a move before it loses, where no clock runs."""
    time: float | None = None
    """Seconds a move that it is told."""
    depth: int | None = None
    """Plies to look ahead, where the protocol can say so."""
    memory: int = Allowance().memory
    name: str = ""
    wall: Wall = "bubblewrap"
    """The best protection to use."""


class ProcessPlayer:
    """Runs a program, one process for as many moves and games as its protocol lets it play.

    Whatever goes wrong raises ``PlayerFailed`` with a reason and a sentence; the process is ended then, and
    the next question starts another.
    """

    def __init__(
        self,
        command: list[str],
        config: ProcessConfig,
        *,
        dialogue: Callable[[], Dialogue] | None = None,
        needed: Sequence[Path] = (),
    ) -> None:
        self.command = command
        self.config = config
        self.name = config.name or Path(command[0]).name
        self._needed = needed
        self._child: Child | None = None
        self._make_dialogue = dialogue or (lambda: make_dialogue(config.protocol))
        self._dialogue = self._make_dialogue()
        self._last: Situation | None = None
        """What it was last asked about; None: it must be told that a game begins."""
        self._announced = False
        """Whether it was told so and has not been asked since."""

    # The player

    def check_game(self, game: Game) -> None:
        """Raise a sentence if this is a game that its protocol does not know; nothing is started."""
        games = self._dialogue.games
        if games and game.name not in games:
            offered = f"{self.config.protocol or 'such a file'} is for {', '.join(games)}"
            raise PlayerFailed(f"{self.name} cannot play {game.name}: {offered}.")

    async def prepare(self, record: GameRecord, clock: Clock | None = None) -> None:
        """Start the program and let it get ready, before its clock runs."""
        await self._guarded(self._begin(Situation.of_record(record), self._time(record, clock)), None)
        if self._child is not None:
            self._child.rest()

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        require_ongoing(record.outcome())
        time = self._time(record, clock)
        timed = clock is not None and clock.left(record.position().turn) is not None
        work = self._turn(Situation.of_record(record), time)
        return await self._guarded(work, None if timed else self._patience())

    async def bargain(self, record: GameRecord, clock: Clock | None = None) -> Choice | None:
        """The next step of a swap2 opening; None if its protocol has no words for it."""
        if not self._dialogue.bargains:
            return None
        work = self._bargain(Situation.of_record(record), self._time(record, clock))
        return await self._guarded(work, self._patience())

    async def close(self) -> None:
        """End the program: politely, then surely."""
        child, self._child, self._last, self._announced = self._child, None, None, False
        if child is None:
            return
        try:
            if child.alive:
                goodbye = [answer.text for answer in self._dialogue.end() if isinstance(answer, Send)]
                with suppress(TimeoutError):
                    async with asyncio.timeout(AFTERWARDS):
                        await child.send(goodbye)
            await child.leave()
        finally:
            child.kill()

    # A turn

    async def _guarded(self, work: Awaitable[Done], patience: float | None) -> Done:
        """Do something within a time; on any trouble the program is ended, also if we are cancelled."""
        try:
            async with asyncio.timeout(patience):
                return await work
        except TimeoutError:
            self._kill()
            if patience is None:
                raise
            raise PlayerFailed(f"{self.name} did not move within {patience:g} s.", TIME_OUT) from None
        except BaseException:
            self._kill()
            raise

    async def _turn(self, situation: Situation, time: Time) -> Decision:
        if self._child is not None and not self._child.alive and self._continues(situation):
            raise await self._child.failure()
        await self._begin(situation, time)
        child = self._wake(situation)
        decision = await self._exchange(child, self._dialogue.ask(situation, time), "move")
        assert isinstance(decision, Decision)
        if self._dialogue.wants_more():
            with suppress(TimeoutError):
                async with asyncio.timeout(AFTERWARDS):
                    while self._dialogue.wants_more() and (more := await child.line()) is not None:
                        self._dialogue.receive(more)
        if self._dialogue.stays():
            child.rest()
        else:
            self._child = None
            child.kill()
        return decision

    async def _bargain(self, situation: Situation, time: Time) -> Choice:
        if not self._continues(situation):
            self._last = None  # a new game, though stones stand when the second player is first asked
        await self._begin(situation, time)
        child = self._wake(situation)
        choice = await self._exchange(child, self._dialogue.bargain(situation), "opening")
        assert isinstance(choice, Choice)
        child.rest()
        return choice

    def _wake(self, situation: Situation) -> Child:
        """The program, which is now asked about the situation."""
        assert self._child is not None
        for line in self._child.wake():
            self._dialogue.receive(line)  # chatter from before the question answers nothing
        self._last, self._announced = situation, False
        return self._child

    def _patience(self) -> float:
        told = self.config.time
        return self.config.timeout if told is None else max(self.config.timeout, told + 1.0)

    async def _begin(self, situation: Situation, time: Time) -> None:
        """See to it that a program runs and knows which game is played."""
        self.check_game(situation.game)
        if self._child is not None and not (self._child.alive and self._can_go_on(situation)):
            self._kill(keep=True)
        fresh = self._child is None
        if self._child is None:
            self._child = await self._start()
            self._dialogue.restarted()
        known = self._last is not None and self._last.start == situation.start
        same = known and (self._announced or self._continues(situation) or len(situation.moves) > 1)
        # A new process in the middle of a game must be greeted; Botzone's get the whole game anyway.
        if same and not (fresh and self._dialogue.greets):
            return
        self._child.wake()
        if fresh and self._dialogue.greets:
            self._dialogue = self._make_dialogue()
        limits = Limits(depth=self.config.depth, memory=self.config.memory << 20 or None)
        self._last = situation.at(0)
        try:
            async with asyncio.timeout(min(HANDSHAKE, self.config.timeout)) as watch:
                await self._exchange(self._child, self._dialogue.begin(situation, time, limits), "ready")
        except TimeoutError:
            if not watch.expired():
                raise
            raise PlayerFailed(f"{self.name} did not get ready in time.", TIME_OUT) from None
        self._announced = True

    async def _exchange(
        self, child: Child, answers: list[Answer], wanted: Wanted
    ) -> Decision | Choice | None:
        """Carry lines to and fro until the program has moved (or is ready, or has bargained)."""
        asking, opening = wanted != "ready", wanted == "opening"
        said: Evaluated | None = None
        line = ""
        while True:
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
                        raise PlayerFailed(f"{self.name} refuses: {shorten(text, 200)}.")
                    case Broken(text=text):
                        moved = asking and self._dialogue.is_about_move(line)
                        raise PlayerFailed(f"{self.name}: {text}.", ILLEGAL if moved else CRASH)
                    case Stones() | Swapped() if asking:
                        raise PlayerFailed(f"{self.name} answered {shorten(line)}, which is not one move.")
            if not asking and not self._dialogue.greets:
                return None
            heard = await child.line()
            if heard is None:
                answers = self._dialogue.close()
                if not answers:
                    raise await child.failure()
            else:
                line = heard
                answers = self._dialogue.receive(heard)

    # The process

    async def _start(self) -> Child:
        needed = [*self._needed, *(Path(word) for word in self.command if Path(word).exists())]
        found = shutil.which(self.command[0])
        places = (Path(found).absolute(), Path(found).resolve()) if found else ()
        # What is installed as …/bin/program keeps its other parts in … .
        needed += [place.parents[1] if place.parent.name in ("bin", "shims") else place for place in places]
        wall = await asyncio.to_thread(protection, self.config.wall)
        return Child(
            self.command,
            self.name,
            allowance=Allowance(memory=self.config.memory),
            needed=needed,
            wall=wall,
            line_end=self._dialogue.line_end,
        )

    def _kill(self, *, keep: bool = False) -> None:
        child, self._child, self._announced = self._child, None, False
        if not keep:
            self._last = None
        if child is not None:
            child.kill()

    def _continues(self, situation: Situation) -> bool:
        """Whether this is a later moment of the game that the program was last asked about."""
        last = self._last
        if last is None or last.start != situation.start:
            return False
        return len(last.moves) < len(situation.moves) and situation.moves[: len(last.moves)] == last.moves

    def _can_go_on(self, situation: Situation) -> bool:
        """Whether a running program can be asked: one that only hears the last move must know the others."""
        if self._dialogue.greets or self._announced or self.config.protocol == "analysis":
            return True
        last = self._last
        return last is not None and self._continues(situation) and len(situation.moves) == len(last.moves) + 2

    def _time(self, record: GameRecord, clock: Clock | None) -> Time:
        turn = record.position().turn
        left = None if clock is None else clock.left(turn)
        if clock is None or left is None:
            return Time(move=self.config.time or min(TOLD, self.config.timeout / 2))
        whole_game = clock.control.per_move is None
        return Time(None if whole_game else left, left if whole_game else None, clock)


def make_process(settings: Mapping[str, Any]) -> ProcessPlayer:
    """A player of the settings of ``cmd:``."""
    values = dict(settings)
    text = values.pop("command")
    try:
        command = shlex.split(text)
    except ValueError:
        command = []
    if not command:
        raise BadSpec(f"{shorten(text)} is no command: check its quotation marks.")
    if shutil.which(command[0]) is None:
        raise BadSpec(
            f"There is no program {shorten(command[0])} that can be run; check the path and its rights."
        )
    sandbox = values.pop("sandbox", "best")
    protocol = values.setdefault("protocol", "gomocup" if Path(command[0]).name.startswith("pbrain") else "")
    if not protocol:
        raise BadSpec(f"cmd:{text[:60]} needs ?protocol=…: choose {', '.join(PROTOCOLS)}.")
    return ProcessPlayer(command, ProcessConfig(wall=WALLS[0] if sandbox == "best" else sandbox, **values))

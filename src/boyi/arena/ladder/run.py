"""The ladder of a class while the server runs: uploads are checked, then games are played, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from boyi.arena.bradley_terry import Rating
from boyi.arena.executors import ProcessExecutor, SeriesFailed
from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job
from boyi.arena.ladder.check import START, check_file
from boyi.arena.ladder.pairing import LadderGame, next_pair, rate_ladder
from boyi.arena.ladder.settings import BadClass, ClassSettings
from boyi.arena.ladder.submissions import Submissions, Version
from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.programs.conformance import Finding
from boyi.programs.sandbox import protection

PAUSE = 0.5
"""Seconds between two looks whether people's games leave time."""
LONGEST_PAUSE = 30.0
"""Seconds after which a game is played although they do not: it has a low priority."""


def why_closed(settings: ClassSettings) -> Message | None:
    """Why nobody can upload on this machine; None: there is a sandbox."""
    found = protection()
    if found.sandbox == "bubblewrap" or (found.sandbox == "namespaces" and settings.namespaces):
        return None
    return Message(
        "Uploads are closed: the server's computer has no bubblewrap to run programs behind. {text}",
        text=found.text,
    )


class Ladder:
    """The bots of a class, their games and ratings."""

    def __init__(self, settings: ClassSettings, file: Path, busy: Callable[[], bool] = lambda: False) -> None:
        """``file``: the class's file, beside which its folder is; ``busy``: whether people wait for moves."""
        self.settings, self._busy = settings, busy
        self.path = file.with_suffix("")
        self.closed = why_closed(settings)
        self.hidden = [file, self.path]
        self.folder = _folder(self.path, settings)
        self.submissions = Submissions(self.path, settings)
        self.games = [_read(number, record) for number, record in self.folder.games()]
        self.running: tuple[str, str, str] | None = None
        """The names of the game that is played now, black first, and its moves so far."""
        self.checking: tuple[int, int] | None = None
        self._rated: tuple[tuple[object, ...], dict[str, Rating]] = ((), {})
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Check and play from now on."""
        if self.closed is None:
            self._tasks = [asyncio.create_task(self._check()), asyncio.create_task(self._play())]

    async def close(self) -> None:
        """Stop; what is not finished is done again after the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.folder.close()

    # What is asked

    def name_of(self, version: Version) -> str:
        """What a version is called in games."""
        return f"{self.settings.students[version.student].name} #{version.number}"

    def bots(self) -> dict[str, Version]:
        """The versions that play now."""
        found = map(self.submissions.best, range(len(self.settings.students)))
        return {self.name_of(version): version for version in found if version is not None}

    def ratings(self) -> dict[str, Rating]:
        """Of all versions that play or have played; computed when something is new."""
        bots = list(self.bots())
        state = (len(self.games), *bots)
        if self._rated[0] != state:
            self._rated = (state, rate_ladder(self.games, bots, self.settings.scale))
        return self._rated[1]

    def upload(self, student: int, name: str, text: str) -> Version:
        """Take a file; its check begins as soon as those before it are done."""
        version = self.submissions.add(student, name, text)
        self._tell()
        return version

    # What is done meanwhile

    async def _check(self) -> None:
        while True:
            waiting = self.submissions.waiting()
            if not waiting:
                await self._wait()
                continue
            version = waiting[0]
            self.checking = version.key
            settings = self.settings
            try:
                spec = await asyncio.to_thread(self.submissions.spec, version)
                opponent = f"level:{min(settings.levels, default=1)}"
                game = settings.rules_of_game
                found = await check_file(spec, game, opponent, settings.check, self.hidden)
                self.submissions.settle(version, found)
            except BoyiError as error:
                self.submissions.settle(version, [_unread(error)])
            finally:
                self.checking = None
            self._tell()

    async def _play(self) -> None:
        executor = ProcessExecutor(background=True, hidden=self.hidden)
        try:
            while True:
                job = self.next_job()
                if job is None:
                    waiting = asyncio.create_task(self._wait())
                    try:
                        await executor.close()  # programs that nobody asks do not stay
                        await waiting
                    finally:
                        waiting.cancel()
                    continue
                with suppress(TimeoutError):
                    async with asyncio.timeout(LONGEST_PAUSE):
                        while self._busy():
                            await asyncio.sleep(PAUSE)
                a, b = job.settings.names
                black, white = (a, b) if job.number == 1 else (b, a)

                def hear(moves: str, names: tuple[str, str] = (black, white)) -> None:
                    self.running = (*names, moves)

                self.running = (black, white, "")
                try:
                    played = await executor.play(job, hear)
                except SeriesFailed:
                    await asyncio.sleep(PAUSE)  # it is tried again
                    continue
                finally:
                    self.running = None
                self.folder.save(job.key, played.text, played.log)
                self.games.append(_read(job.key, self.folder.load(job.key)))
        finally:
            await executor.close()

    def next_job(self) -> Job | None:
        """The second game of a pair that was begun, else the first of the next pair."""
        known = {game.number: game for game in self.games}
        last = max(known, default=0)
        if last % 2 == 1:
            first = known[last]
            a, b = ((name, self._spec(name)) for name in (first.black, first.white))
            if a[1] and b[1]:
                return Job(self.settings.series(last // 2, a, b), 2, last + 1)
            last += 1  # one of them has left the class
        bots, levels = list(self.bots()), [f"level:{level}" for level in self.settings.levels]
        elo = {name: rating.elo for name, rating in self.ratings().items()} | self.settings.scale
        names = next_pair(bots, levels, self.games, elo, self.settings.games)
        if names is None:
            return None
        a, b = ((name, self._spec(name)) for name in names)
        return Job(self.settings.series(last // 2, a, b), 1, last + 1)

    def _spec(self, name: str) -> str:
        """The player of that name; empty if there is none any more."""
        if name in self.settings.scale:
            return name
        student, _, number = name.rpartition(" #")
        names = [one.name for one in self.settings.students]
        version = self.submissions.get((names.index(student), int(number))) if student in names else None
        return "" if version is None else self.submissions.spec(version)

    async def _wait(self) -> None:
        await self._news.wait()

    def _tell(self) -> None:
        """Something is new: whoever waits looks again."""
        news, self._news = self._news, asyncio.Event()
        news.set()


def _folder(path: Path, settings: ClassSettings) -> GameFolder[ClassSettings]:
    """The folder of the class; its file may have changed since, but not the game."""
    if not (path / settings.folder_kind.file).exists():
        return GameFolder.create(path, settings)
    folder = GameFolder.open(path, ClassSettings)
    kept = folder.settings
    if (kept.game, kept.options) != (settings.game, settings.options):
        folder.close()
        raise BadClass("{path} holds the ladder of another game: rename the file or the folder.", path=path)
    folder.write_settings(settings)
    return folder


def _read(number: int, record: GameRecord) -> LadderGame:
    outcome = record.outcome
    assert outcome is not None
    headers = record.headers
    return LadderGame(number, headers["black"], headers["white"], outcome.value(0), outcome.reason)


def _unread(error: BoyiError) -> Finding:
    return Finding("start", START, False, error.message)

"""The ladder of a class while the server runs: uploads are checked, then games are played, one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from boyi.arena.bot_check import WHOLE
from boyi.arena.bradley_terry import Rating
from boyi.arena.checks import Checked, check_one
from boyi.arena.executors import ProcessExecutor, SeriesFailed, WorkerFailed
from boyi.arena.folder import BadFolder, GameFolder
from boyi.arena.jobs import CheckJob, Job
from boyi.arena.ladder.hidden_paths import HiddenPaths
from boyi.arena.ladder.pairing import LadderGame, next_pair, rate_ladder
from boyi.arena.ladder.settings import BadClass, ClassSettings
from boyi.arena.ladder.submissions import BOTS, Submissions, Version
from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.core.system import system_reason
from boyi.programs.bubblewrap import own_paths, private_folder
from boyi.programs.conformance import Finding
from boyi.programs.sandbox import protection

log = logging.getLogger("boyi.ladder")

GAMES = Message("Games on the ladder")
CANNOT_WRITE = Message("The server cannot keep anything now (its disk may be full): checks and games wait.")
CANNOT_CHECK = Message("The server cannot make a check now: it is tried again.")
CANNOT_PLAY = Message("The server cannot play games of the ladder now: it is tried again.")
MOST_PROBLEMS = 20
TRIES = 8
"""How often a check is begun that the server's computer cannot make."""
WAITING = 60.0
"""Seconds that a program may wait for the processor: it has a low priority."""
PAUSE = 0.5
"""Seconds between two looks whether people's games leave time."""
LONGEST_PAUSE = 30.0
"""Seconds after which a game is played although they do not: it has a low priority."""


class CannotKeep(BoyiError):
    """An upload that the server's disk does not take."""


def why_closed(settings: ClassSettings) -> Message | None:
    """Why nobody can upload on this machine; None: there is a sandbox."""
    found = protection()
    if found.sandbox == "bubblewrap" or (found.sandbox == "namespaces" and settings.namespaces):
        return None
    return Message(
        "Uploads are closed: the server's computer has no bubblewrap to run programs behind. {text}",
        text=found.text,
    )


UNFINISHED = Message("the server could not finish it: its terminal says why; upload the file again")


class Ladder:
    """The bots of a class, their games and ratings."""

    def __init__(self, settings: ClassSettings, file: Path) -> None:
        """``file``: the class's file, beside which its folder is."""
        if not file.suffix:
            raise BadClass(
                "{file} needs an ending, such as {file}.toml: the folder beside it is called {file}.",
                file=file,
            )
        self.settings = settings
        self.path = file.with_suffix("")
        self.closed = why_closed(settings)
        around = private_folder(file)
        self.hidden = [file, self.path, *around]
        self.paths = HiddenPaths(
            [self.path, *self.hidden, *own_paths(), Path.home()], f"/{BOTS}/[0-9a-f]+/[0-9]+/"
        )
        """Takes the server's paths out of what students see."""
        self.folder = _folder(self.path, settings)
        try:
            self.submissions = Submissions(self.path, settings)
            self.games = [_read(number, record) for number, record in self.folder.games()]
        except BaseException:
            self.folder.close()
            raise
        self.running: tuple[str, str, str] | None = None
        """The names of the game that is played now, black first, and its moves so far."""
        self.checking: tuple[int, int] | None = None
        self.problems: deque[Message] = deque(self.submissions.unusable, MOST_PROBLEMS)
        """What went wrong since the start, for the teacher."""
        if not around:
            self.problems.append(
                Message(
                    "{folder} cannot be hidden from programs, because Python or Boyi lies in it: they see "
                    "its other files. Move the class's file to a folder of its own.",
                    folder=file.absolute().parent,
                )
            )
        self._troubles: dict[str, Message] = {}
        """What cannot be done now and is tried again, by who tries it."""
        self._failures: Counter[tuple[int, int]] = Counter()
        """How often a version could not be checked."""
        self._suspects: set[str] = set()
        """Bots whose last game could not be played: the next one is against a level."""
        self._rated: tuple[tuple[object, ...], dict[str, Rating]] = ((), {})
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        for problem in self.problems:
            log.error("%s", problem)

    def start(self, busy: Callable[[], bool] = lambda: False) -> None:
        """Check and play from now on; ``busy``: whether people wait for moves."""
        if self.closed is None:
            self._tasks = [asyncio.create_task(self._check()), asyncio.create_task(self._play(busy))]
            for task in self._tasks:
                task.add_done_callback(_log_end)

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

    @property
    def trouble(self) -> Message | None:
        """Why checks or games wait now; None: they do not."""
        return next(iter(self._troubles.values()), None)

    def upload(self, student: int, name: str, text: str) -> Version:
        """Take a file; its check begins as soon as those before it are done."""
        try:
            version = self.submissions.add(student, name, text)
        except OSError as error:
            log.error("the upload of %s: %s", self.settings.students[student].name, error)
            raise CannotKeep(
                "The server cannot keep your file now ({reason}): upload it again later.",
                reason=system_reason(error),
            ) from None
        self._tell()
        return version

    # What is done meanwhile

    async def _check(self) -> None:
        executor = ProcessExecutor(background=True, hidden=self.hidden)
        try:
            while True:
                news, waiting = self._news, self.submissions.waiting()
                if not waiting:
                    self._troubles.pop("check", None)
                    await executor.close()
                    await news.wait()
                    continue
                version = min(waiting, key=lambda one: self._failures[one.key])
                checked = await self._checked(executor, version)
                if checked is None:
                    continue
                try:
                    await self._settle(version, checked)
                except Exception:
                    log.exception("the finding about %s", self.name_of(version))
                    await self._settle(version, Checked((Finding("check", WHOLE, False, UNFINISHED),)))
        finally:
            await executor.close()

    async def _checked(self, executor: ProcessExecutor, version: Version) -> Checked | None:
        """Check a version, whatever that raises; None: it is tried again later."""
        settings, game = self.settings, self.settings.rules_of_game
        job = CheckJob(
            str(version.file),
            game.name,
            dict(game.settings),
            opponent=f"level:{min(settings.levels, default=1)}",
            waiting=WAITING,
            timing=self.settings.timing or "wall",
            settings=self.submissions.limits,
        )
        self.checking = version.key
        try:
            checked = await check_one(executor, job, settings.check)
            findings = [replace(one, text=self.paths.message(one.text)) for one in checked.findings]
            return replace(checked, findings=tuple(findings))
        except (OSError, WorkerFailed) as error:
            self._failures[version.key] += 1
            log.error("%s could not be checked: %s", self.name_of(version), error)
            if self._failures[version.key] < TRIES:
                self._troubles["check"] = CANNOT_CHECK
                await asyncio.sleep(min(PAUSE * 2 ** self._failures[version.key], LONGEST_PAUSE))
                return None
        except Exception:
            log.exception("the check of %s", self.name_of(version))
        finally:
            self.checking = None
        return Checked((Finding("check", WHOLE, False, UNFINISHED),))

    async def _settle(self, version: Version, checked: Checked) -> None:
        """Keep what a check has found."""
        if (fault := checked.fault) is not None and fault.name == "check":
            self._note(Message("{name}: {text}", name=self.name_of(version), text=fault.text))
        await self._keep("check", lambda: self.submissions.settle(version, checked.findings, checked.style))
        self._tell()

    async def _play(self, busy: Callable[[], bool]) -> None:
        executor = ProcessExecutor(background=True, hidden=self.hidden)
        try:
            while True:
                news = self._news
                try:
                    job = self.next_job()
                    if job is None:
                        self._troubles.pop("play", None)
                        await executor.close()  # programs that nobody asks do not stay
                        await news.wait()
                        continue
                    with suppress(TimeoutError):
                        async with asyncio.timeout(LONGEST_PAUSE):
                            while busy():
                                await asyncio.sleep(PAUSE)
                    await self._play_game(executor, job)
                except Exception:
                    log.exception("the ladder of %s", self.settings.name)
                    self._troubles["play"] = CANNOT_PLAY
                    await asyncio.sleep(LONGEST_PAUSE)
        finally:
            await executor.close()

    async def _play_game(self, executor: ProcessExecutor, job: Job) -> None:
        """Play a game, and keep it, or note whose game cannot be played."""
        a, b = job.settings.names
        black, white = (a, b) if job.number == 1 else (b, a)

        def hear(moves: str) -> None:
            self.running = (black, white, moves)

        hear("")
        try:
            played = await executor.play(job, hear)
        except SeriesFailed as error:
            log.error("%s - %s: %s", black, white, error)
            await self._suspect(job.settings.names)
            await asyncio.sleep(PAUSE)
            return
        finally:
            self.running = None
        await self._keep("play", lambda: self.folder.save(job.key, played.text, played.log))
        result = played.result
        points = result.points if job.number == 1 else 1 - result.points
        self.games.append(LadderGame(job.key, black, white, points, result.reason))
        self._suspects -= {black, white}

    async def _suspect(self, names: tuple[str, str]) -> None:
        """A game could not be played: a bot that fails again, against a level, leaves the ladder."""
        bots = self.bots()
        players = [name for name in names if name in bots]
        if len(players) != 1 or players[0] not in self._suspects:
            self._suspects.update(players)
            return
        version = bots[players[0]]
        self._suspects.discard(players[0])
        finding = Finding("game", GAMES, False, Message("they could not be played, twice in a row"))
        self._note(Message("{name}: {text}", name=players[0], text=finding.text))
        await self._keep("play", lambda: self.submissions.settle(version, [*version.findings, finding]))

    async def _keep(self, who: str, write: Callable[[], object]) -> None:
        """Write to the disk, again and again until that can be done."""
        pause = PAUSE
        while True:
            try:
                write()
            except (OSError, BadFolder) as error:
                if who not in self._troubles:
                    log.error("the folder of the class cannot be written to: %s", error)
                self._troubles[who] = CANNOT_WRITE
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                self._troubles.pop(who, None)
                return

    def _note(self, problem: Message) -> None:
        """Tell the teacher, on the page and the terminal."""
        self.problems.append(problem)
        log.error("%s", problem)

    def next_job(self) -> Job | None:
        """The second game of a pair that was begun, else the first of the next pair."""
        known = {game.number: game for game in self.games}
        last = max(known, default=0)
        bots, levels = list(self.bots()), [f"level:{level}" for level in self.settings.levels]
        self._suspects &= set(bots)
        if last % 2 == 1:
            first = known[last]
            a, b = ((name, self._spec(name)) for name in (first.black, first.white))
            if a[1] and b[1] and not self._suspects & {first.black, first.white}:
                return Job(self.settings.series(last // 2, a, b), 2, last + 1)
            last += 1  # one of them has left the class, or its games cannot be played
        elo = {name: rating.elo for name, rating in self.ratings().items()} | self.settings.scale
        names = next_pair(bots, levels, self.games, elo, self.settings.games)
        if self._suspects:
            names = min(self._suspects), f"level:{min(self.settings.levels, default=1)}"
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


def _log_end(task: asyncio.Task[None]) -> None:
    """A task of the ladder never ends by itself."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.critical("the ladder has stopped", exc_info=error)

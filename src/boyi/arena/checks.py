"""Checks of bots: one within its time, or many at once with findings that are kept in a folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from boyi import __version__
from boyi.arena.bot_check import WHOLE
from boyi.arena.executors import ATTEMPTS, Checker, Find, WorkerEnded, WorkerFailed, local_executors
from boyi.arena.jobs import CheckJob
from boyi.core.message import Message
from boyi.core.system import system_reason
from boyi.programs.conformance import Finding

LONGEST = 600.0
"""Seconds after which a check is stopped, where nothing else is said."""
UNFINISHED = "check"
"""The name of the finding that a check did not come to its end."""
KEPT = ".boyi-checks.json"
"""The file of the findings in a folder of submissions."""
FORMAT = {"format": "boyi-checks", "version": 1}


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has found."""

    findings: tuple[Finding, ...]
    style: str = ""
    """Of the file; empty if it has none."""

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return bool(self.findings) and all(finding.good for finding in self.findings)

    @property
    def is_unfinished(self) -> bool:
        """Whether the check did not come to its end, for whatever reason: another time it may."""
        return any(finding.name == UNFINISHED for finding in self.findings)

    @property
    def fault(self) -> Finding | None:
        """The first finding that is not good."""
        return next((finding for finding in self.findings if not finding.good), None)


async def check_one(
    executor: Checker, job: CheckJob, seconds: float = LONGEST, tell: Find | None = None
) -> Checked:
    """Check a bot within so many seconds; whatever it does to its worker is a finding.

    Raises OSError or ``WorkerFailed`` if this computer could not make the check.
    """
    style = ""
    for _ in range(ATTEMPTS):
        found: list[Finding] = []

        def hear(finding: Finding, into: list[Finding] = found) -> None:
            into.append(finding)
            if tell is not None:
                tell(finding)

        try:
            async with asyncio.timeout(seconds):
                style = await executor.check(job, hear)
            return Checked(tuple(found), style)
        except TimeoutError:
            await executor.close()
            hear(_unfinished(Message("stopped after {seconds:g} s: it takes too long", seconds=seconds)))
            return Checked(tuple(found), style)
        except WorkerEnded:
            continue
    hear(_unfinished(Message("it broke down")))
    return Checked(tuple(found), style)


def _unfinished(text: Message) -> Finding:
    return Finding(UNFINISHED, WHOLE, False, text)


async def check_many(
    jobs: Sequence[CheckJob], count: int, seconds: float = LONGEST
) -> AsyncGenerator[tuple[int, Checked | None]]:
    """Check bots, so many at once: the number of each with None when it begins, then with what was found."""
    told: asyncio.Queue[tuple[int, Checked | None] | Exception] = asyncio.Queue()
    waiting = iter(enumerate(jobs))

    async def work(executor: Checker) -> None:
        try:
            for number, job in waiting:
                told.put_nowait((number, None))
                try:
                    checked = await check_one(executor, job, seconds)
                except (OSError, WorkerFailed) as error:
                    reason = system_reason(error) if isinstance(error, OSError) else error.message
                    checked = Checked(
                        (_unfinished(Message("it could not be made: {reason}", reason=reason)),)
                    )
                told.put_nowait((number, checked))
        except Exception as error:
            told.put_nowait(error)
        finally:
            await executor.close()

    tasks = [asyncio.create_task(work(one)) for one in local_executors(min(count, len(jobs)))]
    try:
        left = len(jobs)
        while left:
            news = await told.get()
            if isinstance(news, Exception):
                raise news
            left -= news[1] is not None
            yield news
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class KeptChecks:
    """What was found in a folder of submissions: a bot is not checked again until something of it changes."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / KEPT
        self._found: dict[str, Any] = {}
        with suppress(OSError, ValueError):
            document = json.loads(self.file.read_text("utf-8"))
            if isinstance(document, dict) and FORMAT.items() <= document.items():
                self._found = dict(document.get("checks", {}))

    def get(self, name: str, key: str) -> Checked | None:
        """What was found for a bot of this name and key."""
        try:
            entry = self._found[name]
            if entry["key"] != key:
                return None
            return Checked(tuple(map(Finding.from_data, entry["findings"])), entry["style"])
        except (KeyError, TypeError, AttributeError):
            return None  # nothing, or something else has written there

    def keep(self, name: str, key: str, checked: Checked) -> None:
        """Write down what was found, unless the check itself did not come to its end; raises OSError."""
        if checked.is_unfinished:
            return
        findings = [finding.to_data() for finding in checked.findings]
        self._found[name] = {"key": key, "style": checked.style, "findings": findings}
        part = self.file.with_name(f"{KEPT}.part")
        part.write_text(json.dumps({**FORMAT, "checks": self._found}), "utf-8")
        part.replace(self.file)


def check_key(job: CheckJob, place: Path) -> str:
    """What findings depend on: the job, the file or folder that the bot consists of, and Boyi itself."""
    digest = sha256(json.dumps([__version__, job.to_data()], sort_keys=True).encode())
    files = [place] if place.is_file() else sorted(one for one in place.rglob("*") if one.is_file())
    for file in files:
        if "__pycache__" not in file.parts:
            content = sha256(file.read_bytes()).hexdigest()
            digest.update(f"\n{file.relative_to(place.parent)} {content}".encode(errors="surrogateescape"))
    return digest.hexdigest()

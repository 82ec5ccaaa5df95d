"""What students have uploaded: every version of their file, and what its check has found."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any, Literal

from boyi.arena.ladder.settings import ClassSettings
from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message
from boyi.players.spec import Spec
from boyi.programs.bot_files import find_bot
from boyi.programs.conformance import Finding

BOTS = "bots"
STATE = "state.json"
MOST_VERSIONS = 200
DAY = 86_400.0
State = Literal["waiting", "good", "bad"]


class QuotaReached(BoyiError):
    """A student has uploaded as much as may be."""


class BadUpload(BoyiError):
    """A file that is not taken."""


@dataclass(frozen=True)
class Version:
    """One file of a student."""

    student: int
    number: int
    """From 1."""
    file: Path
    uploaded: float
    """Seconds since 1970."""
    state: State = "waiting"
    findings: tuple[Finding, ...] = ()

    @property
    def key(self) -> tuple[int, int]:
        """What it is known by."""
        return self.student, self.number


class Submissions:
    """The files of a class, each in a folder of its own, so that a program sees no other."""

    def __init__(self, folder: Path, settings: ClassSettings) -> None:
        self.folder, self.settings = folder, settings
        self._versions: dict[tuple[int, int], Version] = {}
        self._places = [folder / BOTS / _place(student.name) for student in settings.students]
        for student, place in enumerate(self._places):
            for state in place.glob(f"*/{STATE}"):
                version = self._read(student, state)
                self._versions[version.key] = version

    def of(self, student: int) -> list[Version]:
        """All versions of a student, the newest first."""
        return sorted((one for one in self._versions.values() if one.student == student), key=_newest)

    def waiting(self) -> list[Version]:
        """What is still to be checked, the oldest first."""
        found = [one for one in self._versions.values() if one.state == "waiting"]
        return sorted(found, key=lambda one: one.uploaded)

    def best(self, student: int) -> Version | None:
        """The newest version that passed its check: the one that plays."""
        return next((one for one in self.of(student) if one.state == "good"), None)

    def get(self, key: tuple[int, int]) -> Version | None:
        """A version by its student and number."""
        return self._versions.get(key)

    def add(self, student: int, name: str, text: str, now: float | None = None) -> Version:
        """Keep a new file of a student; what is beyond a quota is refused."""
        settings, known = self.settings, self.of(student)
        now = time() if now is None else now
        data = text.encode("utf-8", errors="replace")
        if len(data) > settings.largest * 1000:
            raise BadUpload("The file has more than {most} kB.", most=settings.largest)
        if not text.strip() or "\0" in text:
            raise BadUpload("The file is no Python text.")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}\.(py|ipynb)", name):
            raise BadUpload("Call the file by letters, digits and _, with .py or .ipynb at the end.")
        if any(one.state == "waiting" for one in known):
            raise QuotaReached("Your last file is still being checked: wait for its answer.")
        today = [one for one in known if now - one.uploaded < DAY]
        if len(today) >= settings.uploads or len(known) >= MOST_VERSIONS:
            raise QuotaReached("You have uploaded {count} files today: try again tomorrow.", count=len(today))
        number = 1 + max((one.number for one in known), default=0)
        folder = self._places[student] / f"{number:03}"
        folder.mkdir(parents=True)
        file = folder / name
        file.write_bytes(data)
        version = Version(student, number, file, now)
        self._write(version)
        return version

    def settle(self, version: Version, findings: Sequence[Finding]) -> Version:
        """Keep what the check has found."""
        good = bool(findings) and all(finding.good for finding in findings)
        state: State = "good" if good else "bad"
        settled = replace(version, state=state, findings=tuple(findings))
        self._write(settled)
        return settled

    def spec(self, version: Version) -> str:
        """The player of a version, in its sandbox and with its quotas."""
        settings, spec = self.settings, Spec.parse(find_bot(str(version.file)).spec)
        limits = {
            "memory": str(settings.memory),
            "scratch": str(settings.tmp),
            "sandbox": "walled" if settings.namespaces else "bubblewrap",
        }
        return str(replace(spec, settings=(*spec.settings, *limits.items())))

    def _write(self, version: Version) -> None:
        data = {
            "file": version.file.name,
            "uploaded": version.uploaded,
            "state": version.state,
            "findings": [finding_data(finding) for finding in version.findings],
        }
        part = version.file.parent / f".{STATE}.part"
        part.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        part.replace(version.file.parent / STATE)
        self._versions[version.key] = version

    def _read(self, student: int, state: Path) -> Version:
        try:
            data = json.loads(state.read_text("utf-8"))
            findings = tuple(map(finding_from, data["findings"]))
            file = state.parent / data["file"]
            return Version(student, int(state.parent.name), file, data["uploaded"], data["state"], findings)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadUpload("{file} cannot be read: {why}", file=state, why=shorten(error, 200)) from None


def _place(name: str) -> str:
    """The folder of a student, whatever letters the name has and wherever it stands in the file."""
    return sha256(name.encode()).hexdigest()[:12]


def _newest(version: Version) -> int:
    return -version.number


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    return {
        "name": finding.name,
        "title": finding.title.to_data(),
        "good": finding.good,
        "text": finding.text.to_data(),
    }


def finding_from(data: dict[str, Any]) -> Finding:
    """What ``finding_data`` wrote."""
    title, text = Message.from_data(data["title"]), Message.from_data(data["text"])
    return Finding(data["name"], title, data["good"], text)

"""What students have uploaded: every version of their file, and what its check has found."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Literal, get_args

from boyi.arena.ladder.settings import ClassSettings
from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message
from boyi.players.spec import Spec
from boyi.programs.bot_files import find_bot, spec_of
from boyi.programs.conformance import Finding

BOTS = "bots"
STATE = "state.json"
NEW = ".new-"
"""Begins the name of a folder that is being made; what has it at the start was left by a kill."""
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
    style: str = ""
    """Of the file, as its check has found; empty before that."""

    @property
    def key(self) -> tuple[int, int]:
        """What it is known by."""
        return self.student, self.number


class Submissions:
    """The files of a class, each in a folder of its own, so that a program sees no other."""

    def __init__(self, folder: Path, settings: ClassSettings) -> None:
        self.folder, self.settings = folder, settings
        self._versions: dict[tuple[int, int], Version] = {}
        self.unusable: list[Message] = []
        """What is said about versions that cannot be read."""
        self._places = [folder / BOTS / student_folder(student.name) for student in settings.students]
        for student, place in enumerate(self._places):
            for left in place.glob(f"{NEW}*"):
                shutil.rmtree(left, ignore_errors=True)
            for state in place.glob(f"[0-9]*/{STATE}"):
                try:
                    version = self._read(student, state)
                except (OSError, BoyiError, ValueError, KeyError, TypeError, AttributeError) as error:
                    why = shorten(error, 200)
                    self.unusable.append(Message("{file} cannot be read: {why}", file=state, why=why))
                else:
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
        """Keep a new file of a student; what is beyond a quota is refused. Raises OSError."""
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
        place = self._places[student]
        place.mkdir(parents=True, exist_ok=True)
        # Folders without a version count too: an earlier Boyi left some when it was killed.
        taken = [int(entry.name) for entry in place.iterdir() if entry.name.isdecimal()]
        number = 1 + max(taken, default=0)
        version = Version(student, number, place / f"{number:03}" / name, now)
        new = place / f"{NEW}{token_hex(4)}"
        try:
            new.mkdir()
            (new / name).write_bytes(data)
            self._write_state(version, new)
            new.rename(version.file.parent)
        except OSError:
            shutil.rmtree(new, ignore_errors=True)
            raise
        self._versions[version.key] = version
        return version

    def settle(self, version: Version, findings: Sequence[Finding], style: str = "") -> Version:
        """Keep what the check has found. Raises OSError."""
        good = bool(findings) and all(finding.good for finding in findings)
        state: State = "good" if good else "bad"
        settled = replace(version, state=state, findings=tuple(findings), style=style or version.style)
        self._write_state(settled, version.file.parent)
        self._versions[version.key] = settled
        return settled

    def spec(self, version: Version) -> str:
        """The player of a version that was checked, in its sandbox and with its quotas."""
        return str(Spec.parse(spec_of(version.file, version.style)).with_settings(self.limits))

    @property
    def limits(self) -> Mapping[str, str]:
        """The sandbox and the quotas of every program, as settings of a spec."""
        settings = self.settings
        return {
            "memory": str(settings.memory),
            "scratch": str(settings.tmp),
            "sandbox": "walled" if settings.namespaces else "bubblewrap",
        }

    def _write_state(self, version: Version, folder: Path) -> None:
        data = {
            "file": version.file.name,
            "uploaded": version.uploaded,
            "state": version.state,
            "style": version.style,
            "findings": [finding.to_data() for finding in version.findings],
        }
        part = folder / f".{STATE}.part"
        part.write_text(json.dumps(data), "utf-8")
        part.replace(folder / STATE)

    def _read(self, student: int, state: Path) -> Version:
        data = json.loads(state.read_text("utf-8"))
        findings = tuple(map(Finding.from_data, data["findings"]))
        file, number, kept = state.parent / data["file"], int(state.parent.name), data["state"]
        style = data.get("style", "")
        if kept not in get_args(State):
            raise ValueError("it has an unknown state")
        if kept == "good" and not style:  # an earlier Boyi did not keep it
            style = find_bot(str(file)).style
        return Version(student, number, file, float(data["uploaded"]), kept, findings, style)


def student_folder(name: str) -> str:
    """The folder of a student, whatever letters the name has and wherever it stands in the file."""
    return sha256(name.encode()).hexdigest()[:12]


def _newest(version: Version) -> int:
    return -version.number

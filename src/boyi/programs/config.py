"""The settings of other people's programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from boyi.core.message import Message, Term, listing
from boyi.protocols.table import PROTOCOLS
from boyi.settings.limits import DEPTH, TIME
from boyi.settings.setting import Configuration, Word, declare, number, word

SandboxKind = Literal["bubblewrap", "namespaces", "plain"]
Sandbox = Literal["best", "bubblewrap", "walled", "namespaces", "plain"]
ALLOWED: Mapping[str, tuple[SandboxKind, ...]] = {
    "bubblewrap": ("bubblewrap",),
    "walled": ("bubblewrap", "namespaces"),
}
"""Settings under which a program is started behind one of these or not at all."""
MEMORY = 4096
"""Megabytes of a program that is given no other limit."""


@dataclass(frozen=True)
class ProgramConfig(Configuration):
    """What every program can be given."""

    timeout: float = number("seconds a move before it loses, where no clock runs", 60.0, 0.05, 86_400)
    memory: int = number(
        "megabytes of address space of each process, and of memory of all together where that can be "
        "limited; 0: no limit",
        MEMORY,
        0,
        1 << 20,
    )
    name: str | None = word(
        "what to call it",
        None,
        (),
        pattern=r"[^\x00-\x1f]{1,60}",
        sample=Term("a name"),
        otherwise=Term("the file's name, or what it calls itself"),
    )
    threads: int = number("processors that it may use at once, where its processor time is judged", 1, 1, 256)
    scratch: int = number("megabytes of its private /tmp, where it has one", 256, 1, 1 << 16)
    sandbox: Sandbox = word(
        "protection; plain for a program that needs more; bubblewrap, or walled (that or namespaces), starts "
        "it with no less",
        "best",
        get_args(Sandbox),
    )

    @property
    def sandbox_kind(self) -> SandboxKind:
        """The best protection to use."""
        return self.sandbox if self.sandbox in ("namespaces", "plain") else "bubblewrap"


@dataclass(frozen=True)
class ProtocolWord(Word):
    """The name of a protocol; the list is read when it is needed, because installed packages add to it."""

    def parse(self, text: str) -> str | None:
        return text if text in PROTOCOLS else None

    @property
    def wanted(self) -> Message:
        return listing(PROTOCOLS)

    @property
    def example(self) -> str:
        return next(iter(PROTOCOLS))


@dataclass(frozen=True)
class ProcessConfig(ProgramConfig):
    """What a program that speaks a protocol can be given."""

    protocol: str | None = declare(
        ProtocolWord(""),
        Term("how to talk to it"),
        otherwise=Term("gomocup for pbrain…, else it must be given"),
    )
    cwd: str | None = word(
        "the folder in which it runs; its command is meant as seen from there",
        None,
        (),
        pattern=r"[^\x00-\x1f]{1,4096}",
        sample=Term("a folder"),
        otherwise=Term("the current one"),
    )
    time: float | None = declare(TIME, Term("seconds a move that it is told"), otherwise=Term("5"))
    depth: int | None = declare(
        DEPTH,
        Term("plies to look ahead (Gomocup, NBoard, analysis)"),
        otherwise=Term("its own; NBoard: what fits the time"),
    )

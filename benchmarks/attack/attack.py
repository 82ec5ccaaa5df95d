"""One attack: its name, what it does, how the server is started for it, and the bounds it must keep."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.attack.target import Target


@dataclass(frozen=True)
class Bounds:
    """What an innocent room may notice, and what may be left afterwards."""

    worst: float = 1.0
    """Seconds: the slowest ping or move of two people."""
    median: float = 0.1
    answer: float = 5.0
    """Seconds: the slowest answer of a computer of level 1."""
    student: float = 120.0
    """Seconds from an innocent student's upload to the ladder, where the server has a class."""
    memory: int = 900
    """Megabytes of the whole process tree at any time."""
    processes: int = 0
    """More than before the attack, once it has settled."""
    sockets: int = 2


@dataclass(frozen=True)
class Attack:
    """An attacker and how to let it loose."""

    name: str
    run: Callable[[Target], Awaitable[None]]
    arguments: tuple[str, ...] = ()
    """For ``boyi serve``."""
    prepare: Callable[[Path], tuple[str, ...]] = lambda folder: ()
    """Makes what the server needs in its folder; more arguments that follow from it."""
    seconds: float = 30.0
    """It is stopped after so long, whatever it does."""
    bounds: Bounds = field(default_factory=Bounds)
    student: bool = False
    """Whether an innocent student is in the class (``student.py``)."""
    clean: Callable[[Path], None] = lambda folder: None
    """Takes away what ``prepare`` has made outside of its folder."""


class Skipped(Exception):
    """An attack that cannot be made on this computer, and why."""

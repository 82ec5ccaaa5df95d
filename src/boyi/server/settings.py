"""How a server is set up: one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"
"""The built page, where it is there."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``boyi serve`` was told, and the limits that keep a server standing."""

    database: str | None = None
    """A file or URL; by default the user's own."""
    lan: bool = False
    """Whether others on the network are let in."""
    join_token: str = ""
    """What making a room needs when ``lan`` is set."""
    address: str = ""
    """The address that links for others begin with, such as ``http://192.168.1.5:8710``."""
    hosts: frozenset[str] = frozenset()
    """Names under which the server may be asked for, besides ``localhost`` and plain addresses."""
    locked: bool = False
    """Whether the computer's help is locked in every room (a class, an examination)."""
    workers: int = 2
    """Processes that search."""
    linger: float = 20.0
    """Seconds without any player before a game pauses and its search stops."""
    idle: float = 60.0
    """Seconds without anyone before a room leaves the memory."""
    most_rooms: int = 5_000
    """Rooms in memory at once."""
    most_people: int = 200
    """Connections to one room."""
    largest_upload: int = 4_000_000
    """Bytes of one request's body."""
    most_imported: int = 2_000
    """Games of one import."""
    web: Path = field(default=WEB)

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
    """What making a room, the library and the chat need when ``lan`` is set."""
    owner_token: str = ""
    """What proves the one who started the server, where it is on the network or locked."""
    course_networks: tuple[str, ...] = ()
    """Networks that the owner allowed for course games, such as ``192.168.1.0/24``."""
    address: str = ""
    """The address that links for others begin with, such as ``http://192.168.1.5:8710``."""
    hosts: frozenset[str] = frozenset()
    """Names under which the server may be asked for, besides ``localhost`` and plain addresses."""
    locked: bool = False
    """Whether the computer's help is locked in every room (a class, an examination)."""
    tournament: Path | None = None
    """The folder of a tournament that everybody may watch."""
    class_file: Path | None = None
    """The file of a class whose students may upload their bots."""
    lessons: Path | None = None
    """A folder with lessons of the teacher's own."""
    workers: int = 2
    """Processes that search."""
    longest_move: float = 60.0
    """Seconds after which a search for a move ends with the best so far, whatever limits a client names."""
    longest_analysis: float = 120.0
    """Seconds of an analysis for those who play or own the game."""
    guest_analysis: float = 15.0
    """Seconds of an analysis for a spectator."""
    analyses: int = 8
    """Analyses of one owner that run or wait, and of one room; of a room's, spectators have at most half."""
    guest_analyses: int = 2
    """Analyses of the spectators at one address that run or wait."""
    worker_silence: float = 15.0
    """Seconds without a sign of life after which a worker process is replaced."""
    programs: int = 12
    """Programs of others (registered engines) that run at once, each with the processes of its protection."""
    programs_of_one: int = 6
    """Programs of one owner that run at once."""
    program_idle: float = 600.0
    """Seconds after which a program that is not asked is ended; when asked again it is started again."""
    explanations: int = 8
    """Searches that are explained at once, each in a process of its own."""
    explanations_of_one: int = 3
    """The same of one address; one more closes the one that was used least recently."""
    explanation_idle: float = 90.0
    """Seconds after which an explanation that nobody asks about is closed; it can be opened again."""
    longest_explanation: float = 60.0
    """Seconds after which a search that is explained is stopped; its steps until then can be seen."""
    most_events: int = 300_000
    """Events after which it is stopped."""
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

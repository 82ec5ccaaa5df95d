"""What a folder of games must know of the settings that it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from boyi.core.game import Game
from boyi.core.message import Template


@dataclass(frozen=True)
class FolderKind:
    """What a folder holds, and what is said about it."""

    name: str
    """Its settings are in ``NAME.json``, of the format ``boyi-NAME``."""
    exists: Template
    """There is one already."""
    missing: Template
    """There is none."""
    busy: Template
    """Another program plays it."""
    version: int = 1

    @property
    def file(self) -> str:
        """The file of the settings."""
        return f"{self.name}.json"


MATCH = FolderKind(
    "match",
    Template("{path} holds a match already: resume it with --resume {path}."),
    Template("{path} holds no match: there is no {file} in it; start one with --out."),
    Template("Another program is playing the match in {path}."),
)


class Kept(Protocol):
    """Settings that a folder can keep."""

    folder_kind: ClassVar[FolderKind]

    @property
    def file_format(self) -> str:
        """The format of the saved games."""
        ...

    def to_data(self) -> dict[str, Any]:
        """Everything as plain JSON-ready data."""
        ...

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """What ``to_data`` wrote."""
        ...

    def game_of(self, key: int) -> Game | None:
        """The rules of a game of this number; None if there is no such game."""
        ...

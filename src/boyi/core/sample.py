"""A typical position of a game, for its picture on a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boyi.core.option import Value

if TYPE_CHECKING:
    from boyi.core.game import Game
    from boyi.core.record import GameRecord


@dataclass(frozen=True)
class Sample:
    """Moves from a position, which by default is the start; the last one is marked in the picture."""

    moves: str = ""
    position: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)
    """Of the game, for example a small board."""

    def record(self, game: type[Game]) -> GameRecord:
        """The position as the end of a record."""
        from boyi.core.record import GameRecord

        made = game(backend=None, **self.options)
        record = GameRecord(made, made.parse_position(self.position) if self.position else None)
        record.play_text(self.moves)
        return record

"""What draws boards, games and the answers of searches for notebooks and files.

``boyi.drawing`` draws: it stands above core and knows its types. ``boyi`` registers it here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from boyi.core.game import Position
    from boyi.core.grid import GridGame
    from boyi.core.record import GameRecord
    from boyi.core.result import SearchResult


class Renderer(Protocol):
    """The drawings of core's values."""

    def board_svg(self, game: GridGame, position: Position, last: int | None) -> str:
        """The board as an SVG document, with ``last`` (a move) marked."""

    def record_html(self, record: GameRecord) -> str:
        """A game: its last board, its moves, its end."""

    def result_html(self, result: SearchResult, position: Position) -> str:
        """The answer of a search: the board and a table of the candidates."""


_loaders: list[Callable[[], Renderer]] = []


def register_renderer(load: Callable[[], Renderer]) -> None:
    """Give what draws; it is loaded when something is drawn, because few programs draw."""
    _loaders[:] = [load]


def renderer() -> Renderer:
    """What draws core's values."""
    return _loaders[0]()

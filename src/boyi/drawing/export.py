"""Positions and games as bytes of picture files."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.message import Message, Term
from boyi.core.record import GameRecord

if TYPE_CHECKING:
    from boyi.drawing.painter import Painter

SMALLEST, LARGEST = 0.25, 4.0
GIF_SCALE = 0.75
MOST_FRAMES = 400
"""Of an animation; longer games are shown in steps of 2, 3 or more moves."""


class CannotDraw(BoyiError):
    """A picture that Boyi does not make."""


def render_png(position: Position, last: int | None = None, *, scale: float = 1.0) -> bytes:
    """A position as a PNG file, with the last move marked; ``scale`` 1 gives cells of 32 pixels."""
    painter = _painter(position.game, scale)
    marked = () if last is None else painter.game.move_cells(last)
    stream = BytesIO()
    painter.paint(as_grid(position).cells, marked).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def render_gif(record: GameRecord, *, seconds: float = 0.7, scale: float = GIF_SCALE) -> bytes:
    """The main line of a game as an animated GIF, a frame a move; it begins again at the end.

    Games of many moves are shown in steps (``animation_note`` says which), large boards with smaller cells.
    """
    return b"".join(stream_gif(record, seconds=seconds, scale=scale))


def stream_gif(record: GameRecord, *, seconds: float = 0.7, scale: float = GIF_SCALE) -> Iterator[bytes]:
    """The same as pieces of the file, each made when it is asked for."""
    if not 0.02 <= seconds <= 60:
        raise CannotDraw("A move can be shown for 0.02 to 60 seconds, not {seconds:g}.", seconds=seconds)
    game = _drawable(record.game, scale)
    from boyi.drawing.animation import write_frames

    return write_frames(record, game, seconds, scale)


def frame_step(plies: int) -> int:
    """How many moves lie between two frames of an animation.

    >>> frame_step(399), frame_step(400), frame_step(784)
    (1, 2, 2)
    """
    return max(1, -(-plies // (MOST_FRAMES - 1)))


def animation_note(plies: int) -> Message | None:
    """What is said about the animation of a game that has more moves than frames; else nothing.

    >>> print(animation_note(60)), print(animation_note(784))
    None
    The game has 784 moves: the animation shows every 2nd one and the last.
    (None, None)
    """
    step = frame_step(plies)
    if step < 2:
        return None
    ordinals = {2: Message("{number}nd", number=2), 3: Message("{number}rd", number=3)}
    return Message(
        "The game has {plies} moves: the animation shows every {ordinal} one and the last.",
        plies=plies,
        ordinal=ordinals.get(step, Message("{number}th", number=step)),
    )


def _painter(game: Game, scale: float) -> Painter:
    grid = _drawable(game, scale)
    from boyi.drawing.painter import Painter

    return Painter(grid, scale)


def _drawable(game: Game, scale: float) -> GridGame:
    """The game, if Boyi can draw it at this scale; loads Pillow, which few programs need."""
    try:
        import boyi.drawing.painter  # noqa: F401
    except ImportError as error:
        raise CannotDraw(
            "PNG and GIF pictures need Pillow: pip install pillow ({error}).", error=error
        ) from None
    if not isinstance(game, GridGame):
        raise CannotDraw("{game} is not played on a board that can be drawn.", game=Term(game.name))
    if not SMALLEST <= scale <= LARGEST:
        raise CannotDraw(
            "scale {scale:g} is not accepted: give {smallest:g} to {largest:g}.",
            scale=scale,
            smallest=SMALLEST,
            largest=LARGEST,
        )
    return game

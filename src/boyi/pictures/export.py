"""Positions and games as bytes of picture files."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.record import GameRecord

if TYPE_CHECKING:
    from PIL import Image

    from boyi.pictures.painter import Painter

MOST_FRAMES = 1000
SMALLEST, LARGEST = 0.25, 4.0
GIF_SCALE = 0.75
LAST = 3.0
"""Seconds that the last position of an animation stays."""


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
    """The main line of a game as an animated GIF, a frame a move; it begins again at the end."""
    if not 0.02 <= seconds <= 60:
        raise CannotDraw(f"A move can be shown for 0.02 to 60 seconds, not {seconds:g}.")
    steps = record.main_line()
    if len(steps) > MOST_FRAMES:
        raise CannotDraw(f"An animation has at most {MOST_FRAMES - 1} moves; this game has {len(steps) - 1}.")
    painter = _painter(record.game, scale)
    from PIL import Image

    palette = None
    frames = []
    for step in steps:
        move = record.nodes[step].move
        marked = () if move is None else painter.game.move_cells(move)
        picture = painter.paint(as_grid(record.position(step)).cells, marked)
        if palette is None:
            # One palette for all frames, from a board that has everything on it: colours must not flicker.
            palette = _sample(painter).quantize(64)
        frames.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
    stream = BytesIO()
    frames[0].save(
        stream,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[*[round(seconds * 1000)] * (len(frames) - 1), round(LAST * 1000)],
        loop=0,
    )
    return stream.getvalue()


def _painter(game: Game, scale: float) -> Painter:
    try:
        from boyi.pictures.painter import Painter  # loads Pillow, which few programs need
    except ImportError as error:
        raise CannotDraw(f"PNG and GIF pictures need Pillow: pip install pillow ({error}).") from None

    if not isinstance(game, GridGame):
        raise CannotDraw(f"{game.name} is not played on a board that can be drawn.")
    if not SMALLEST <= scale <= LARGEST:
        raise CannotDraw(f"scale {scale:g} is not accepted: give {SMALLEST:g} to {LARGEST:g}.")
    return Painter(game, scale)


def _sample(painter: Painter) -> Image.Image:
    """A board with stones of both sides and a marked one of each."""
    area = painter.game.area
    return painter.paint(("xo." * area)[:area], range(min(3, area)))

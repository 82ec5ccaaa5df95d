"""A game as an animated GIF, written frame by frame: no more than one picture is in memory at a time.

Each frame after the first holds only the rectangle that has changed. Pillow compresses the frames; the file
around them is written here, because Pillow's own writer keeps all frames until the end.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator
from typing import cast

from PIL import GifImagePlugin, Image

from boyi.core.grid import GridGame, as_grid
from boyi.core.record import GameRecord
from boyi.drawing.export import frame_step
from boyi.drawing.painter import Painter, edge_of

LARGEST_EDGE = 640
"""Pixels; larger boards are drawn with smaller cells."""
COLOURS = 64
LAST = 3.0
"""Seconds that the last position stays."""
LOOP = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""Begins again at the end, without limit."""


def scale_of(game: GridGame, wanted: float) -> float:
    """The wanted scale, or the one that makes this board as large as an animation may be."""
    return min(wanted, LARGEST_EDGE / edge_of(game.size, 1.0))


def shown_nodes(record: GameRecord) -> list[int]:
    """The nodes of the main line that have a frame: the start, the end and evenly spaced ones between."""
    line = record.main_line()
    step = frame_step(len(line) - 1)
    return [*line[:-1:step], line[-1]]


def write_frames(record: GameRecord, game: GridGame, seconds: float, scale: float) -> Iterator[bytes]:
    """The pieces of the file, one or a few for each frame."""
    canvas = Canvas(Painter(game, scale_of(game, scale)))
    # One palette for all frames, from a board that has everything on it: colours must not flicker.
    area = game.area
    palette = canvas.painter.paint(("xo." * area)[:area], range(min(3, area))).quantize(COLOURS)
    yield _header(canvas.painter.edge, palette)
    nodes = shown_nodes(record)
    for node in nodes:
        move = record.nodes[node].move
        marked = () if move is None else game.move_cells(move)
        corner, changed = canvas.show(as_grid(record.position_at(node)).cells, marked)
        frame = changed.quantize(palette=palette, dither=Image.Dither.NONE)
        stay = LAST if node == nodes[-1] else seconds
        yield _frame(frame, corner, round(stay * 100))
    yield b";"


class Canvas:
    """A picture that is redrawn only where cells have changed."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.picture: Image.Image | None = None
        self._cells, self._marked = "", frozenset[int]()

    def show(self, cells: str, marked: Collection[int] = ()) -> tuple[tuple[int, int], Image.Image]:
        """Draw these cells; the changed rectangle and its upper left corner."""
        marks = frozenset(marked)
        before, earlier = self._cells, self._marked
        self._cells, self._marked = cells, marks
        if self.picture is None:
            self.picture = self.painter.paint(cells, marked)
            return (0, 0), self.picture
        changed = (marks ^ earlier) | {
            cell for cell, (old, new) in enumerate(zip(before, cells, strict=True)) if old != new
        }
        boxes = [self.painter.repaint(self.picture, cell, cells[cell], cell in marks) for cell in changed]
        boxes = boxes or [(0, 0, 1, 1)]  # a pass changes nothing, and a frame has at least one pixel
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        return (left, top), self.picture.crop((left, top, right, bottom))


def _header(edge: int, palette: Image.Image) -> bytes:
    colours = bytes(cast("list[int]", palette.getpalette()))[: 3 * COLOURS].ljust(3 * COLOURS, b"\0")
    depth = COLOURS.bit_length() - 2  # of the table's size, as the format counts it
    screen = struct.pack("<6sHHBBB", b"GIF89a", edge, edge, 0x80 | 0x70 | depth, 0, 0)
    return screen + colours + LOOP


def _frame(picture: Image.Image, corner: tuple[int, int], hundredths: int) -> bytes:
    """The frame's time, its place and its compressed pixels."""
    return b"".join(GifImagePlugin.getdata(picture, corner, duration=10 * hundredths))

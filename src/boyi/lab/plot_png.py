"""The shapes of a plot drawn with Pillow."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from boyi.lab.plot import GRID, POINT, Dot, Line, Shape

SCALE, FINE = 2, 2
"""Pixels of a unit, and how many times too large everything is drawn, because Pillow's edges are hard."""
INK, PAPER = "#222222", "#ffffff"
COLOURS = {GRID: "#d6d6d6", POINT: POINT}
ANCHORS = {"middle": "ms", "end": "rs"}


def draw_png(shapes: Iterable[Shape], width: int, height: int) -> bytes:
    """The shapes on white paper, as the bytes of a PNG file."""
    large = SCALE * FINE
    picture = Image.new("RGB", (width * large, height * large), PAPER)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(12 * large)
    for shape in shapes:
        if isinstance(shape, Line):
            ends = [value * large for place in (shape.start, shape.end) for value in place]
            pen.line(ends, COLOURS[shape.colour], round(shape.width * large))
        elif isinstance(shape, Dot):
            x, y = (value * large for value in shape.centre)
            pen.circle((x, y), shape.radius * large, POINT)
        else:
            x, y = (value * large for value in shape.place)
            heavy = FINE if shape.bold else 0
            pen.text((x, y), shape.text, INK, font, ANCHORS[shape.anchor], stroke_width=heavy // 2)
    small = picture.resize((width * SCALE, height * SCALE), Image.Resampling.LANCZOS)
    stream = BytesIO()
    small.save(stream, "PNG", optimize=True)
    return stream.getvalue()

"""A plot of measured values with their error bars, as SVG or PNG: in a notebook it draws itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Literal

from boyi.drawing.svg import svg_document

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 520, 260, 56, 16, 30, 40
LETTER, ROW = 7, 24
"""About how wide a letter of a label is, and how high a row."""
WIDEST = 900
"""A plot that would be wider has its values below each other."""
POINT, GRID = "#0f9d94", "#9995"
SCALE, FINE = 2, 2
"""Pixels of a unit, and how many times too large everything is drawn, because Pillow's edges are hard."""
INK, PAPER = "#222222", "#ffffff"
COLOURS = {GRID: "#d6d6d6", POINT: POINT}
ANCHORS = {"middle": "ms", "end": "rs"}


@dataclass(frozen=True)
class Line:
    """A line of a drawing."""

    start: tuple[float, float]
    end: tuple[float, float]
    colour: str = POINT
    width: float = 2


@dataclass(frozen=True)
class Dot:
    """A filled circle."""

    centre: tuple[float, float]
    radius: float = 5


@dataclass(frozen=True)
class Label:
    """A line of text; its place is on the baseline."""

    place: tuple[float, float]
    text: str
    anchor: Literal["middle", "end"] = "middle"
    bold: bool = False


Shape = Line | Dot | Label


@dataclass(frozen=True)
class Measured:
    """A value with half its interval, and what it was measured for."""

    label: str
    value: float
    error: float = 0.0


@dataclass(frozen=True)
class Plot:
    """Values side by side, or below each other where there is not enough room.

    >>> plot = Plot("Score", (Measured("c = 0.5", 0.6, 0.1), Measured("c = 1", 0.7, 0.1)), low=0, high=1)
    >>> plot.to_svg().count("<circle"), plot.to_png()[1:4]
    (2, b'PNG')
    """

    title: str
    points: Sequence[Measured]
    low: float | None = None
    high: float | None = None
    """The range of the axis; None: what the values need."""
    unit: str = ""

    @property
    def _longest(self) -> int:
        return max((len(point.label) for point in self.points), default=0)

    @property
    def _side_by_side(self) -> int:
        return LEFT + RIGHT + len(self.points) * (self._longest + 2) * LETTER

    @property
    def is_upright(self) -> bool:
        """Whether the values stand side by side."""
        return self._side_by_side <= WIDEST

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, with room for all labels."""
        wide = max(WIDTH, 2 * RIGHT + len(self.title) * (LETTER + 1))
        if self.is_upright:
            return max(wide, self._side_by_side), HEIGHT
        return max(wide, self._margin + WIDTH), TOP + BOTTOM + ROW * len(self.points)

    @property
    def _margin(self) -> int:
        return LEFT if self.is_upright else RIGHT + (self._longest + 1) * LETTER

    def shapes(self) -> Iterator[Shape]:
        """What is drawn, in its order."""
        low, high = self._range()
        width, height = self.size
        yield Label((width / 2, 18), self.title, bold=True)
        for step in range(5):
            value = low + (high - low) * step / 4
            label, at = f"{value:.3g}{self.unit}", self._along(value, low, high)
            if self.is_upright:
                yield Line((LEFT, at), (width - RIGHT, at), GRID, 1)
                yield Label((LEFT - 6, at + 4), label, "end")
            else:
                yield Line((at, TOP), (at, height - BOTTOM), GRID, 1)
                yield Label((at, height - 16), label)
        for place, point in enumerate(self.points):
            across = self._across(place)
            ends = [self._along(point.value + sign * point.error, low, high) for sign in (1, -1)]
            yield Line(self._at(ends[0], across), self._at(ends[1], across))
            for end in ends:
                yield Line(self._at(end, across - 6), self._at(end, across + 6))
            yield Dot(self._at(self._along(point.value, low, high), across))
            if self.is_upright:
                yield Label((across, height - 16), point.label)
            else:
                yield Label((self._margin - 6, across + 4), point.label, "end")

    def _across(self, place: int) -> float:
        """Where a value stands, counted along the row or the column of all values."""
        if not self.is_upright:
            return TOP + ROW * (place + 0.5)
        room = self.size[0] - LEFT - RIGHT
        return round(LEFT + room / max(len(self.points), 1) * (place + 0.5), 2)

    def _along(self, value: float, low: float, high: float) -> float:
        """Where a value lies on its axis."""
        share = (min(max(value, low), high) - low) / (high - low)
        if self.is_upright:
            return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 2)
        return round(self._margin + (self.size[0] - self._margin - 2 * RIGHT) * share, 2)

    def _at(self, along: float, across: float) -> tuple[float, float]:
        return (across, along) if self.is_upright else (along, across)

    def to_svg(self) -> str:
        """The plot as an SVG document."""
        width, height = self.size
        parts = map(_svg, self.shapes())
        return svg_document(width, height, parts, letters=12, title=self.title, fill="currentColor")

    def to_png(self) -> bytes:
        """The plot as a PNG file."""
        return _png(self.shapes(), *self.size)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _range(self) -> tuple[float, float]:
        lowest = min((point.value - point.error for point in self.points), default=0.0)
        highest = max((point.value + point.error for point in self.points), default=1.0)
        low = lowest if self.low is None else self.low
        high = highest if self.high is None else self.high
        return (low, high) if high > low else (low, low + 1)


def _svg(shape: Shape) -> str:
    if isinstance(shape, Line):
        (x1, y1), (x2, y2) = shape.start, shape.end
        return (
            f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{shape.colour}" stroke-width="{shape.width:g}"/>'
        )
    if isinstance(shape, Dot):
        x, y = shape.centre
        return f'<circle cx="{x:g}" cy="{y:g}" r="{shape.radius:g}" fill="{POINT}"/>'
    x, y = shape.place
    weight = ' font-weight="600"' if shape.bold else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{shape.anchor}"{weight}>{escape(shape.text)}</text>'


def _png(shapes: Iterable[Shape], width: int, height: int) -> bytes:
    """The shapes on white paper, as the bytes of a PNG file."""
    from PIL import Image, ImageDraw, ImageFont  # loads Pillow, which few programs need

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

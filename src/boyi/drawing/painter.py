"""Draws boards with Pillow: the same board as ``drawing.board`` draws, pixel by pixel.

Pillow's shapes have hard edges, so everything round is drawn several times too large and made smaller once;
a board is then the ground with stones laid on it, which is quick enough for every move of a long game.
"""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageDraw, ImageFont

from boyi.core.grid import GridGame
from boyi.drawing.board import ACCENT, BACKGROUND, CELL, INK, LABEL, MARGIN, STAR, centre, star

FINE = 4
"""How many times too large round things are drawn."""
STONE = 0.44
"""Radius of a stone, in cells."""
SHADES = {"x": ((0x5A, 0x5A, 0x60), (0x17, 0x17, 0x1A)), "o": ((0xFF, 0xFF, 0xFF), (0xD5, 0xD0, 0xC6))}
RIMS = {"x": "#000000", "o": "#8d877b"}
STEPS = 24
"""Circles that make the shine of a stone."""


def edge_of(size: int, scale: float) -> int:
    """How many pixels wide and high the picture of a board is."""
    return round((2 * MARGIN + size * CELL) * scale)


class Painter:
    """Draws positions of one game."""

    def __init__(self, game: GridGame, scale: float = 1.0) -> None:
        """``scale`` 1 gives cells of 32 pixels."""
        self.game, self.scale = game, scale
        self.edge = edge_of(game.size, scale)
        self._ground = self._draw_ground()
        radius = CELL * STONE * scale
        self._stones = {side: _stone(side, radius) for side in SHADES}
        self._mark = _ring(5 * scale, max(1.0, 2.5 * scale))

    def paint(self, cells: str, marked: Collection[int] = ()) -> Image.Image:
        """A picture of these cells, with the last move's cells marked."""
        picture = self._ground.copy()
        for cell, content in enumerate(cells):
            if content in self._stones or cell in marked:
                self.repaint(picture, cell, content, cell in marked)
        return picture

    def repaint(
        self, picture: Image.Image, cell: int, content: str, marked: bool
    ) -> tuple[int, int, int, int]:
        """Draw one cell anew, and nothing beside it; the rectangle that was drawn."""
        x, y = self._at(cell)
        half = CELL * self.scale / 2
        box = round(x - half), round(y - half), round(x + half), round(y + half)
        tile = self._ground.crop(box)
        for sprite in (self._stones.get(content), self._mark if marked else None):
            if sprite is None:
                continue
            place = round(x - sprite.width / 2) - box[0], round(y - sprite.height / 2) - box[1]
            tile.paste(sprite, place, sprite)
        picture.paste(tile, box[:2])
        return box

    def _at(self, cell: int) -> tuple[float, float]:
        x, y = centre(cell, self.game.size)
        return x * self.scale, y * self.scale

    def _draw_ground(self) -> Image.Image:
        style, size, scale = self.game.board_style, self.game.size, self.scale
        picture = Image.new("RGB", (self.edge, self.edge), BACKGROUND[style])
        pen = ImageDraw.Draw(picture)
        half = CELL * scale / 2
        if style == "checks":
            for cell in range(size * size):
                if sum(divmod(cell, size)) % 2:
                    x, y = self._at(cell)
                    pen.rectangle(
                        (round(x - half), round(y - half), round(x + half), round(y + half)), INK[style]
                    )
        crossings = style == "lines"
        inset = CELL // 2 if crossings else 0
        low, high = MARGIN + inset, MARGIN + size * CELL - inset
        width = max(1, round(scale))
        for place in range(low, high + 1, CELL):
            at, start, end = round(place * scale), round(low * scale), round(high * scale)
            pen.line((start, at, end, at), INK[style], width)
            pen.line((at, start, at, end), INK[style], width)
        dot = _disc(STAR[style] * scale, INK[style])
        for cell in self.game.star_points():
            x, y = star(cell, size, style)
            picture.paste(dot, (round(x * scale - dot.width / 2), round(y * scale - dot.height / 2)), dot)
        self._write_labels(pen)
        return picture

    def _write_labels(self, pen: ImageDraw.ImageDraw) -> None:
        scale, size, coordinates = self.scale, self.game.size, self.game.coordinates
        ink, font = LABEL[self.game.board_style], ImageFont.load_default(12 * scale)
        bottom = (MARGIN + size * CELL + 13) * scale
        for place, text in enumerate(coordinates.columns):
            pen.text(((MARGIN + place * CELL + CELL / 2) * scale, bottom), text, ink, font, anchor="mm")
        for place, text in enumerate(coordinates.rows):
            pen.text((13 * scale, (MARGIN + place * CELL + CELL / 2) * scale), text, ink, font, anchor="mm")


def _blank(radius: float) -> tuple[Image.Image, ImageDraw.ImageDraw, float]:
    """A clear square for a round thing, a pen for it, and its middle, all too large."""
    side = round(2 * radius + 4) * FINE
    sprite = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    return sprite, ImageDraw.Draw(sprite), side / 2


def _shrink(sprite: Image.Image) -> Image.Image:
    return sprite.resize((sprite.width // FINE, sprite.height // FINE), Image.Resampling.LANCZOS)


def _disc(radius: float, ink: str) -> Image.Image:
    sprite, pen, middle = _blank(radius)
    pen.circle((middle, middle), radius * FINE, ink)
    return _shrink(sprite)


def _ring(radius: float, width: float) -> Image.Image:
    sprite, pen, middle = _blank(radius + width)
    pen.circle((middle, middle), (radius + width / 2) * FINE, None, ACCENT, round(width * FINE))
    return _shrink(sprite)


def _stone(side: str, radius: float) -> Image.Image:
    """A stone that light falls on from the upper left."""
    sprite, pen, middle = _blank(radius)
    light, dark = SHADES[side]
    whole = radius * FINE
    pen.circle((middle, middle), whole, RIMS[side])
    for step in range(STEPS):
        part = step / (STEPS - 1)
        shade = tuple(round(far + (near - far) * part) for near, far in zip(light, dark, strict=True))
        away = whole * 0.35 * part
        pen.circle((middle - away, middle - away), (whole - FINE * 0.8) * (1 - part * 0.9), shade)
    return _shrink(sprite)

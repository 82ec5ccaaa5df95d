"""A board as an SVG document that needs nothing from outside (notebooks, files, the page's previews)."""

from __future__ import annotations

from collections.abc import Collection

from boyi.core.coordinates import Coordinates
from boyi.core.grid import Style
from boyi.drawing.svg import svg_document

CELL = 32
MARGIN = 26
BACKGROUND = {"lines": "#e6bf83", "cells": "#ecdcc0", "felt": "#2e7d5b", "checks": "#e9d8b8"}
INK = {"lines": "#5b4426", "cells": "#8a7350", "felt": "#174a35", "checks": "#b59a6d"}
LABEL = {"lines": "#5b4426", "cells": "#5b4a2f", "felt": "#e4f2ea", "checks": "#5b4a2f"}
STAR = {"lines": 3, "cells": 2, "felt": 2, "checks": 2}
"""Radius of a star point."""
ACCENT = "#0f9d94"


def draw_svg(
    cells: str,
    coordinates: Coordinates,
    style: Style = "cells",
    marked: Collection[int] = (),
    stars: Collection[int] = (),
) -> str:
    """Draw a board: stones on crossings (``lines``) or in squares (the other styles)."""
    size = coordinates.size
    edge = 2 * MARGIN + size * CELL
    parts = [
        '<defs><radialGradient id="boyi-x" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#5a5a60"/>'
        '<stop offset="1" stop-color="#17171a"/></radialGradient>'
        '<radialGradient id="boyi-o" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/>'
        '<stop offset="1" stop-color="#d5d0c6"/></radialGradient></defs>',
        f'<rect width="{edge}" height="{edge}" rx="8" fill="{BACKGROUND[style]}"/>',
        *_ground(size, style, stars),
        *_labels(coordinates, style),
    ]
    for cell, content in enumerate(cells):
        x, y = centre(cell, size)
        if content != ".":
            rim = "#000" if content == "x" else "#8d877b"
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{CELL * 0.44:g}" fill="url(#boyi-{content})" stroke="{rim}" '
                'stroke-width=".8"/>'
            )
    for cell in marked:
        x, y = centre(cell, size)
        parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="none" stroke="{ACCENT}" stroke-width="2.5"/>')
    return svg_document(edge, edge, parts, letters=12)


def centre(cell: int, size: int) -> tuple[int, int]:
    """Where the middle of a cell is, in units of the drawing."""
    row, column = divmod(cell, size)
    return MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def star(cell: int, size: int, style: Style) -> tuple[int, int]:
    """Where the star point of a cell is: at its crossing, or at the lower right corner of its square."""
    x, y = centre(cell, size)
    return (x, y) if style == "lines" else (x + CELL // 2, y + CELL // 2)


def _ground(size: int, style: Style, stars: Collection[int]) -> list[str]:
    """The lines or squares under the stones."""
    parts = []
    if style == "checks":
        for cell in range(size * size):
            if sum(divmod(cell, size)) % 2:
                x, y = centre(cell, size)
                parts.append(
                    f'<rect x="{x - CELL // 2}" y="{y - CELL // 2}" width="{CELL}" height="{CELL}" '
                    f'fill="{INK[style]}"/>'
                )
    crossings = style == "lines"
    inset = CELL // 2 if crossings else 0
    low, high = MARGIN + inset, MARGIN + size * CELL - inset
    path = "".join(f"M{low} {at}H{high}M{at} {low}V{high}" for at in range(low, high + 1, CELL))
    parts.append(f'<path d="{path}" fill="none" stroke="{INK[style]}" stroke-width="1"/>')
    for cell in stars:
        x, y = star(cell, size, style)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{STAR[style]}" fill="{INK[style]}"/>')
    return parts


def _labels(coordinates: Coordinates, style: Style) -> list[str]:
    """Letters below, numbers on the left."""
    size = coordinates.size
    attributes = f'fill="{LABEL[style]}" text-anchor="middle"'
    bottom = MARGIN + size * CELL + 17
    parts = []
    for place, letter in enumerate(coordinates.columns):
        parts.append(
            f'<text x="{MARGIN + place * CELL + CELL // 2}" y="{bottom}" {attributes}>{letter}</text>'
        )
    for place, number in enumerate(coordinates.rows):
        parts.append(f'<text x="13" y="{MARGIN + place * CELL + CELL // 2 + 4}" {attributes}>{number}</text>')
    return parts

"""A curve of shares from 0 to 1 as an SVG document: win rates of a game, the score of a series."""

from __future__ import annotations

from collections.abc import Sequence

from boyi.drawing.svg import svg_document

WIDTH, HEIGHT, LEFT, EDGE = 420, 160, 40, 14
LINE, BAND = "#0f9d94", "#0f9d9433"


def draw_curve(
    values: Sequence[float | None],
    title: str = "",
    bands: Sequence[tuple[float, float]] = (),
) -> str:
    """Draw values one after the other; None is not known and left out. ``bands`` are error bars, one each.

    >>> draw_curve([0.5, 0.75, None, 0.6]).count("L")
    2
    """
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = _y(share)
        parts.append(f'<path d="M{LEFT} {y:g}H{WIDTH - EDGE}" stroke="#9996"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end">{share:.0%}</text>')
    if bands:
        upper = " ".join(f"{_x(place, len(values)):g},{_y(high):g}" for place, (_, high) in enumerate(bands))
        lower = " ".join(
            f"{_x(place, len(values)):g},{_y(low):g}" for place, (low, _) in reversed(list(enumerate(bands)))
        )
        parts.append(f'<polygon points="{upper} {lower}" fill="{BAND}"/>')
    known = [(place, value) for place, value in enumerate(values) if value is not None]
    path = "L".join(f"{_x(place, len(values)):g} {_y(value):g}" for place, value in known)
    path = f"M{path}" if path else ""
    parts.append(f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    parts.append(f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 2}" text-anchor="end">{len(values)}</text>')
    return svg_document(WIDTH, HEIGHT, parts, letters=11, title=title, fill="currentColor")


def _x(place: int, count: int) -> float:
    return round(LEFT + (WIDTH - LEFT - EDGE) * (place + 1) / max(count, 1), 2)


def _y(share: float) -> float:
    return round(EDGE + (HEIGHT - 2 * EDGE) * (1 - min(max(share, 0.0), 1.0)), 2)

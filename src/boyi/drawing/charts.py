"""Charts of a report as SVG: ratings with error bars, and how a rating became known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, inf, isfinite, log10

from boyi.drawing.svg import svg_document

WIDTH, ROW, LEFT, RIGHT, TOP = 720, 26, 170, 90, 26
HEIGHT = 240
BAND, INK, ACCENT, SOFT = "#cfe8e5", "#333", "#0f7d76", "#999"


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its interval, whose ends may be infinite."""

    label: str
    value: float
    low: float
    high: float


def rating_chart(bars: Sequence[Bar], marks: Sequence[tuple[str, float]] = ()) -> str:
    """A row for each player, its rating and the 95% interval; ``marks`` are lines with a name.

    Intervals are drawn as long as they are; one without an end leaves the chart as an arrow.
    """
    values = [value for bar in bars for value in (bar.low, bar.value, bar.high)]
    values += [value for _, value in marks]
    low, high = _range([value for value in values if isfinite(value)])
    height = TOP + ROW * len(bars) + 30

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (min(max(value, low), high) - low) / (high - low)

    parts = []
    for name, value in marks:
        at = x(value)
        parts.append(f'<path d="M{at:.1f} {TOP - 6}V{height - 26}" stroke="{SOFT}" stroke-dasharray="3 3"/>')
        parts.append(_text(at, TOP - 10, name, "middle", SOFT, 11))
    for place, bar in enumerate(bars):
        y = TOP + ROW * place + ROW / 2
        parts.append(_text(LEFT - 10, y + 4, bar.label, "end"))
        parts.append(
            f'<path d="M{x(bar.low):.1f} {y}H{x(bar.high):.1f}" stroke="{ACCENT}" stroke-width="3"/>'
        )
        for end, sign in ((bar.low, -1), (bar.high, 1)):
            if not isfinite(end):
                parts.append(
                    f'<path d="M{x(end) - 8 * sign:.1f} {y - 6}L{x(end):.1f} {y}L{x(end) - 8 * sign:.1f} '
                    f'{y + 6}" fill="none" stroke="{ACCENT}" stroke-width="3"/>'
                )
        parts.append(f'<circle cx="{x(bar.value):.1f}" cy="{y}" r="5" fill="{ACCENT}"/>')
        parts.append(_text(WIDTH - 8, y + 4, f"{bar.value:.0f}", "end"))
    parts += [_text(x(step), height - 8, f"{step:.0f}", "middle", SOFT, 11) for step in _steps(low, high)]
    return _document(height, parts)


def progress_chart(points: Sequence[tuple[float, float, float]], label: str = "", widest: float = inf) -> str:
    """A value that becomes known: after each step the value and half its interval.

    Where an interval is wider than ``widest`` on a side, its band may run out of the chart.
    """
    shown = [(place, value, error) for place, value, error in points if isfinite(error)]
    if not shown:
        return _document(40, [])
    low, high = _range([value + sign * min(error, widest) for _, value, error in shown for sign in (-1, 1)])
    first, last = shown[0][0], shown[-1][0]

    def x(place: float) -> float:
        return 60 + (WIDTH - 80) * (place - first) / ((last - first) or 1)

    def y(value: float) -> float:
        return HEIGHT - 30 - (HEIGHT - 50) * (value - low) / (high - low)

    upper = [f"{x(place):.1f},{y(value + error):.1f}" for place, value, error in shown]
    lower = [f"{x(place):.1f},{y(value - error):.1f}" for place, value, error in reversed(shown)]
    line = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value, _ in shown)
    parts = []
    window = f"60 20 {WIDTH - 80} {HEIGHT - 50}"
    left, top, wide, tall = window.split()
    parts.append(
        f'<svg x="{left}" y="{top}" width="{wide}" height="{tall}" viewBox="{window}" overflow="hidden">'
        f'<polygon points="{" ".join([*upper, *lower])}" fill="{BAND}"/></svg>'
    )
    parts.append(f'<polyline points="{line}" fill="none" stroke="{ACCENT}" stroke-width="2"/>')
    parts += [_text(50, y(step) + 4, f"{step:g}", "end", SOFT, 11) for step in _steps(low, high)]
    parts.append(_text(x(first), HEIGHT - 8, f"{first:g}", "middle", SOFT, 11))
    parts.append(_text(x(last), HEIGHT - 8, f"{last:g} {label}".strip(), "end", SOFT, 11))
    return _document(HEIGHT, parts)


def _document(height: float, parts: Sequence[str]) -> str:
    return svg_document(WIDTH, height, parts, fixed=False, role="img")


def _text(x: float, y: float, text: str, anchor: str, ink: str = INK, size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}" font-size="{size}">'
        f"{escape(text[:24])}</text>"
    )


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    space = (high - low) * 0.05 or 1.0
    return low - space, high + space


def _steps(low: float, high: float) -> list[float]:
    """Round numbers between two values, about six of them."""
    raw = (high - low) / 6
    unit: float = 10 ** int(log10(raw)) if raw >= 1 else 10.0 ** -ceil(-log10(raw))
    step = next(unit * factor for factor in (1, 2, 5, 10, 20) if unit * factor >= raw)
    first = ceil(low / step)
    return [step * place for place in range(first, int(high // step) + 1)]

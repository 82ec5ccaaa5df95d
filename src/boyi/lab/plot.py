"""A plot of measured values with their error bars, as SVG: in a notebook it draws itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 520, 260, 56, 16, 30, 40
POINT = "#0f9d94"


@dataclass(frozen=True)
class Measured:
    """A value with half its interval, and what it was measured for."""

    label: str
    value: float
    error: float = 0.0


@dataclass(frozen=True)
class Plot:
    """Values side by side.

    >>> plot = Plot("Score", (Measured("c = 0.5", 0.6, 0.1), Measured("c = 1", 0.7, 0.1)), low=0, high=1)
    >>> plot.to_svg().count("<circle")
    2
    """

    title: str
    points: Sequence[Measured]
    low: float | None = None
    high: float | None = None
    """The range of the axis; None: what the values need."""
    unit: str = ""

    def to_svg(self) -> str:
        """The plot as an SVG document."""
        low, high = self._range()
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
            f'height="{HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor">',
            f"<title>{escape(self.title)}</title>",
            f'<text x="{WIDTH / 2:g}" y="18" text-anchor="middle" font-weight="600">',
            f"{escape(self.title)}</text>",
        ]
        for step in range(5):
            value = low + (high - low) * step / 4
            y = self._y(value, low, high)
            parts.append(f'<path d="M{LEFT} {y:g}H{WIDTH - RIGHT}" stroke="#9995"/>')
            label = f"{value:.3g}{self.unit}"
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end">{escape(label)}</text>')
        wide = (WIDTH - LEFT - RIGHT) / max(len(self.points), 1)
        for place, point in enumerate(self.points):
            x = LEFT + wide * (place + 0.5)
            top = self._y(point.value + point.error, low, high)
            bottom = self._y(point.value - point.error, low, high)
            y = self._y(point.value, low, high)
            bar = f"M{x:g} {top:g}V{bottom:g}M{x - 6:g} {top:g}h12M{x - 6:g} {bottom:g}h12"
            parts.append(f'<path d="{bar}" stroke="{POINT}" stroke-width="2" fill="none"/>')
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{POINT}"/>')
            label = escape(point.label)
            parts.append(f'<text x="{x:g}" y="{HEIGHT - 16}" text-anchor="middle">{label}</text>')
        return "".join([*parts, "</svg>"])

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _range(self) -> tuple[float, float]:
        lowest = min((point.value - point.error for point in self.points), default=0.0)
        highest = max((point.value + point.error for point in self.points), default=1.0)
        low = lowest if self.low is None else self.low
        high = highest if self.high is None else self.high
        return (low, high) if high > low else (low, low + 1)

    @staticmethod
    def _y(value: float, low: float, high: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 2)

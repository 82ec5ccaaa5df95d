"""Tables: texts as HTML for notebooks, rows as CSV for files."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

STYLE = "border-collapse:collapse;font-variant-numeric:tabular-nums"
CELL = "padding:2px 10px;border-bottom:1px solid #9994;text-align:{side}"


def html_table(columns: Sequence[str], rows: Sequence[Sequence[str]], chosen: int | None = None) -> str:
    """The table; the first column stands left, the others right, the chosen row is bold.

    >>> html_table(["move"], [["<a1>"]]).count("&lt;a1&gt;")
    1
    """
    lines = [f'<table style="{STYLE}">']
    if columns:
        lines.append(f"<thead><tr>{_cells(columns, 'th')}</tr></thead>")
    lines.append("<tbody>")
    for number, row in enumerate(rows):
        weight = ' style="font-weight:600"' if number == chosen else ""
        lines.append(f"<tr{weight}>{_cells(row, 'td')}</tr>")
    return "".join([*lines, "</tbody></table>"])


def _cells(texts: Sequence[str], name: str) -> str:
    sides = ("left", *("right" for _ in texts[1:]))
    return "".join(
        f'<{name} style="{CELL.format(side=side)}">{escape(text)}</{name}>'
        for text, side in zip(texts, sides, strict=True)
    )


def beside(*parts: str) -> str:
    """Parts of HTML side by side, one below the other where there is no room."""
    inner = "".join(f"<div>{part}</div>" for part in parts if part)
    return f'<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start">{inner}</div>'


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    r"""The rows below the names of their columns, which are those of the first row; empty without rows.

    >>> csv_text([{"player": "a", "points": 1}, {"player": "b", "points": 0.5}])
    'player,points\na,1\nb,0.5\n'
    """
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()

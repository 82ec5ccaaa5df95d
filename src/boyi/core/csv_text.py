"""Rows as the text of a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any


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

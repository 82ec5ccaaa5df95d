"""Othello's other way to write a position: all cells in one word, then the side to move."""

from __future__ import annotations

BLACK, WHITE, EMPTY = "Xx*Bb", "Oo0Ww", "-."

_OURS = {**dict.fromkeys(BLACK, "x"), **dict.fromkeys(WHITE, "o"), **dict.fromkeys(EMPTY, ".")}


def parse_flat(text: str, area: int) -> tuple[str, int] | None:
    """Read cells and side from the one-word form, or return None if the text is not of that form.

    Spaces and line breaks may stand anywhere. The position string of all games cannot be taken for this form:
    it has a ``/`` between its rows.

    >>> parse_flat("---- -OX- -XO- ---- X", 16)
    ('.....ox..xo.....', 0)
    """
    if not isinstance(text, str) or len(text) > 2 * area + 20:
        return None
    letters = "".join(text.split())
    if len(letters) != area + 1 or not set(letters) <= _OURS.keys() or letters[-1] in EMPTY:
        return None
    *cells, side = (_OURS[letter] for letter in letters)
    return "".join(cells), "xo".index(side)

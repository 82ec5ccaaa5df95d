"""How players of Lines of Action write positions."""

from __future__ import annotations

import re

FEN = re.compile(r"([Ll0-9/]+)\s+([wb])(?:\s+-\s+-\s+[0-9]+\s+[0-9]+)?")
LONGEST_FEN = 400
"""Longer than any position of a 12x12 board, short enough to be looked at without harm."""


def translate_fen(text: str) -> str | None:
    """Rewrite the community's FEN as a position string of ours, or return None if it is none.

    There ``L`` is a piece of the first player, ``l`` one of the second, and the first player is ``w``.

    >>> translate_fen("6lL/6ll/8/8/8/8/ll6/Ll6 w - - 0 1")
    '6ox/6oo/8/8/8/8/oo6/xo6 x'
    """
    if not isinstance(text, str) or len(text) > LONGEST_FEN or not text.isascii():
        return None
    found = FEN.fullmatch(text.strip())
    if found is None:
        return None
    return found[1].translate(str.maketrans("Ll", "xo")) + " " + "xo"["wb".index(found[2])]

"""How players of Lines of Action write moves and positions."""

from __future__ import annotations

import re

MOVE = re.compile(r"([a-z][0-9]{1,2})[-x:]?([a-z][0-9]{1,2})")
FEN = re.compile(r"([Ll0-9/]+)\s+([wb])(?:\s+-\s+-\s+[0-9]+\s+[0-9]+)?")
LONGEST_FEN = 400
"""Longer than any position of a 12x12 board, short enough to be looked at without harm."""


def split_move(text: str) -> tuple[str, str] | None:
    """The names of the two cells of a move, or None if the text is not of that form.

    >>> split_move("b1-b3"), split_move("B1xH7"), split_move("b1b3"), split_move("b1")
    (('b1', 'b3'), ('b1', 'h7'), ('b1', 'b3'), None)
    """
    # Only ASCII: some foreign letters, such as the Kelvin sign, turn into ours when lowered.
    if not isinstance(text, str) or len(text) > 20 or not text.isascii():
        return None
    found = MOVE.fullmatch(text.strip().lower())
    return (found[1], found[2]) if found else None


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

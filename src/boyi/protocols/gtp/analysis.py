"""GTP's analysis stream as Sabaki reads it: ``info move D4 visits 836 winrate 4656 … pv D4 E5``."""

from __future__ import annotations

from collections.abc import Sequence

from boyi.core.errors import BadMove
from boyi.core.grid import GridGame
from boyi.core.result import Candidate, SearchResult
from boyi.protocols.answers import Evaluated
from boyi.protocols.errors import ProtocolError
from boyi.protocols.gtp.text import format_vertex, looks_like_vertex, parse_colour, parse_vertex
from boyi.protocols.numbers import decimal, integer

SLOWEST = 100_000
"""Centiseconds between two reports."""


def parse_request(arguments: Sequence[str]) -> tuple[int | None, float]:
    """The colour and the seconds between reports of ``analyze [COLOR] [[interval] CENTISECONDS]``.

    >>> parse_request(["B", "50"]), parse_request(["interval", "10"])
    ((0, 0.5), (None, 0.1))
    """
    colour, interval, words = None, 100, list(arguments)
    if words and parse_colour(words[0]) is not None:
        colour = parse_colour(words.pop(0))
    if words and words[0].lower() == "interval":
        words.pop(0)
    if words:
        number = integer(words[0])
        if number is None or not 0 < number <= SLOWEST:
            raise ProtocolError("analyze needs a color and an interval in centiseconds")
        interval = number
    return colour, interval / 100


def info_line(game: GridGame, result: SearchResult) -> str:
    """All candidates of a search on one line, the best first; win rates are parts of ten thousand."""
    pv = result.pv or (result.move,)
    only = Candidate(result.move, result.nodes, result.win_rate, result.score, pv)
    words = []
    for order, one in enumerate(result.candidates or (only,)):
        rate = max(0, min(10_000, round(one.win_rate * 10_000)))
        line = " ".join(format_vertex(game, move) for move in one.pv or (one.move,))
        move = format_vertex(game, one.move)
        words.append(f"info move {move} visits {one.visits} winrate {rate} order {order} pv {line}")
    return " ".join(words)


def parse_info(game: GridGame, line: str) -> list[Evaluated]:
    """What an engine's info line says; lines or moves that make no sense say nothing."""
    found = []
    for part in f" {line.strip()}".split(" info ")[1:]:
        words = part.split()
        values: dict[str, str] = {}
        place = 0
        while place + 1 < len(words) and words[place] != "pv":
            values[words[place]] = words[place + 1]
            place += 2
        moves = []
        for word in words[place + 1 :] or [values.get("move", "")]:
            if not looks_like_vertex(word) or word.lower() == "resign":
                break  # KataGo's pvVisits and the like come after the moves
            try:
                moves.append(parse_vertex(game, word))
            except BadMove:
                break
        rate = decimal(values.get("winrate", ""))
        if moves:
            # Leela counts in ten thousandths, KataGo in fractions of one.
            share = None if rate is None else rate if rate <= 1 else rate / 10_000
            found.append(Evaluated(tuple(moves), None, share, integer(values.get("visits", ""))))
    return found

"""What a series came to, in a notebook: a table, and the score after each game with its error bars."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING

from boyi.arena.rating import CONFIDENCE, DECIDED
from boyi.core.language import find_language
from boyi.core.message import Message
from boyi.drawing.curve import draw_curve
from boyi.drawing.table import beside, html_table

if TYPE_CHECKING:
    from boyi.arena.results import Standing


def standing_html(standing: Standing) -> str:
    """The table and the curve."""
    say, tally = find_language(), standing.tally
    error = "∞" if math.isinf(tally.elo_error) else f"{tally.elo_error:.0f}"
    elo = f"{tally.elo:+.0f} ± {error}" if math.isfinite(tally.elo) else f"{tally.elo:+}".replace("inf", "∞")
    rows = [
        [say(Message("Games")), str(tally.games)],
        [say(Message("A's wins, draws, losses")), f"+{tally.wins} ={tally.draws} -{tally.losses}"],
        [say(Message("A's score")), f"{tally.score:.1%}"],
        [say(Message("Elo difference (95%)")), elo],
        [say(Message("A is the stronger")), f"{tally.los:.1%}"],
    ]
    if (warning := standing.warning) is not None:
        rows.append([say(Message("Note")), say(warning)])
    scores, bands = score_curve(list(standing.halves_won))
    curve = draw_curve(scores, say(Message("A's score")), bands) if scores else ""
    return beside(html_table([], rows), curve)


def score_curve(halves: list[int]) -> tuple[list[float], list[tuple[float, float]]]:
    """The score after each game and its 95% interval, from half points won.

    >>> scores, bands = score_curve([2, 1, 0, 2])
    >>> [round(score, 3) for score in scores]
    [1.0, 0.75, 0.5, 0.625]
    """
    scores, bands = [], []
    sums, squares = accumulate(halves), accumulate((half / 2) ** 2 for half in halves)
    for games, (total, square) in enumerate(zip(sums, squares, strict=True), start=1):
        score = total / 2 / games
        variance = max(square / games - score**2, 0.0)
        # As in the rating: one more game counts along that is as uncertain as can be.
        error = CONFIDENCE * math.sqrt((games * variance + DECIDED) / (games + 1) / games)
        scores.append(score)
        bands.append((score - error, score + error))
    return scores, bands

"""A game in a notebook: its last board, its moves, and the curve of its evaluations where it has some."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from boyi.core.curve import draw_curve
from boyi.core.html_table import beside, html_table
from boyi.core.language import find_language
from boyi.core.message import Message, Term
from boyi.core.reasons import reason_label, side_label

if TYPE_CHECKING:
    from boyi.core.record import GameRecord

LONGEST = 2_000
"""Characters of the moves."""


def result_text(record: GameRecord) -> Message | None:
    """How the game ended."""
    ended = record.outcome
    if ended is None:
        return None
    reason = reason_label(ended.reason, ended.winner is None)
    if ended.winner is None:
        return Message("A draw: {reason}.", reason=reason)
    side = side_label(record.game.players[ended.winner])
    return Message("{side} wins: {reason}.", side=side, reason=reason)


def record_html(record: GameRecord) -> str:
    """The board after the main line, what is known of the game, its moves and its curve."""
    say, game = find_language(), record.game
    last = record.nodes[record.end].move
    board = game.draw_svg(record.position, last)
    rows = [[name, value] for name, value in record.headers.items()]
    rows.append([say(Message("moves")), str(record.plies)])
    ended = result_text(record)
    lines = [f"<p><b>{escape(say(game.title))}</b></p>"]
    if ended is not None:
        lines.append(f"<p>{escape(say(ended))}</p>")
    lines.append(html_table([], rows))
    moves = record.text()
    moves = moves if len(moves) <= LONGEST else moves[:LONGEST] + " …"
    lines.append(f'<p style="max-width:420px">{escape(moves)}</p>')
    values = [record.nodes[node].evaluation for node in record.main_line()[1:]]
    if any(value is not None for value in values):
        title = say(Message("win rate of {side}", side=Term(game.players[0])))
        lines.append(f"<p>{escape(title)}</p>{draw_curve(values, title)}")
    return beside(board, "".join(lines))

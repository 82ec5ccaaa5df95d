"""What notebooks show of core's values: boards, games and the answers of searches."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from boyi.core.grid import GridGame, as_grid
from boyi.core.language import Language, find_language
from boyi.core.message import Message, Term, node_count
from boyi.core.reasons import outcome_sentence
from boyi.core.result import score_text
from boyi.drawing.board import ACCENT, CELL, centre, draw_svg
from boyi.drawing.curve import draw_curve
from boyi.drawing.table import beside, html_table

if TYPE_CHECKING:
    from boyi.core.game import Position
    from boyi.core.record import GameRecord
    from boyi.core.result import Candidate, SearchResult

LONGEST = 2_000
"""Characters of a game's moves."""
SHOWN = 10
LINE = 8
"""Candidates and moves of a line that are shown."""
BOUNDS = {"exact": "", "lower": "≥ ", "upper": "≤ ", "none": ""}
"""How a value is written that is only a bound."""


def board_svg(game: GridGame, position: Position, last: int | None) -> str:
    """The board, with the last move marked."""
    marked = game.move_cells(last) if last is not None else ()
    return draw_svg(as_grid(position).cells, game.coordinates, game.board_style, marked, game.star_points())


def record_html(record: GameRecord) -> str:
    """The board after the main line, what is known of the game, its moves and its curve."""
    say, game = find_language(), record.game
    last = record.nodes[record.end].move
    board = game.draw_svg(record.position, last)
    rows = [[name, value] for name, value in record.headers.items()]
    rows.append([say(Message("moves")), str(record.plies)])
    ended = record.outcome
    lines = [f"<p><b>{escape(say(game.title))}</b></p>"]
    if ended is not None:
        lines.append(f"<p>{escape(say(outcome_sentence(ended, game.players)))}</p>")
    lines.append(html_table([], rows))
    moves = record.text()
    moves = moves if len(moves) <= LONGEST else moves[:LONGEST] + " …"
    lines.append(f'<p style="max-width:420px">{escape(moves)}</p>')
    values = [record.nodes[node].evaluation for node in record.main_line()[1:]]
    if any(value is not None for value in values):
        title = say(Message("win rate of {side}", side=Term(game.players[0])))
        lines.append(f"<p>{escape(title)}</p>{draw_curve(values, title)}")
    return beside(board, "".join(lines))


def result_html(result: SearchResult, position: Position) -> str:
    """The board with the candidates on it, and what the search says of each."""
    say = find_language()
    shown = result.candidates[:SHOWN]
    counted = result.counts_visits
    columns = [
        Message("move"),
        *([Message("visits")] if counted else []),
        Message("win rate"),
        Message("score"),
        Message("line"),
    ]
    rows = [_row(candidate, position, say, counted) for candidate in shown]
    text = say(
        Message(
            "{move}; {nodes}, depth {depth}, {seconds:.2f} s",
            move=position.game.format_move(result.move, position),
            nodes=node_count(result.nodes),
            depth=result.depth,
            seconds=result.seconds,
        )
    )
    table = html_table([say(column) for column in columns], rows, 0 if rows else None)
    return beside(candidates_svg(position, shown), f"<p><b>{escape(text)}</b></p>{table}")


def _row(candidate: Candidate, position: Position, say: Language, counted: bool) -> list[str]:
    line, here = [], position
    for move in candidate.pv[:LINE]:
        line.append(here.game.format_move(move, here))
        here = here.play(move)
    return [
        position.game.format_move(candidate.move, position),
        *([f"{candidate.visits:,}" if candidate.visits else ""] if counted else []),
        BOUNDS[candidate.bound] + f"{candidate.win_rate:.1%}" if candidate.bound != "none" else "",
        BOUNDS[candidate.bound] + say(score_text(candidate.score)) if candidate.score is not None else "",
        " ".join(line),
    ]


def candidates_svg(position: Position, candidates: tuple[Candidate, ...]) -> str:
    """The board; on it a disc for each candidate with its win rate, the first one accented."""
    game = position.game
    drawing = game.draw_svg(position)
    if not isinstance(game, GridGame):
        return drawing
    parts = []
    for place, candidate in reversed(list(enumerate(candidates))):
        cells = game.move_cells(candidate.move)
        if not cells:
            continue
        x, y = centre(cells[-1], game.size)
        fill = ACCENT if place == 0 else "#5b6770"
        if len(cells) > 1:
            x1, y1 = centre(cells[0], game.size)
            parts.append(
                f'<path d="M{x1} {y1}L{x} {y}" stroke="{fill}" stroke-width="3" stroke-opacity=".7"/>'
            )
        known = f"{candidate.win_rate * 100:.0f}" if candidate.bound == "exact" else "·"
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="{CELL * 0.42:g}" fill="{fill}" fill-opacity=".85"/>'
            f'<text x="{x}" y="{y + 4}" text-anchor="middle" fill="#fff" font-size="11">'
            f"{known}</text>"
        )
    return drawing.replace("</svg>", "".join([*parts, "</svg>"]))

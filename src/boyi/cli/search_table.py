"""The answer of a search as a table on the terminal."""

from __future__ import annotations

from boyi.cli.columns import pad
from boyi.core.game import Position
from boyi.core.language import ENGLISH, Language
from boyi.core.message import Message, Term, node_count
from boyi.core.result import SearchResult, move_texts, score_text

SHOWN = 10
"""How many candidates the table has at least, where the search has so many."""
LONGEST_LINE, PROGRESS_LINE = 12, 6
"""Moves of a line in the table, and in the line that shows the progress."""
RESULTS = {"win": Term("win"), "loss": Term("loss"), "draw": Term("draw")}
KINDS = {"heuristic": Term("heuristic"), "selective": Term("selective"), "exact": Term("exact")}
TITLES = (
    Message("move"),
    Message("visits"),
    Message("win rate"),
    Message("score"),
    Message("kind"),
    Message("line"),
)


def as_text(
    result: SearchResult, position: Position, shown: int = SHOWN, language: Language = ENGLISH
) -> str:
    """The answer for people."""
    scored = any(one.score is not None for one in result.candidates)
    rows = [
        (
            position.game.format_move(one.move, position),
            f"{one.visits:,}",
            f"{one.win_rate:.1%}",
            language(score_text(one.score)),
            language(KINDS[one.kind]) if one.kind else "",
            line_text(position, one.pv, LONGEST_LINE),
        )
        for one in result.candidates[:shown]
    ]
    titles = tuple(map(language, TITLES))
    counted = result.counts_visits
    table = [_row(*row, counted=counted, scored=scored) for row in (titles, *rows)]
    return "\n".join([_summary(result, position, language), *table])


def _row(
    move: str, visits: str, rate: str, score: str, kind: str, line: str, *, counted: bool, scored: bool
) -> str:
    looked = f" {pad(visits, -12)}" if counted else ""
    judged = f" {pad(score, -9)}  {pad(kind, 9)}" if scored else ""
    return f"{pad(move, 8)}{looked} {pad(rate, -9)}{judged}  {line}"


def _summary(result: SearchResult, position: Position, language: Language) -> str:
    answer = Message(
        "{move}  win rate {rate:.1%}",
        move=position.game.format_move(result.move, position),
        rate=result.win_rate,
    )
    if result.proven:
        answer = Message("{answer}, proven {result}", answer=answer, result=RESULTS[result.proven])
    elif result.confidence:
        answer = Message("{answer}, to the end at {percent}%", answer=answer, percent=result.confidence)
    return language(
        Message(
            "{answer}; {nodes}, depth {depth}, {seconds:.2f} s, {speed:,.0f} nodes/s",
            answer=answer,
            nodes=node_count(result.nodes),
            depth=result.depth,
            seconds=result.seconds,
            speed=result.nodes / result.seconds if result.seconds > 0 else 0.0,
        )
    )


def progress_text(result: SearchResult, position: Position, language: Language = ENGLISH) -> str:
    """The answer so far in one line."""
    message = Message(
        "{seconds:5.1f} s  {nodes}  depth {depth}  {rate:.1%}  {line}",
        seconds=result.seconds,
        nodes=node_count(result.nodes),
        depth=result.depth,
        rate=result.win_rate,
        line=line_text(position, result.pv, PROGRESS_LINE),
    )
    return language(message)


def line_text(position: Position, moves: tuple[int, ...], most: int) -> str:
    """The first moves of a line."""
    return " ".join(move_texts(position, moves[:most])) + (" …" if len(moves) > most else "")

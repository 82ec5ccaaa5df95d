"""Results as files write them, and outcomes as we do."""

from __future__ import annotations

import re
from dataclasses import replace

from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord

RECORDED = "as recorded"
"""The reason of a result whose file does not give one."""
_WORDS = {
    "r": "resigned",
    "resign": "resigned",
    "resigned": "resigned",
    "resignation": "resigned",
    "t": "time out",
    "time": "time out",
    "timeout": "time out",
    "f": "forfeit",
    "forfeit": "forfeit",
}
_LETTERS = {"resigned": "R", "time out": "T", "illegal move": "F", "forfeit": "F"}
_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


def format_result(outcome: Outcome) -> str:
    """An outcome as a value of RE.

    >>> format_result(Outcome(0, "resigned")), format_result(Outcome(1, "discs", -12))
    ('B+R', 'W+12')
    """
    if outcome.winner is None:
        return "0"
    sign = "BW"[outcome.winner] + "+"
    if outcome.reason in _LETTERS:
        return sign + _LETTERS[outcome.reason]
    return sign if outcome.score is None else f"{sign}{abs(outcome.score)}"


def parse_result(text: str) -> Outcome | None:
    """The outcome that a value of RE says; None for ``?``, ``Void`` and what is no result.

    >>> parse_result("W+Time"), parse_result("Draw")
    (Outcome(winner=1, reason='time out', score=None), Outcome(winner=None, reason='draw', score=None))
    """
    words = text.strip().lower()
    if words in ("0", "draw", "jigo", "d", "0-0"):
        return Outcome(None, "draw")
    found = re.fullmatch(r"(b|w|black|white)\s*\+\s*([a-z]*|[0-9]{1,6}(?:\.0{1,4})?)", words[:40])
    if found is None:
        return None
    winner = _COLOURS[found[1]]
    if found[2][:1].isdigit():
        points = int(found[2].partition(".")[0])
        return Outcome(winner, "points", points if winner == 0 else -points)
    return Outcome(winner, _WORDS.get(found[2], RECORDED))


def settle(record: GameRecord, said: Outcome | None, text: str) -> str | None:
    """Give a record the result its file states; return the text if it is to be kept as it is.

    Where the board decides the game a result that says the same adds nothing; one that says something else
    is not ours to judge, so it is kept.
    """
    record.result = None
    board = record.outcome
    if board is None:
        record.result = said
        return text if said is None and text.strip().lower() not in ("", "?") else None
    return None if text in ("", "?", format_result(board)) else text


def exact_result(game: str, outcome: Outcome) -> list[str]:
    """What RE cannot say about an outcome: its reason and score, or nothing if RE says it all."""
    read = parse_result(format_result(outcome))
    if read is not None and points_reason(game, read) == outcome:
        return []
    return [outcome.reason] if outcome.score is None else [outcome.reason, str(outcome.score)]


def points_reason(game: str, outcome: Outcome) -> Outcome:
    """Points are discs in Othello."""
    return replace(outcome, reason="discs") if (game, outcome.reason) == ("othello", "points") else outcome

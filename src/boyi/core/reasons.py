"""What the reason words of outcomes mean, and whole sentences about how a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.message import Message, Template, Term
from boyi.core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Reason:
    """A word of ``Outcome.reason`` and its meaning; ``{loser}`` stands for the side that has lost."""

    word: str
    won: Template
    drawn: Template | None = None
    """What it means where nobody has won, if that is something else."""


OPPONENT = Message("the opponent")
"""Who has lost, where it is not said by name."""

RECORDED = frozenset({"as recorded", "draw"})
"""Reasons of game files that only say who has won."""

SIDES = {Term("black"): Message("Black"), Term("white"): Message("White")}

_reasons: dict[str, Reason] = {}


def add_reasons(*reasons: Reason) -> None:
    """Let a game explain its own reason words."""
    _reasons.update({reason.word: reason for reason in reasons})


def reason_words() -> list[str]:
    """The reason words that have a meaning."""
    return list(_reasons)


def side_label(name: str) -> Message | Term:
    """What a side is called; a game with names of its own keeps them."""
    return SIDES.get(Term(name)) or Term(name.capitalize())


def reason_label(word: str, drawn: bool = False, loser: object = OPPONENT) -> Message | Term:
    """What a reason means; one that nobody has explained is shown as the rules write it.

    >>> import boyi
    >>> game = boyi.game("othello")  # which brings reasons of its own
    >>> str(reason_label("time out")), str(reason_label("discs", drawn=True))
    ('the opponent ran out of time', 'as many discs each')
    """
    reason = _reasons.get(word)
    if reason is None:
        return Term(word)
    template = reason.drawn if drawn and reason.drawn else reason.won
    return template(loser=loser)


def outcome_sentence(outcome: Outcome, players: tuple[str, str]) -> Message:
    """The whole sentence about an end.

    >>> import boyi
    >>> game = boyi.game("othello")
    >>> str(outcome_sentence(Outcome(0, "discs", 12), ("black", "white")))
    'Black wins: more discs (+12).'
    >>> str(outcome_sentence(Outcome(1, "resigned"), ("black", "white")))
    'White wins: Black resigned.'
    >>> str(outcome_sentence(Outcome(0, "as recorded"), ("black", "white")))
    'Black wins. The game file does not say how.'
    """
    if outcome.reason in RECORDED:
        return _recorded(outcome, players)
    loser = OPPONENT if outcome.winner is None else side_label(players[1 - outcome.winner])
    reason = reason_label(outcome.reason, outcome.winner is None, loser)
    if outcome.score:
        reason = Message("{reason} (+{lead})", reason=reason, lead=abs(outcome.score))
    if outcome.winner is None:
        return Message("A draw: {reason}.", reason=reason)
    return Message("{side} wins: {reason}.", side=side_label(players[outcome.winner]), reason=reason)


def _recorded(outcome: Outcome, players: tuple[str, str]) -> Message:
    """The sentence about an end of which a file says no more than the result."""
    if outcome.winner is None:
        return Message("A draw. The game file does not say how.")
    side = side_label(players[outcome.winner])
    if outcome.score:
        return Message("{side} wins by {lead}.", side=side, lead=abs(outcome.score))
    return Message("{side} wins. The game file does not say how.", side=side)


add_reasons(
    Reason("full board", Template("the board is full")),
    Reason("no move", Template("no legal move is left")),
    Reason("repetition", Template("the position was repeated")),
    Reason("resigned", Template("{loser} resigned")),
    Reason("time out", Template("{loser} ran out of time")),
    Reason("illegal move", Template("{loser}'s move was illegal")),
    Reason("crash", Template("{loser}'s program failed")),
    Reason("flood", Template("{loser}'s program printed too much")),
    Reason("agreed", Template("both agreed")),
    Reason("length", Template("the game grew too long")),
    Reason("changed board", Template("{loser}'s program changed the board")),
    Reason("adjudicated", Template("both players' evaluations agree")),
    Reason("solved", Template("a solver has proven the result")),
    Reason("stopped", Template("the referee stopped the game")),
    # What game files say
    Reason("as recorded", Template("the game file does not say how")),
    Reason("forfeit", Template("{loser} forfeited")),
    Reason("points", Template("more points"), Template("as many points each")),
    Reason("draw", Template("the game file does not say how")),
)

"""Requesting a move from a player, and what the answer comes to: a legal move, a resignation, or a loss."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from operator import index

from boyi.core.clock import Clock
from boyi.core.errors import BadMove, BoyiError, IllegalMove, shorten
from boyi.core.message import Message
from boyi.core.outcome import CRASH, ILLEGAL, TIME_OUT, Outcome
from boyi.core.record import GameRecord
from boyi.engines.opening import choose_opening
from boyi.players.base import Decision, Player, PlayerFailed
from boyi.protocols.actions import Choice

LONGEST_SENTENCE = 200
WATCHDOG = 60.0
"""Seconds that a player gets for each answer of an opening, its start included."""


async def request_move(player: Player, record: GameRecord, clock: Clock | None = None) -> Decision:
    """What the player does at the end of the main line; raises what it did wrong (see ``fault``)."""
    try:
        decision = await player.choose(record, clock)
    except SystemExit:  # it would end the whole program, not only the player
        raise PlayerFailed("The player left the program.") from None
    if not isinstance(decision, Decision):
        raise BadMove("{text} is no decision.", text=shorten(decision))
    decision = _checked(decision)
    if decision.move is not None and not (position := record.position).is_legal(decision.move):
        raise IllegalMove.of(position.why_illegal(decision.move))
    return decision


async def request_opening(
    player: Player, record: GameRecord, clock: Clock | None, seed: int, seconds: float = WATCHDOG
) -> Choice:
    """What the player does after 0, 3 or 5 stones of swap2; no clock runs, but an answer must come."""
    try:
        async with asyncio.timeout(seconds) as watch:
            choice = await choose_opening(player, record, clock, seed)
    except TimeoutError:
        if not watch.expired():
            raise
        raise PlayerFailed(
            "There was no answer to swap2 within {seconds:g} s.", TIME_OUT, seconds=seconds
        ) from None
    except SystemExit:  # it would end the whole program, not only the player
        raise PlayerFailed("The player left the program.") from None
    if not isinstance(choice, Choice):
        raise BadMove("{text} is no answer to swap2.", text=shorten(choice))
    return choice


def fault(error: BaseException, side: int) -> tuple[Outcome, Message]:
    """How the game ends if ``side`` raised this (lost, unless the error says otherwise), and a sentence."""
    if not isinstance(error, BoyiError):
        text = f"{type(error).__name__}: {error}"[:LONGEST_SENTENCE]
        return Outcome(1 - side, CRASH), Message("{text}", text=text)
    if isinstance(ended := getattr(error, "outcome", None), Outcome):
        return ended, error.message
    reason = ILLEGAL if isinstance(error, (BadMove, IllegalMove)) else getattr(error, "reason", CRASH)
    return Outcome(1 - side, str(reason)), error.message


def _checked(decision: Decision) -> Decision:
    """The decision with a move that is a plain number and chances that are shares."""
    move, rate = decision.move, decision.win_rate
    if (move is None or type(move) is int) and (rate is None or (type(rate) is float and 0 <= rate <= 1)):
        return decision
    try:
        move = None if move is None else index(move)
    except TypeError:
        raise BadMove("{text} is not a move number.", text=shorten(move)) from None
    try:
        rate = None if rate is None else float(rate)
    except (TypeError, ValueError):
        rate = None
    known = rate is not None and 0 <= rate <= 1
    return replace(decision, move=move, win_rate=rate if known else None)

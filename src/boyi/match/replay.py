"""A match from its record: the same moves, times and end, without its players."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BadClock
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.match.events import Event, GameOver, GameStarted, MovePlayed

CONTROL, SECOND, TIMING, DETAIL = "clock", "white clock", "timing", "ending"
"""The headers of a record that hold the time control, white's where it is another one, what was charged where
that is not the time on the wall, and the sentence about the end."""
SIDES = ("black", "white")
DIGITS = 5
"""Digits of a win rate that are kept; both sides' views of it are then exact."""


def names_of(record: GameRecord) -> tuple[str, str]:
    """Who plays, as the record says."""
    black, white = (record.headers.get(side, "") for side in SIDES)
    return black, white


def starting_clock(record: GameRecord) -> Clock:
    """The clock at the start of the record, as its headers say; without a limit if they do not."""
    try:
        first = TimeControl.parse(record.headers.get(CONTROL, "none"))
        return Clock.start(first, TimeControl.parse(record.headers.get(SECOND, str(first))))
    except BadClock:  # a file may say anything
        return Clock.start(TimeControl())


def write_control(record: GameRecord, clock: Clock) -> None:
    """Write down under which control each side plays."""
    record.headers[CONTROL] = str(clock.control)
    record.headers.pop(SECOND, None)
    if clock.second is not None:
        record.headers[SECOND] = str(clock.second)


def clock_after(record: GameRecord, start: Clock | None = None, *, wall: bool = False) -> Clock:
    """Both sides' time at the end of the main line: the clock is what the moves have cost.

    ``wall``: what has passed meanwhile counts, where something else was charged.
    """
    *_, (_, clock) = _clocks(record, starting_clock(record) if start is None else start, wall=wall)
    return clock


def replay(record: GameRecord) -> Iterator[Event]:
    """The events of the match that made the record: its start, its moves and its end."""
    clocks = _clocks(record, starting_clock(record))
    _, clock = next(clocks)
    yield GameStarted(record.game.name, names_of(record), 0, clock)
    for ply, (step, clock) in enumerate(clocks, start=1):
        node = record.nodes[step]
        assert node.parent is not None
        assert node.move is not None
        before = record.position_at(node.parent)
        rate = node.evaluation
        yield MovePlayed(
            ply,
            before.turn,
            node.move,
            record.game.format_move(node.move, before),
            clock,
            node.spent or 0.0,
            None if rate is None else for_first(rate, before.turn),
            is_forced_pass(record, node.parent),
        )
    if (outcome := record.outcome) is not None:
        yield GameOver(outcome, ending_of(record))


def ending_of(record: GameRecord) -> Message | None:
    """What happened at the end of a game; of one from a file it is only known as text."""
    text = record.headers.get(DETAIL, "")
    if record.detail is not None and str(record.detail) == text:
        return record.detail
    return Message("{text}", text=text) if text else None


def charge(clock: Clock, player: int, spent: float) -> Clock:
    """The clock after a move; more than was left, be it by a rounding, is all that was left."""
    left = clock.left(player)
    return clock.spend(player, spent if left is None else min(spent, left)) or clock


def for_first(rate: float, player: int) -> float:
    """A win rate of ``player`` as the first player's, and the other way round."""
    return rate if player == 0 else round(1 - rate, DIGITS)


def is_forced_pass(record: GameRecord, node: int) -> bool:
    """Whether the only move at ``node`` is to pass."""
    position = record.position_at(node)
    return record.game.has_pass and list(position.moves()) == [record.game.pass_move]


def plies_back_to(record: GameRecord, player: int, kept: int = 0) -> int | None:
    """How many plies back the player last had a choice; the first ``kept`` plies stay as they are."""
    line = record.main_line()[kept:-1]
    for plies, node in enumerate(reversed(line), start=1):
        if record.position_at(node).turn == player and not is_forced_pass(record, node):
            return plies
    return None


def last_to_choose(record: GameRecord, players: Collection[int], kept: int = 0) -> int | None:
    """Which of these players last had a choice; a forced pass is none."""
    choices = ((plies_back_to(record, player, kept), player) for player in players)
    found = [(plies, player) for plies, player in choices if plies is not None]
    return min(found)[1] if found else None


def _clocks(record: GameRecord, clock: Clock, *, wall: bool = False) -> Iterator[tuple[int, Clock]]:
    """Each node of the main line with the clock after it, from the clock at the start."""
    line = record.main_line()
    yield line[0], clock
    for before, step in pairwise(line):
        # Moves of which no time is known, such as those of an opening, were not made on this clock.
        node = record.nodes[step]
        passed = node.wall if wall else None
        spent = node.spent if passed is None else passed
        if spent is not None:
            clock = charge(clock, record.position_at(before).turn, spent)
        yield step, clock

"""What is charged in runs of games: processor time or wall-clock time, chosen and said in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boyi.core.clock import TIMINGS, WALL_FACTOR, WALL_GRACE, Timing
from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message, listing
from boyi.players.spec import COMMAND, FILES, BadSpec, Spec, kind_names, player_aliases
from boyi.programs.meter import CAN_MEASURE

BEFORE: Mapping[str, Timing] = {"timing": "wall"}
"""What data that was written before there was the setting means."""
CHARGED: Mapping[Timing, Message] = {
    "processor": Message("processor time"),
    "wall": Message("wall-clock time"),
}


class BadTiming(BoyiError):
    """Seconds that cannot be counted so."""


def chosen_timing(timing: Timing | None, specs: Iterable[str]) -> Timing:
    """What is charged: what was asked for, else processor time where programs of other people take part.

    >>> chosen_timing(None, ["level:3", "random"]), chosen_timing("processor", ["level:3", "random"])
    ('wall', 'processor')
    """
    if timing is None:
        return "processor" if CAN_MEASURE and any(map(is_program, specs)) else "wall"
    if timing not in TIMINGS:
        raise BadTiming(
            "timing is {offered}, not {text}.", offered=listing(TIMINGS), text=shorten(str(timing))
        )
    return timing


def check_timing(timing: Timing, specs: Iterable[str]) -> None:
    """Raise a sentence if this machine cannot count so."""
    if timing == "processor" and not CAN_MEASURE and any(map(is_program, specs)):
        raise BadTiming("The processor time of programs is not known on this machine: write timing = wall.")


def timing_sentence(timing: Timing) -> Message:
    """How seconds were counted, for the end of a report."""
    if timing == "wall":
        return Message("Seconds are wall-clock time.")
    return Message(
        "Seconds are processor time, for each processor that a player may use; of wall-clock time a player "
        "has {factor:g} times as much, and {grace:g} s more for each move.",
        factor=WALL_FACTOR,
        grace=WALL_GRACE,
    )


def is_program(spec: str) -> bool:
    """Whether a spec names a program of other people, or an engine or a build whose spec is not known yet."""
    try:
        kind = Spec.parse(spec).kind
    except BadSpec:  # it is refused where the player is made
        return False
    return kind in (COMMAND, *FILES) or kind not in (*kind_names(), *player_aliases())

"""What a Gomocup manager tells with INFO: rule, times, limits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from boyi.protocols.actions import Limits
from boyi.protocols.errors import ProtocolError
from boyi.protocols.numbers import integer
from boyi.protocols.situation import Situation
from boyi.protocols.time_management import moves_to_go, share, within_turn

UNLIMITED = 2147483647
"""``time_left`` without a limit."""

EXACT_FIVE, CONTINUOUS, RENJU, CARO = 1, 2, 4, 8


def rule_of_mask(mask: int) -> str:
    """Our name for the rule that a bitmask asks for.

    >>> [rule_of_mask(mask) for mask in (0, 1, 4, 5, 8, 9)]
    ['freestyle', 'standard', 'renju', 'renju', 'caro', 'caro']
    """
    if mask < 0 or mask & ~(EXACT_FIVE | CONTINUOUS | RENJU | CARO) or (mask & RENJU and mask & CARO):
        raise ProtocolError("rule {mask} is none that Boyi knows: send 0, 1, 4 or 8", mask=mask)
    if mask & CONTINUOUS:
        raise ProtocolError("Boyi does not play the continuous game (rule 2): send rule 0, 1, 4 or 8")
    if mask & (RENJU | CARO):
        return "renju" if mask & RENJU else "caro"
    return "standard" if mask & EXACT_FIVE else "freestyle"


def mask_of_rule(rule: str) -> int:
    """The bitmask for one of our rules."""
    return {"freestyle": 0, "standard": EXACT_FIVE, "renju": RENJU, "caro": CARO}[rule]


@dataclass(frozen=True, slots=True)
class Info:
    """All that INFO lines have said so far; times in milliseconds as they come."""

    timeout_turn: int = 30_000
    timeout_match: int = 0
    time_left: int | None = None
    max_memory: int = 0
    max_depth: int = 0
    max_node: int = 0
    thread_num: int = 0
    game_type: int = 0
    rule: int = 0
    folder: str = ""

    def told(self, line: str) -> Info:
        """The same after one more ``key value``; what is not understood changes nothing."""
        key, _, value = line.strip().partition(" ")
        key, value = key.lower(), value.strip()
        if key == "folder":
            return replace(self, folder=value[:4096])
        number = integer(value)
        if key not in NUMBERS or number is None:
            return self
        changed: dict[str, Any] = {key: number}
        return replace(self, **changed)

    def limits(self, situation: Situation, spent: float = 0.0) -> Limits:
        """What one move may use; ``spent`` seconds of the match count where no ``time_left`` was sent."""
        seconds = within_turn(self.timeout_turn / 1000)
        left = self._left(spent)
        if left is not None:
            seconds = min(seconds, share(left, moves_to_go(situation)))
        return Limits(
            seconds=seconds,
            nodes=self.max_node if self.max_node > 0 else None,
            depth=self.max_depth if self.max_depth > 0 else None,
            threads=self.thread_num if self.thread_num > 0 else None,
            memory=self.max_memory if self.max_memory > 0 else None,
        )

    def _left(self, spent: float) -> float | None:
        if self.time_left is not None and self.time_left < UNLIMITED:
            return self.time_left / 1000
        if self.time_left is None and self.timeout_match > 0:
            return self.timeout_match / 1000 - spent
        return None


NUMBERS = frozenset(Info.__dataclass_fields__) - {"folder"}

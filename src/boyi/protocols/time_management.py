"""How much of its time an engine spends on one move."""

from __future__ import annotations

from boyi.protocols.situation import Situation

FASTEST = 0.05
"""Seconds for a move that is wanted as fast as possible."""
OVERHEAD = 0.012
"""Seconds that pass between the end of a search and the manager's reading the move."""
MARGIN, LARGEST_MARGIN = 0.02, 0.1
"""The share of a turn that is kept for a busy machine, and the most seconds that are."""
PLATFORM_MARGIN = 0.05
"""The share where a platform also counts the start of the process, and a move that is late loses the game."""
LEAST = 0.01


def moves_to_go(situation: Situation) -> int:
    """How many more moves the side to move may have to make, with a margin."""
    return situation.game.moves_to_go(situation.position)


def within_turn(turn: float, margin: float = MARGIN) -> float:
    """Seconds of search inside a turn that may last ``turn`` seconds.

    >>> within_turn(5.0), within_turn(1.0), within_turn(1.0, PLATFORM_MARGIN), within_turn(0)
    (4.888, 0.968, 0.938, 0.05)
    """
    return round(max(LEAST, turn - min(margin * turn, LARGEST_MARGIN) - OVERHEAD), 3) if turn > 0 else FASTEST


def share(left: float, moves: int) -> float:
    """Seconds for the next of ``moves`` moves when ``left`` seconds are left for all of them.

    What one move takes beyond its share the later ones lack; the last one has nobody to take it from.

    >>> share(100, 20), share(-3, 20), share(1, 1)
    (4.988, 0.01, 0.938)
    """
    if left <= 0:
        return LEAST
    return min(round(max(LEAST, left / max(1, moves) - OVERHEAD), 3), within_turn(left, PLATFORM_MARGIN))

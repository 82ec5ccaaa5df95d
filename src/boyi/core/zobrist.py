"""64-bit position keys; the native module uses the same numbers (``native/core/board.hpp``)."""

from __future__ import annotations

from functools import cache

MASK = (1 << 64) - 1


def mix(number: int) -> int:
    """The splitmix64 generator's ``number``-th output for seed 0."""
    z = ((number + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


TURN_KEY = mix(0)
"""Part of the key when the second player is to move."""


@cache
def stone_keys(cells: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each colour, the key part of a stone on each cell."""
    return (
        tuple(mix(2 * cell + 2) for cell in range(cells)),
        tuple(mix(2 * cell + 3) for cell in range(cells)),
    )

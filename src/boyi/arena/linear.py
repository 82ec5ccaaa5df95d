"""Small systems of linear equations, for ratings: no other part needs them, so no library is loaded."""

from __future__ import annotations

from collections.abc import Sequence

TINY = 1e-12

Matrix = list[list[float]]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x with ``matrix * x = right``, by Gauss's method with pivots.

    A direction in which the matrix says nothing gets 0.

    >>> solve([[2.0, 0.0], [1.0, 4.0]], [2.0, 9.0])
    [1.0, 2.0]
    """
    columns = _eliminate(matrix, [[value] for value in right])
    return [row[0] for row in columns]


def invert(matrix: Sequence[Sequence[float]]) -> Matrix:
    """The inverse.

    >>> invert([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    return _eliminate(
        matrix, [[1.0 if row == column else 0.0 for column in range(size)] for row in range(size)]
    )


def _eliminate(matrix: Sequence[Sequence[float]], right: Matrix) -> Matrix:
    """The solution for several right-hand sides at once."""
    size = len(matrix)
    rows = [[*map(float, row), *extra] for row, extra in zip(matrix, right, strict=True)]
    width = size + len(right[0]) if right else size
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place][place]
        if abs(pivot) < TINY:
            rows[place] = [0.0] * width
            continue
        rows[place] = [value / pivot for value in rows[place]]
        head = rows[place]
        for row in range(size):
            factor = rows[row][place]
            if row != place and factor:
                rows[row] = [value - factor * part for value, part in zip(rows[row], head, strict=True)]
    return [row[size:] for row in rows]

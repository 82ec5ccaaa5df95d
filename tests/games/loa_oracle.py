"""Lines of Action the slow way: a dictionary of cells, walked step by step; nothing here is of the rules."""

from __future__ import annotations

import random

Cell = tuple[int, int]
Board = dict[Cell, str]

DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def board_of(cells: str, size: int) -> Board:
    """The pieces of a row-by-row string."""
    return {divmod(place, size): piece for place, piece in enumerate(cells) if piece != "."}


def moves(board: Board, size: int, side: str) -> list[int]:
    """All moves of a side as numbers, the pass if there is no other."""
    found = []
    for start in [cell for cell, piece in board.items() if piece == side]:
        for direction in DIRECTIONS:
            target = destination(board, size, start, direction)
            if target is not None:
                found.append((start[0] * size + start[1]) * size**2 + target[0] * size + target[1])
    return sorted(found) or [size**4]


def destination(board: Board, size: int, start: Cell, direction: Cell) -> Cell | None:
    """Where a piece goes in a direction, if it can."""
    on_line = 1
    for sign in (1, -1):
        for cell in walk(size, start, (sign * direction[0], sign * direction[1])):
            on_line += cell in board
    path = walk(size, start, direction)[:on_line]
    if len(path) < on_line or board.get(path[-1]) == board[start]:
        return None
    if any(board.get(cell, board[start]) != board[start] for cell in path[:-1]):
        return None
    return path[-1]


def walk(size: int, start: Cell, direction: Cell) -> list[Cell]:
    """The cells from ``start`` to the edge, ``start`` left out."""
    steps = [(start[0] + direction[0] * n, start[1] + direction[1] * n) for n in range(1, size)]
    return [(row, column) for row, column in steps if row in range(size) and column in range(size)]


def groups(board: Board, side: str) -> int:
    """How many groups of touching pieces a side has."""
    left = {cell for cell, piece in board.items() if piece == side}
    count = 0
    while left:
        count += 1
        pending = [left.pop()]
        while pending:
            row, column = pending.pop()
            touching = {(row + down, column + right) for down, right in DIRECTIONS} & left
            left -= touching
            pending += touching
    return count


def outcome(board: Board, turn: int, rule: str, both: str) -> tuple[int | None, str] | None:
    """Winner and reason, or None."""
    last = 1 - turn
    if rule == "capture":
        for side in (last, turn):
            if list(board.values()).count("xo"[1 - side]) <= 1:
                return side, "captured"
    whole = [side for side in (0, 1) if groups(board, "xo"[side]) <= 1]
    if whole == [0, 1]:
        return (None, "both connected") if both == "draw" else (last, "connected")
    return (whole[0], "connected") if whole else None


def random_cells(size: int, chooser: random.Random) -> str:
    """A set-up: few pieces close together, so that ends are near, or as many as fill up to half the board."""
    cells = ["."] * size**2
    for side in "xoxo":
        row, column = chooser.randrange(size), chooser.randrange(size)
        step = chooser.choice((1, 2, size))
        for _ in range(chooser.choice((0, 1, 1, 2, 2, 3, 6, size**2 // 3))):
            cells[row * size + column] = side
            row = min(max(row + chooser.randint(-step, step), 0), size - 1)
            column = min(max(column + chooser.randint(-step, step), 0), size - 1)
    return "".join(cells)

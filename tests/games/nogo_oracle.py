"""NoGo's rule in the plainest words: sets of cells, every group of the whole board looked at again.

It shares no code with the package. A stone is allowed on an empty cell unless afterwards there is a group
without a liberty that was not there before (set-up positions may hold such groups from the start).
"""

from __future__ import annotations

from functools import cache

Group = frozenset[int]


@cache
def neighbours(size: int, cell: int) -> frozenset[int]:
    row, column = divmod(cell, size)
    around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return frozenset(r * size + c for r, c in around if 0 <= r < size and 0 <= c < size)


def groups(size: int, cells: str) -> set[Group]:
    """Every group of stones on the board."""
    found: set[Group] = set()
    seen: set[int] = set()
    for start, colour in enumerate(cells):
        if colour == "." or start in seen:
            continue
        group, frontier = {start}, [start]
        while frontier:
            for cell in neighbours(size, frontier.pop()) - group:
                if cells[cell] == colour:
                    group.add(cell)
                    frontier.append(cell)
        seen |= group
        found.add(frozenset(group))
    return found


def lifeless(size: int, cells: str) -> set[Group]:
    """The groups without a liberty."""
    return {
        group
        for group in groups(size, cells)
        if all(cells[near] != "." for cell in group for near in neighbours(size, cell))
    }


def after(cells: str, cell: int, turn: int) -> str:
    return cells[:cell] + "xo"[turn] + cells[cell + 1 :]


def is_legal(size: int, cells: str, turn: int, cell: int) -> bool:
    return cells[cell] == "." and lifeless(size, after(cells, cell, turn)) <= lifeless(size, cells)


def legal_cells(size: int, cells: str, turn: int) -> list[int]:
    before = lifeless(size, cells)
    empty = (cell for cell, stone in enumerate(cells) if stone == ".")
    return [cell for cell in empty if lifeless(size, after(cells, cell, turn)) <= before]


def perft(size: int, cells: str, turn: int, depth: int) -> int:
    """The number of move sequences of ``depth`` plies, a finished game counting as one."""
    moves = legal_cells(size, cells, turn) if depth else []
    if not moves:
        return 1
    return sum(perft(size, after(cells, move, turn), 1 - turn, depth - 1) for move in moves)


def mover_wins(size: int, cells: str, turn: int, known: dict[tuple[str, int], bool]) -> bool:
    """Full minimax: whether the side to move has a move after which the opponent loses."""
    place = (cells, turn)
    if place not in known:
        moves = legal_cells(size, cells, turn)
        known[place] = any(not mover_wins(size, after(cells, move, turn), 1 - turn, known) for move in moves)
    return known[place]

"""Fits the margins of Othello's Multi-ProbCut: how far shallow searches are from deeper ones.

    python -m tools.fit_probcut [--games N] [--depth D] [--solved E] [--seed N] [--write]

Positions of the engine's own games are searched to every depth without selective cuts, late ones to their
exact scores. The standard deviation of the difference is fitted as a product of powers of both depths and a
factor that depends on the number of empty cells. ``--write`` renews ``native/othello/probcut_fit.hpp``.
"""

from __future__ import annotations

import argparse
from math import log, sqrt
from pathlib import Path

import numpy

import boyi._native as native
from boyi.games.othello.patterns import packed_weights

TARGET = Path(__file__).parents[1] / "native" / "othello" / "probcut_fit.hpp"
UNKNOWN = 1 << 20
DISC = 16
CLOSE = 20 * DISC
"""Positions with a value beyond this are left out: their games are decided."""
BIN = 4
"""Empty cells of one group of positions."""
LEAST = 24
"""Positions that a group needs at least."""

Row = tuple[int, ...]


def empties(position: bytes) -> int:
    """How many cells are empty."""
    boards = (int.from_bytes(position[:8], "little"), int.from_bytes(position[8:], "little"))
    return 64 - (boards[0] | boards[1]).bit_count()


def measure(games: int, depth: int, solved: int, seed: int) -> dict[int, list[Row]]:
    """For each group of positions with as many empty cells: their values at every depth, exact scores."""
    native.othello_weights(packed_weights())
    played = native.othello_selfplay(seed, 0, games, 2, True)
    groups: dict[int, list[bytes]] = {}
    for at in range(0, len(played), DISC):
        position = played[at : at + DISC]
        groups.setdefault(empties(position) // BIN * BIN, []).append(position)
    found = {}
    for group, positions in sorted(groups.items()):
        if not 12 <= group <= 52:
            continue
        # A few of each game are enough: neighbours are much alike.
        rows = native.othello_depths(b"".join(positions[:: BIN + 1]), depth, solved)
        near = [tuple(row) for row in rows if abs(row[2]) <= CLOSE]
        if len(near) >= LEAST:
            found[group] = near
            print(f"{group:2} to {group + BIN - 1} empty cells: {len(near)} positions", flush=True)
    return found


def deviation(rows: list[Row], shallow: int, deep: int) -> float | None:
    """The root of the mean square of the difference of two columns, in discs."""
    errors = [row[deep] - row[shallow] for row in rows if row[deep] < UNKNOWN and row[shallow] < UNKNOWN]
    if len(errors) < LEAST:
        return None
    return max(sqrt(sum(error * error for error in errors) / len(errors)) / DISC, 0.1)


def fit(groups: dict[int, list[Row]], depth: int) -> tuple[list[float], list[float]]:
    """Coefficients of the logarithm: for depth against depth, and for depth against the end of the game."""
    plies, whole = list[tuple[float, ...]](), list[tuple[float, ...]]()
    for group, rows in groups.items():
        left = (group + (BIN - 1) / 2) / 10
        for shallow in range(1, depth + 1):
            plies.extend(
                (log(found), 1.0, log(deep - shallow), log(shallow + 1), left, left**2)
                for deep in range(shallow + 2, depth + 1, 2)
                if (found := deviation(rows, shallow, deep))
            )
            if found := deviation(rows, shallow, depth + 1):
                whole.append((log(found), 1.0, log(shallow + 1)))
    answers = []
    for name, table in (("depth", plies), ("end", whole)):
        data = numpy.array(table)
        solution = numpy.linalg.lstsq(data[:, 1:], data[:, 0], rcond=None)[0]
        rest = data[:, 0] - data[:, 1:] @ solution
        print(f"{name}: {len(table)} pairs, typical error of the fit {numpy.std(rest):.1%}")
        answers.append([round(float(value), 4) for value in solution])
    return answers[0], answers[1]


def header(plies: list[float], whole: list[float]) -> str:
    """The generated source."""
    return f"""// Written by tools/fit_probcut.py: the logarithm of a standard deviation in discs.
#pragma once

namespace boyi::probcut {{

// 1, log(depth - shallow), log(shallow + 1), tens of empty cells and their square.
inline constexpr double fit_depth[] = {{{", ".join(map(str, plies))}}};
// 1, log(shallow + 1).
inline constexpr double fit_end[] = {{{", ".join(map(str, whole))}}};

}}  // namespace boyi::probcut
"""


def main() -> None:
    """Measure, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--solved", type=int, default=20)
    parser.add_argument("--seed", type=int, default=777)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    groups = measure(arguments.games, arguments.depth, arguments.solved, arguments.seed)
    text = header(*fit(groups, arguments.depth))
    print(text, end="")
    if arguments.write:
        TARGET.write_text(text)


if __name__ == "__main__":
    main()

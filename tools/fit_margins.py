"""Fits the margins of Othello's selective cuts to positions of the engine's own games.

    python -m tools.fit_margins probcut [--games 150] [--depth 10] [--solved 20] [--seed 777] [--write]
    python -m tools.fit_margins futility [--games 600] [--seed 778] [--write]

``probcut``: how far shallow searches are from deeper ones. Positions are searched to every depth without
selective cuts, late ones to their exact scores. The standard deviation of the difference is fitted as a
product of powers of both depths and a factor that depends on the number of empty cells.
``futility``: how searches of one and two plies differ from static values. The mean and the standard deviation
are fitted as polynomials of the number of empty cells.

``--write`` renews ``native/othello/probcut_fit.hpp`` or ``native/othello/futility_fit.hpp``.
"""

from __future__ import annotations

import argparse
from math import log, sqrt
from pathlib import Path

import numpy

import boyi._native as native
from boyi.games.othello.patterns import packed_weights

FOLDER = Path(__file__).parents[1] / "native" / "othello"
UNKNOWN = 1 << 20
DISC = 16
CLOSE = 20 * DISC
"""Positions with a value beyond this are left out: their games are decided."""
BIN = 4
"""Empty cells of one group of positions."""
LEAST = 24
"""Positions that a group needs at least."""
PLIES = (1, 2)
"""Of the searches before which futility cuts."""

Row = tuple[int, ...]
Groups = dict[int, list[Row]]


def empties(position: bytes) -> int:
    """How many cells are empty."""
    boards = (int.from_bytes(position[:8], "little"), int.from_bytes(position[8:], "little"))
    return 64 - (boards[0] | boards[1]).bit_count()


def measure(games: int, depth: int, solved: int, seed: int) -> Groups:
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


def tens(group: int) -> float:
    """The empty cells of a group, in tens."""
    return (group + (BIN - 1) / 2) / 10


def deviation(rows: list[Row], shallow: int, deep: int) -> float | None:
    """The root of the mean square of the difference of two columns, in discs."""
    errors = [row[deep] - row[shallow] for row in rows if row[deep] < UNKNOWN and row[shallow] < UNKNOWN]
    if len(errors) < LEAST:
        return None
    return max(sqrt(sum(error * error for error in errors) / len(errors)) / DISC, 0.1)


def fit_probcut(groups: Groups, depth: int) -> str:
    """The generated source: the fits of depth against depth, and of depth against the end of the game."""
    plies, whole = list[tuple[float, ...]](), list[tuple[float, ...]]()
    for group, rows in groups.items():
        left = tens(group)
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
        answers.append(", ".join(str(round(float(value), 4)) for value in solution))
    return f"""// Written by tools/fit_margins.py: the logarithm of a standard deviation in discs.
#pragma once

namespace boyi::probcut {{

// 1, log(depth - shallow), log(shallow + 1), tens of empty cells and their square.
inline constexpr double fit_depth[] = {{{answers[0]}}};
// 1, log(shallow + 1).
inline constexpr double fit_end[] = {{{answers[1]}}};

}}  // namespace boyi::probcut
"""


def fit_futility(groups: Groups) -> str:
    """The generated source: of the mean and of the deviation's logarithm, for each number of plies."""
    fits = []
    for plies in PLIES:
        left, means, deviations, weights = [], [], [], []
        for group, rows in groups.items():
            errors = numpy.array([row[plies] - row[0] for row in rows]) / DISC
            left.append(tens(group))
            means.append(float(errors.mean()))
            deviations.append(log(float(errors.std())))
            weights.append(len(rows) ** 0.5)
            figures = f"mean {errors.mean():+.2f}, deviation {errors.std():.2f}"
            print(f"{plies} plies, {group:2} empty cells: {figures}")
        fits.append(
            [
                numpy.polynomial.polynomial.polyfit(left, values, 2, w=weights)
                for values in (means, deviations)
            ]
        )
    mean, spread = (
        ", ".join("{" + ", ".join(str(round(float(value), 4)) for value in one[part]) + "}" for one in fits)
        for part in range(2)
    )
    return f"""// Written by tools/fit_margins.py: coefficients of 1, tens of empty cells and their square.
#pragma once

namespace boyi::probcut {{

// One and two plies' search minus the static value, in discs: the mean, the logarithm of the deviation.
inline constexpr double futility_mean[2][3] = {{{mean}}};
inline constexpr double futility_deviation[2][3] = {{{spread}}};

}}  // namespace boyi::probcut
"""


def main() -> None:
    """Measure, fit and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("probcut", "futility"))
    parser.add_argument("--games", type=int)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--solved", type=int, default=20)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if asked.what == "probcut":
        groups = measure(asked.games or 150, asked.depth, asked.solved, asked.seed or 777)
        text = fit_probcut(groups, asked.depth)
    else:
        text = fit_futility(measure(asked.games or 600, max(PLIES), 0, asked.seed or 778))
    print(text, end="")
    if asked.write:
        (FOLDER / f"{asked.what}_fit.hpp").write_text(text)


if __name__ == "__main__":
    main()

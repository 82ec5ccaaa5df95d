"""Fits the margins of Othello's futility cuts: how searches of one and two plies differ from static values.

    python -m tools.fit_futility [--games N] [--seed N] [--write]

The mean and the standard deviation of the difference are fitted as polynomials of the number of empty cells,
on positions of the engine's own games. ``--write`` renews ``native/othello/futility_fit.hpp``.
"""

from __future__ import annotations

import argparse
from math import log
from pathlib import Path

import numpy
from tools.fit_probcut import BIN, DISC, Row, measure

TARGET = Path(__file__).parents[1] / "native" / "othello" / "futility_fit.hpp"
PLIES = (1, 2)


def fit(groups: dict[int, list[Row]], plies: int) -> tuple[list[float], list[float]]:
    """Coefficients of 1, tens of empty cells and their square: of the mean, of the deviation's logarithm."""
    left, means, deviations, weights = [], [], [], []
    for group, rows in groups.items():
        errors = numpy.array([row[plies] - row[0] for row in rows]) / DISC
        left.append((group + (BIN - 1) / 2) / 10)
        means.append(float(errors.mean()))
        deviations.append(log(float(errors.std())))
        weights.append(len(rows) ** 0.5)
        print(
            f"{plies} plies, {group:2} empty cells: mean {errors.mean():+.2f}, deviation {errors.std():.2f}"
        )
    return tuple(  # type: ignore[return-value]
        [round(float(one), 4) for one in numpy.polynomial.polynomial.polyfit(left, values, 2, w=weights)]
        for values in (means, deviations)
    )


def header(fits: list[tuple[list[float], list[float]]]) -> str:
    """The generated source."""
    means, deviations = (
        ", ".join("{" + ", ".join(map(str, one[part])) + "}" for one in fits) for part in range(2)
    )
    return f"""// Written by tools/fit_futility.py: coefficients of 1, tens of empty cells and their square.
#pragma once

namespace boyi::probcut {{

// One and two plies' search minus the static value, in discs: the mean, the logarithm of the deviation.
inline constexpr double futility_mean[2][3] = {{{means}}};
inline constexpr double futility_deviation[2][3] = {{{deviations}}};

}}  // namespace boyi::probcut
"""


def main() -> None:
    """Measure, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=778)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    groups = measure(arguments.games, max(PLIES), 0, arguments.seed)
    text = header([fit(groups, plies) for plies in PLIES])
    print(text, end="")
    if arguments.write:
        TARGET.write_text(text)


if __name__ == "__main__":
    main()

"""Weights for the hand-made evaluation of Lines of Action, from the results of self-play.

    python tools/tune_loa.py --games 400 --nodes 400

Plays games of the native alpha-beta against itself from random openings, with a random move now and then,
and fits the weights so that the evaluation foretells the results (logistic regression, Newton's method).
Prints the weights for src/boyi/games/loa/evaluation.py and native/loa/evaluation.hpp; run it again with them
for another round.
"""

from __future__ import annotations

import argparse
import math
import random

import boyi
from boyi.core.game import Position
from boyi.games.loa.evaluation import Features, features
from boyi.games.loa.network import EVALUATIONS
from boyi.native.alphabeta import alphabeta

RIDGE = 20.0
"""Holds back the weights of features that say little."""

Row = tuple[list[float], float]
"""Feature differences with a 1 for the tempo, and the result for the side to move."""


def play_game(draw: random.Random, nodes: int) -> list[Row]:
    """One game of self-play: a row for each searched position that was not yet decided."""
    position: Position = boyi.game("loa", backend="native").start()
    seen: list[tuple[list[float], int]] = []
    keys: list[int] = []
    opening = draw.randint(4, 9)
    while position.outcome is None and keys.count(position.key) < 2 and len(keys) < 200:
        if len(keys) < opening or draw.random() < 0.05:
            move = draw.choice(list(position.legal_moves))
        else:
            result = alphabeta(
                position,
                evaluation="features",
                nodes=nodes,
                history=keys,
                seed=draw.getrandbits(32),
                memory=1 << 20,
            )
            move = result.move
            if result.proven is None:
                own, other = features(position, position.turn), features(position, 1 - position.turn)
                seen.append(([*(float(a - b) for a, b in zip(own, other, strict=True)), 1.0], position.turn))
        keys.append(position.key)
        position = position.play(move)
    winner = None if position.outcome is None else position.outcome.winner
    return [(row, 0.5 if winner is None else float(winner == turn)) for row, turn in seen]


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a symmetric positive system by elimination."""
    size = len(right)
    for i in range(size):
        for k in range(i + 1, size):
            factor = matrix[k][i] / matrix[i][i]
            for j in range(i, size):
                matrix[k][j] -= factor * matrix[i][j]
            right[k] -= factor * right[i]
    for i in reversed(range(size)):
        right[i] = (right[i] - sum(matrix[i][j] * right[j] for j in range(i + 1, size))) / matrix[i][i]
    return right


def fit(rows: list[Row]) -> tuple[list[float], float]:
    """The weights in units of odds (natural logarithm) and the mean loss."""
    size = len(rows[0][0])
    # Features of very different size are brought to the same one first.
    spread = [math.sqrt(sum(row[i] ** 2 for row, _ in rows) / len(rows)) + 1e-9 for i in range(size)]
    scaled = [([x / s for x, s in zip(row, spread, strict=True)], result) for row, result in rows]
    weights, loss = [0.0] * size, 0.0
    for _ in range(6):
        matrix = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        slope = [-RIDGE * weight for weight in weights]
        loss = 0.0
        for row, result in scaled:
            expected = 1 / (1 + math.exp(-sum(w * x for w, x in zip(weights, row, strict=True))))
            loss -= result * math.log(expected + 1e-12) + (1 - result) * math.log(1 - expected + 1e-12)
            certainty = expected * (1 - expected)
            for i, x in enumerate(row):
                slope[i] += (result - expected) * x
                line, factor = matrix[i], certainty * x
                for j in range(i, size):
                    line[j] += factor * row[j]
        for i in range(size):
            for j in range(i):
                matrix[i][j] = matrix[j][i]
        weights = [w + step for w, step in zip(weights, solve(matrix, slope), strict=True)]
    return [w / s for w, s in zip(weights, spread, strict=True)], loss / len(rows)


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=400, help="of each search")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    draw = random.Random(asked.seed)
    rows = [row for _ in range(asked.games) for row in play_game(draw, asked.nodes)]
    weights, loss = fit(rows)
    # The scale is the value of odds of ten to one.
    found = [round(weight * EVALUATIONS[0].scale / math.log(10)) for weight in weights]
    print(f"{len(rows)} positions of {asked.games} games, loss {loss:.4f}")
    for name, weight in zip((*Features._fields, "tempo"), found, strict=True):
        print(f"{name:>10} {weight:6}")


if __name__ == "__main__":
    main()

"""Fits evaluations to the results of games that the engine plays against itself, by logistic regression.

    python -m tools.fit_evaluation odds [--game G] [--games 200] [--nodes 5000]
    python -m tools.fit_evaluation loa [--games 400] [--nodes 400]

``odds``: how many units of an evaluation stand for odds of ten to one (``Evaluation.scale``).
``loa``: the weights of the hand-made evaluation of Lines of Action, for ``src/boyi/games/loa/evaluation.py``
and ``native/loa/evaluation.hpp``; run it again with them for another round.

Games begin with random moves; positions whose result was proven are left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from math import log
from random import Random

import numpy

import boyi
from boyi.core.game import Position
from boyi.games.loa.evaluation import Features, features
from boyi.players.engine import Engine, SearchRequest
from boyi.players.limit import Limit
from boyi.players.spec import make_engine

OPENINGS = {"gomoku": (1, 6), "othello": (4, 14), "loa": (4, 9)}
"""How many random plies a game begins with, at least and at most; games that alpha-beta plays best."""
LONGEST = 300
LAPSE = 0.05
"""The share of random moves after the opening, so that the games differ."""
RIDGE = 20.0
"""Holds back the weights of features that say little."""
MOST = 3.0
"""Scores of so many times the present scale are decided: they are counted as just so much."""

Row = tuple[list[float], float]
"""What is known of a position for the side to move, and the points that this side made in the end."""
Describe = Callable[[Position, float], list[float]]
"""The numbers of a position with this search score."""


def rows(
    game: boyi.Game, player: str, games: int, nodes: int, seed: int, describe: Describe
) -> Iterator[Row]:
    """The searched positions of the games."""
    random = Random(seed)
    engine = make_engine(player, seed, 1, Limit(nodes=nodes))
    assert isinstance(engine, Engine)
    for _ in range(games):
        record, found = boyi.GameRecord(game), list[tuple[list[float], int]]()
        opening = random.randint(*OPENINGS[game.name])
        while record.outcome is None and record.plies < LONGEST:
            position = record.position
            if record.plies < opening or random.random() < LAPSE:
                moves = game.opening_moves(position) if record.plies < opening else position.moves()
                record.play(random.choice(list(moves)))
                continue
            result = engine.search(SearchRequest.of(record))
            if result.proven is None and result.score is not None:
                found.append((describe(position, result.score), position.turn))
            record.play(result.move)
        outcome = record.outcome
        yield from ((numbers, 0.5 if outcome is None else outcome.value(turn)) for numbers, turn in found)


def fit(found: list[Row], ridge: float) -> tuple[list[float], float]:
    """The weights in units of odds (natural logarithm), by Newton's method, and the mean loss."""
    data = numpy.array([numbers for numbers, _ in found])
    points = numpy.array([result for _, result in found])
    # Features of very different size are brought to the same one first.
    spread = numpy.sqrt((data**2).mean(axis=0)) + 1e-9
    data /= spread
    weights = numpy.zeros(data.shape[1])
    for _ in range(8):
        expected = 1 / (1 + numpy.exp(-numpy.clip(data @ weights, -30, 30)))
        slope = data.T @ (points - expected) - ridge * weights
        curve = (data * (expected * (1 - expected))[:, None]).T @ data + ridge * numpy.eye(len(weights))
        weights = weights + numpy.linalg.solve(curve, slope)
    loss = -(points * numpy.log(expected + 1e-12) + (1 - points) * numpy.log(1 - expected + 1e-12)).mean()
    return [float(one) for one in weights / spread], float(loss)


def odds(name: str, games: int, nodes: int, seed: int) -> str:
    """The scale of a game's first evaluation."""
    game = boyi.game(name)
    evaluation = game.evaluation()
    unit, most = evaluation.point or 1.0, MOST * evaluation.scale

    def describe(position: Position, score: float) -> list[float]:
        return [max(-most, min(most, score * unit))]

    found = list(rows(game, "alphabeta", games, nodes, seed, describe))
    (weight,), loss = fit(found, 0)
    return (
        f"{name:<8} {games} games, {len(found)} positions: ten to one is {log(10) / weight:.0f} units "
        f"(loss {loss:.4f}; now {evaluation.scale})"
    )


def loa(games: int, nodes: int, seed: int) -> str:
    """The weights of the features and of the tempo."""

    def describe(position: Position, score: float) -> list[float]:
        own, other = features(position, position.turn), features(position, 1 - position.turn)
        return [*(float(a - b) for a, b in zip(own, other, strict=True)), 1.0]

    game = boyi.game("loa", backend="native")
    found = list(rows(game, "alphabeta:evaluation=features", games, nodes, seed, describe))
    weights, loss = fit(found, RIDGE)
    scale = game.evaluation("features").scale  # the value of odds of ten to one
    lines = [f"{len(found)} positions of {games} games, loss {loss:.4f}"]
    for name, weight in zip((*Features._fields, "tempo"), weights, strict=True):
        lines.append(f"{name:>10} {round(weight * scale / log(10)):6}")
    return "\n".join(lines)


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("odds", "loa"))
    parser.add_argument("--game", choices=list(OPENINGS), nargs="+", default=list(OPENINGS))
    parser.add_argument("--games", type=int)
    parser.add_argument("--nodes", type=int, help="of each search")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.what == "loa":
        print(loa(asked.games or 400, asked.nodes or 400, asked.seed))
        return
    for name in asked.game:
        print(odds(name, asked.games or 200, asked.nodes or 5_000, asked.seed), flush=True)


if __name__ == "__main__":
    main()

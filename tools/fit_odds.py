"""How many units of an evaluation stand for odds of ten to one: fitted to the ends of games the engine plays.

    python tools/fit_odds.py [--game G] [--games N] [--nodes N]

The engine plays itself from random openings; each search's value and how the game ended for that side give
the scale under which the values, read as odds, were most likely. Proven results are left out.
"""

from __future__ import annotations

import argparse
import math
import sys
from random import Random

import boyi
from boyi.players.engine import Engine, SearchRequest
from boyi.players.limit import Limit
from boyi.players.spec import make_engine

OPENINGS = {"gomoku": (1, 6), "othello": (4, 14), "loa": (2, 8)}
"""How many random plies a game begins with, at least and at most; games that alpha-beta plays best."""
LONGEST = 300


def samples(name: str, games: int, nodes: int, seed: int) -> list[tuple[float, float]]:
    """Pairs of a value and the points that its side made in the end."""
    game = boyi.game(name)
    random = Random(seed)
    engine = make_engine("alphabeta", seed, 1, Limit(nodes=nodes))
    assert isinstance(engine, Engine)
    found = []
    for _ in range(games):
        record = boyi.GameRecord(game)
        for _ in range(random.randint(*OPENINGS[name])):
            moves = list(record.position.moves())
            if name == "gomoku":
                moves = [move for move in moves if all(abs(at - 7) <= 3 for at in divmod(move, 15))]
            record.play(random.choice(moves))
            if record.outcome is not None:
                break
        values = []
        while record.outcome is None and record.plies < LONGEST:
            turn = record.position.turn
            result = engine.search(SearchRequest.of(record))
            if result.proven is None and result.value is not None:
                values.append((turn, result.value))
            record.play(result.move)
        outcome = record.outcome
        found += [(value, 0.5 if outcome is None else outcome.value(turn)) for turn, value in values]
    return found


def surprise(pairs: list[tuple[float, float]], scale: float) -> float:
    """The mean surprise, in nats, of the ends under this scale."""
    total = 0.0
    for value, points in pairs:
        odds = max(min(value / scale, 10.0), -10.0) * math.log(10)
        total += math.log1p(math.exp(-odds)) + (1 - points) * odds
    return total / len(pairs)


def fit(pairs: list[tuple[float, float]]) -> float:
    """The scale with the least surprise, by golden section on its logarithm."""
    low, high = math.log(1), math.log(1e6)
    ratio = (math.sqrt(5) - 1) / 2
    while high - low > 1e-3:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if surprise(pairs, math.exp(left)) < surprise(pairs, math.exp(right)):
            high = right
        else:
            low = left
    return math.exp((low + high) / 2)


def main() -> int:
    """Print the scales."""
    parser = argparse.ArgumentParser(description="Fit the odds of evaluations.")
    parser.add_argument("--game", choices=list(OPENINGS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in [options.game] if options.game else OPENINGS:
        pairs = samples(name, options.games, options.nodes, options.seed)
        scale = fit(pairs)
        now = boyi.game(name).evaluation().scale
        print(
            f"{name:<8} {options.games} games, {len(pairs)} positions: ten to one is {scale:.0f} units "
            f"(surprise {surprise(pairs, scale):.4f}; now {now}: {surprise(pairs, now):.4f})",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

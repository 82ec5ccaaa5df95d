"""Neighbouring levels against each other: scores and Elo differences with error bars.

    python benchmarks/levels.py [--game G] [--games N] [--from A] [--to B] [--against SPEC] [--time S]

Games come in pairs: the same random opening, about even, twice with colours swapped. The error bar is that of
the pairs, so openings that decide a game do not count as luck of the players. Times are those of the player.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from random import Random
from time import perf_counter

import boyi
from boyi.arena.rating import Tally
from boyi.players.engine import Engine, Situation
from boyi.players.levels import LEVELS
from boyi.players.limit import Limit
from boyi.players.spec import make_engine

OPENING = {"gomoku": 5, "othello": 8, "loa": 4, "nogo": 4}
"""Random plies before the players begin."""
JUDGEMENT = 5_000
"""Nodes of the search that says whether an opening is about even."""
EVEN = (0.35, 0.65)
"""Win rates of openings that are used: where one side has won already, levels cannot show what they can."""
LONGEST = 400
"""A game of more plies is called a draw."""


def opening(game: boyi.Game, random: Random) -> boyi.GameRecord:
    """A few random moves, near the middle in gomoku, after which the game is open."""
    while True:
        record = boyi.GameRecord(game)
        for _ in range(OPENING.get(game.name, 0)):
            moves = list(record.position().moves())
            if game.name == "gomoku":
                size = int(game.settings["size"])
                moves = [move for move in moves if all(abs(at - size // 2) <= 3 for at in divmod(move, size))]
            record.play(random.choice(moves))
            if record.outcome() is not None:
                break
        else:
            if EVEN[0] <= boyi.search(record, nodes=JUDGEMENT).win_rate <= EVEN[1]:
                return record


@dataclass
class Pace:
    """How long the moves of a player took."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def __str__(self) -> str:
        return f"{1000 * self.seconds / max(1, self.moves):7.1f} {1000 * self.longest:8.0f}"


def play(record: boyi.GameRecord, players: tuple[Engine, Engine], paces: tuple[Pace, Pace]) -> float:
    """Play on to the end; the result for black."""
    while (ended := record.outcome()) is None:
        if record.plies >= LONGEST:
            return 0.5
        turn = record.position().turn
        began = perf_counter()
        move = players[turn].search(Situation.of(record)).move
        paces[turn].add(perf_counter() - began)
        record.play(move)
    return ended.value(0)


def match(game: boyi.Game, one: str, two: str, pairs: int, limit: Limit, seed: int) -> tuple[Tally, Pace]:
    """Pairs of games between two specs; the points of the first and the time it took."""
    score = Tally()
    pace, other = Pace(), Pace()
    for number in range(pairs):
        random = Random(f"{seed} {number}")
        moves = opening(game, random).moves
        points = []
        for first_is_black in (True, False):
            record = boyi.GameRecord(game)
            for move in moves:
                record.play(move)
            engines = [make_engine(spec, random.getrandbits(40), limit=limit) for spec in (one, two)]
            first, second = engines
            assert isinstance(first, Engine)
            assert isinstance(second, Engine)
            if first_is_black:
                points.append(play(record, (first, second), (pace, other)))
            else:
                points.append(1 - play(record, (second, first), (other, pace)))
        score.add_pair(*points)
    return score, pace


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Neighbouring levels against each other.")
    parser.add_argument("--game", choices=list(LEVELS), help="one game; all four otherwise")
    parser.add_argument("--games", type=int, default=40, help="for each pair of levels")
    parser.add_argument("--from", dest="low", type=int, default=1, help="the lowest level")
    parser.add_argument("--to", dest="high", type=int, default=10, help="the highest level")
    parser.add_argument("--against", metavar="SPEC", help="this player instead of the level below")
    parser.add_argument("--time", type=float, help="seconds a move for both")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not 1 <= options.low <= options.high <= 10 or options.games < 2:
        parser.error("levels go from 1 to 10, and a match has at least two games")
    print(
        f"{'game':<8} {'player':<10} {'against':<22} {'W':>4} {'D':>4} {'L':>4}   score    Elo (95%)"
        f"  {'ms/move':>8} {'longest':>8}"
    )
    for name in [options.game] if options.game else LEVELS:
        for level in range(options.high, options.low - (0 if options.against is None else 1), -1):
            one, two = f"level:{level}", options.against or f"level:{level - 1}"
            score, pace = match(
                boyi.game(name), one, two, options.games // 2, Limit(time=options.time), options.seed
            )
            figures = f"{score.wins:>4} {score.draws:>4} {score.losses:>4}"
            rating = f"{score.score:6.1%}  {score.elo:+5.0f} ± {score.elo_error:.0f}"
            print(f"{name:<8} {one:<10} {two:<22} {figures}  {rating:<18} {pace}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What the judge costs: random players against each other, who cost next to nothing themselves.

    python benchmarks/matches.py [--seconds S]

Prints, for each game, moves a second through one match after the other (clock running), and games a second
of a series as `boyi match` plays it.
"""

from __future__ import annotations

import argparse
import asyncio
from time import perf_counter

import boyi
from boyi.arena.seats import Seats
from boyi.arena.settings import SeriesSettings
from boyi.core.clock import TimeControl
from boyi.match import Match, MatchRules
from boyi.players.spec import make_player

GAMES = ("gomoku", "othello", "loa", "nogo")
RULES = MatchRules(TimeControl.parse("10/move"))


async def moves_a_second(name: str, seconds: float) -> float:
    """Matches without a series around them."""
    game, plies, number, began = boyi.game(name), 0, 0, perf_counter()
    while perf_counter() - began < seconds:
        record = boyi.GameRecord(game)
        players = make_player("random", number), make_player("random", number + 1)
        async for _ in Match(record, players, RULES).play():
            pass
        plies, number = plies + record.plies, number + 2
    return plies / (perf_counter() - began)


async def games_a_second(name: str, seconds: float) -> float:
    """Games of a series."""
    seats, number, began = Seats(SeriesSettings(name, "random", "random", time=10.0)), 0, perf_counter()
    while perf_counter() - began < seconds:
        number += 1
        await seats.play(seats.settings.plan(number))
    return number / (perf_counter() - began)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="What the judge of a match costs.")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each number")
    seconds = parser.parse_args().seconds
    print(f"{'game':<8} {'moves/s':>9} {'µs a move':>10} {'games/s':>9}")
    for name in GAMES:
        moves = asyncio.run(moves_a_second(name, seconds))
        games = asyncio.run(games_a_second(name, seconds))
        print(f"{name:<8} {moves:>9,.0f} {1e6 / moves:>10.0f} {games:>9.1f}", flush=True)


if __name__ == "__main__":
    main()

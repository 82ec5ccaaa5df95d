"""Neighbouring levels against each other: scores and Elo differences with error bars.

    python benchmarks/levels.py [--game G] [--games N] [--from A] [--to B] [--against SPEC] [--time S]

Games come in pairs: the same random opening, about even, twice with colours swapped. The error bar is that of
the pairs, so openings that decide a game do not count as luck of the players. Times are those of the player.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from boyi.arena.results import GameResult, Standing
from boyi.arena.series import GameFinished, Series
from boyi.arena.settings import SeriesSettings
from boyi.core.game import Game
from boyi.core.registry import game_class, game_names
from boyi.formats import read

OPENING = {"gomoku": 5, "othello": 8, "loa": 4, "nogo": 4}
"""Random plies before the players begin."""
LONGEST = 400
"""A game of more plies is called a draw."""


async def play(settings: SeriesSettings) -> tuple[Standing, float]:
    """All games of a series; the standing, and the longest time that a move of the first player took."""
    series, longest = Series(settings), 0.0
    async for event in series.play():
        if isinstance(event, GameFinished):
            longest = max(longest, longest_move(event.result, event.text))
    return series.standing, longest


def longest_move(result: GameResult, text: str) -> float:
    """Seconds of the first player's longest move in a game."""
    record = read(text)
    side = 0 if result.a_is_black else 1
    spent = [0.0]
    for step in record.main_line()[1:]:
        node = record.nodes[step]
        assert node.parent is not None
        if node.spent is not None and record.position_at(node.parent).turn == side:
            spent.append(node.spent)
    return max(spent)


def main() -> int:
    """Print the table."""
    rated = [name for name in game_names() if game_class(name).levels != Game.levels]
    parser = argparse.ArgumentParser(description="Neighbouring levels against each other.")
    parser.add_argument("--game", choices=rated, help="one game; otherwise all that bring levels")
    parser.add_argument("--games", type=int, default=40, help="for each pair of levels")
    parser.add_argument("--from", dest="low", type=int, default=1, help="the lowest level")
    parser.add_argument("--to", dest="high", type=int, default=10, help="the highest level")
    parser.add_argument("--against", metavar="SPEC", help="this player instead of the level below")
    parser.add_argument("--time", type=float, help="seconds a move for both")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not 1 <= options.low <= options.high <= 10 or options.games < 2:
        parser.error("levels go from 1 to 10, and a match has at least two games")
    if options.low == options.high and options.against is None:
        parser.error("one level has no neighbour to play: give a lower --from, or an opponent with --against")
    print(
        f"{'game':<8} {'player':<10} {'against':<22} {'W':>4} {'D':>4} {'L':>4}   score    Elo (95%)"
        f"  {'ms/move':>8} {'longest':>8}"
    )
    for name in [options.game] if options.game else rated:
        for level in range(options.high, options.low - (0 if options.against is None else 1), -1):
            settings = SeriesSettings(
                name,
                f"level:{level}",
                options.against or f"level:{level - 1}",
                games=options.games // 2 * 2,
                seed=options.seed,
                time=options.time,
                openings=f"even:{OPENING.get(name, 2)}",
                # A level is rated by its moves: no game is lost here because this machine was busy.
                margin=3600,
                max_plies=LONGEST,
                format="json",
            )
            standing, longest = asyncio.run(play(settings))
            score = standing.tally
            figures = f"{score.wins:>4} {score.draws:>4} {score.losses:>4}"
            rating = f"{score.score:6.1%}  {score.elo:+5.0f} ± {score.elo_error:.0f}"
            pace = f"{1000 * standing.seconds_a_move(0):7.1f} {1000 * longest:8.0f}"
            print(f"{name:<8} {settings.a:<10} {settings.b:<22} {figures}  {rating:<18} {pace}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Make tests/fixtures/vcf.jsonl: positions of our own games, with and without a win by continuous fours.

Every claim is checked by the slow Python oracle of the tests before it is written. From the project's root:

    PYTHONPATH=. python tools/make_vcf_fixtures.py > tests/fixtures/vcf.jsonl
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator

import boyi
from boyi.core.grid import GridGame, GridPosition
from boyi.native.alphabeta import alphabeta
from boyi.native.vcf import vcf
from tests.native.vcf_oracle import has_fours_win, judge, wins_at_once

WANTED = {True: 8, False: 6}


def positions(game: GridGame, rng: random.Random) -> Iterator[GridPosition]:
    """The positions of quick games from random openings."""
    while True:
        position = game.start()
        middle = game.size // 2
        for _ in range(rng.randint(3, 9)):
            move = (middle + rng.randint(-3, 3)) * game.size + middle + rng.randint(-3, 3)
            if position.is_legal(move):
                position = position.play(move)
        while position.outcome is None:
            assert isinstance(position, GridPosition)
            yield position
            position = position.play(alphabeta(position, nodes=150, seed=rng.getrandbits(32)).move)


def answer(position: GridPosition) -> list[int] | None:
    """The line the native search claims."""
    line = vcf(position).line
    return None if line is None else list(line)


def main() -> None:
    """Print the fixtures."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for rule in ("freestyle", "standard", "renju", "caro"):
        for size in (15, 20):
            game = boyi.game("gomoku", size=size, rule=rule, backend="native")
            assert isinstance(game, GridGame)
            rng = random.Random(f"{rule} {size}")
            found = {True: 0, False: 0}
            for position in positions(game, rng):
                if found == WANTED:
                    break
                result = vcf(position)
                won = result.line is not None
                # Enough fours to be of interest, and few enough for the oracle to look at everything.
                if found[won] == WANTED[won] or not result.proven or wins_at_once(position, position.turn):
                    continue
                if (won and len(result.line or ()) < 5) or (not won and not 4 <= result.nodes <= 25):
                    continue
                if rng.random() < 0.5:
                    continue
                problem = judge(position, result.line, answer) if result.line else ""
                if problem or (not won and has_fours_win(position)):
                    sys.exit(
                        f"{rule} {size} {game.format_position(position)}: {problem or 'a win was missed'}"
                    )
                found[won] += 1
                text = game.format_position(position)
                print(json.dumps({"rule": rule, "size": size, "position": text, "vcf": won}), flush=True)


if __name__ == "__main__":
    main()

"""What each part of Gomoku's search is worth: the search against itself without that part.

    python -m benchmarks.gomoku_parts [--part NAME …] [--pairs N] [--time S] [--threads T]
        [--rule R] [--size N]

Both games of a pair begin from the same even opening, colours swapped. A part is played until the sequential
test of 0 against 40 Elo (normalised, 5% errors) has an answer, at most so many pairs. The search without the
network or the policy still keeps their sums up to date: these rows say what their numbers are worth, without
the time they take.
"""

from __future__ import annotations

import argparse

from benchmarks.tune_gomoku import add_duel_options, settings, tallies

from boyi.arena.sprt import Sprt
from boyi.core.registry import make_game

NEVER = 100
"""A depth that no node has."""
PARTS: dict[str, dict[str, int]] = {
    "network": {"network": 0},
    "policy": {"policy": 0, "reduction_unlikely": 0},
    "history": {"order_history": 100_000, "reduction_history": 100_000},
    "killers": {"order_killer": 0},
    "fours": {"fours_nodes": 0},
    "enemy-fours": {"fours_depth": NEVER},
    "threats": {"proof_share": 0, "look_share": 0},
    "refuted-moves": {"look_share": 0},
    "reverse-futility": {"reverse_depth": 0},
    "razoring": {"razor_depth": 0},
    "null-move": {"null_least": NEVER},
    "internal-reduction": {"internal_depth": NEVER},
    "singular-extension": {"singular_depth": NEVER},
    "late-moves-left-out": {"late_base": NEVER},
    "futility": {"futile_depth": 0},
    "reductions": {
        "reduction_base": -200,
        "reduction_growth": 10,
        "reduction_worse": -200,
        "reduction_unlikely": 0,
    },
    "reductions-by-policy": {"reduction_unlikely": 0},
    "aspiration": {"window": 20_000},
}
"""The settings that switch a part off."""
TEST = Sprt(0, 40)
COLUMNS = "{:<20} {:>5} {:>4} {:>4} {:>7} {:>13} {:>6}"


def play(arguments: argparse.Namespace, part: str) -> str:
    """The row of a part."""
    whole = [setting.value for setting in settings()]
    without = [PARTS[part].get(setting.name, setting.value) for setting in settings()]
    for tally in tallies(arguments, whole, without, arguments.pairs):
        if TEST.verdict(tally.pairs):
            break
    difference = f"{tally.elo:+.0f} ± {tally.elo_error:.0f}"
    return COLUMNS.format(
        part,
        tally.wins,
        tally.draws,
        tally.losses,
        f"{tally.score:.1%}",
        difference,
        f"{TEST.llr(tally.pairs):.2f}",
    )


def main() -> None:
    """Play the parts one after the other and print a row of each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS), metavar="NAME")
    parser.add_argument("--pairs", type=int, default=100)
    add_duel_options(parser, 0.03)
    arguments = parser.parse_args()
    if arguments.pairs < 1:
        parser.error("--pairs must be at least 1")
    make_game("gomoku", size=arguments.size, rule=arguments.rule)  # says what is wrong with them
    print(COLUMNS.format("part", "W", "D", "L", "score", "Elo (95%)", "LLR"))
    for part in arguments.part:
        print(play(arguments, part), flush=True)


if __name__ == "__main__":
    main()

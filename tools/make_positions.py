"""Makes files of positions for ``boyi bench positions`` from games of our own, and proves what they say.

    python -m tools.make_positions KIND --out FILE [--count N] [--seed N] [--openings FILE] [--empties A,B,…]
        [--reference N]

``gomoku-fours``: with and without a win by continuous fours, of all rules; the slow oracle of the tests in
    Python checks every claim.
``gomoku-threats``: forced wins without continuous fours. The earliest position of a game that is proven won
    when the game is searched from its end to its beginning: each search finds the proofs of the later
    positions in the table, so it proves wins that a search of the position alone does not.
``loa-wins``: forced wins of 3, 5 and 7 plies. The general alpha-beta with the hand-made evaluation finds the
    win, the proof-number search proves it again, the textbook's alpha-beta sees no shorter one.
``nogo-late``: positions of games against itself whose winner the solver proves.
``nogo-small``: positions of 5x5 after random moves whose winner plain alpha-beta proves, without the solver.
``othello``: positions of quick games with one random move, by ``--empties``, with the exact scores of their
    moves; ``--reference N`` takes searches of N nodes for them, for positions that cannot be solved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import boyi
from boyi._native import MemorySlot
from boyi.arena.openings import read_openings
from boyi.arena.suite import KnownPosition, suite_text
from boyi.core.game import Position
from boyi.core.grid import as_grid
from boyi.games.loa.solver import solve as solve_loa
from boyi.games.nogo.solver import solve as solve_nogo
from boyi.native.alphabeta import alphabeta
from boyi.native.othello_solver import solve as solve_othello
from boyi.native.solve_request import SolveRequest
from boyi.native.vcf import vcf, vct
from tests.native.vcf_oracle import has_fours_win, judge, wins_at_once

Choose = Callable[[Position], int | None]
"""A player of the games; None ends the game."""


def known(position: Position, **what: object) -> KnownPosition:
    """A position, with the options of its game that are not the usual ones."""
    game = position.game
    options = {
        one.name: game.settings[one.name] for one in game.options if game.settings[one.name] != one.default
    }
    return KnownPosition.from_data(
        {"game": game.name, "options": options, "position": game.format_position(position), **what}
    )


def played(
    start: Position, choose: Choose, random: Random, opening: int, lapse: float = 0.0
) -> list[Position]:
    """The positions of a game, a random opening left out; ``lapse`` is the share of random moves after it."""
    position, found = start, list[Position]()
    while position.outcome is None and len(found) < 200:
        found.append(position)
        if len(found) <= opening or random.random() < lapse:
            moves = position.game.opening_moves(position) if len(found) <= opening else position.moves()
            position = position.play(random.choice(list(moves)))
        elif (move := choose(position)) is not None:
            position = position.play(move)
        else:
            break
    return found[opening:]


# Gomoku


def gomoku_fours(options: argparse.Namespace, random: Random) -> Iterator[KnownPosition]:
    """For every rule and size as many wins as ``--count``, and three quarters as many without one."""
    for rule in ("freestyle", "standard", "renju", "caro"):
        for size in (15, 20):
            start = boyi.game("gomoku", size=size, rule=rule, backend="native").start()
            left = {True: options.count, False: -(-3 * options.count // 4)}
            while any(left.values()):
                choose = seeded(lambda position, seed: alphabeta(position, nodes=150, seed=seed).move, random)
                for position in map(as_grid, played(start, choose, random, random.randint(3, 9))):
                    found = vcf(position)
                    won = found.line is not None
                    # Enough fours to be of interest, and few enough for the oracle to look at everything.
                    dull = len(found.line or ()) < 5 if won else not 4 <= found.nodes <= 25
                    if not left[won] or dull or not found.proven or wins_at_once(position, position.turn):
                        continue
                    problem = judge(position, list(found.line), line_of) if found.line else ""
                    if problem or (not won and has_fours_win(position)):
                        sys.exit(f"{rule} {size} {position}: {problem or 'a win was missed'}")
                    left[won] -= 1
                    group, result = ("win", "win") if won else ("none", "no win")
                    yield known(position, group=group, result=result)
                    break  # one of each game


def line_of(position: Position) -> list[int] | None:
    """The line that the native search claims."""
    line = vcf(position).line
    return None if line is None else list(line)


def gomoku_threats(options: argparse.Namespace, random: Random) -> Iterator[KnownPosition]:
    """Wins of at least nine plies, at most one of a game."""
    start = boyi.game("gomoku", backend="native").start()
    while True:
        decided = Undecided(random)
        played(start, decided.choose, random, random.randint(3, 6))
        found = earliest_win(decided.positions) if decided.over else None
        if found is None or found[1] < 9:
            continue
        kind = "vct" if vct(SolveRequest(found[0], nodes=3_000_000, seconds=60)).line else "search"
        yield known(found[0], group=kind, result="win", plies=found[1])


class Undecided:
    """Plays both sides of an even game up to the first position that its side sees decided."""

    def __init__(self, random: Random) -> None:
        self.random, self.slots = random, (MemorySlot(), MemorySlot())
        self.positions: list[Position] = []
        self.over = False

    def choose(self, position: Position) -> int | None:
        seed = self.random.getrandbits(32)
        found = alphabeta(position, nodes=40_000, slot=self.slots[position.turn], seed=seed)
        if not self.positions and not 0.25 < found.win_rate < 0.75:
            return None
        self.positions.append(position)
        self.over = found.proven in ("win", "loss")
        return None if self.over else found.move


def earliest_win(positions: list[Position]) -> tuple[Position, int] | None:
    """The earliest position that is proven won without continuous fours, and the plies of the win."""
    slot, best, last = MemorySlot(), None, len(positions) - 1
    if alphabeta(positions[last], nodes=300_000, slot=slot).proven != "win":
        last -= 1  # its side has lost
    for position in positions[last::-2]:
        found = alphabeta(position, nodes=1_500_000, slot=slot)
        plies = found.candidates[0].plies if found.proven == "win" else None
        if plies is None:
            break
        if vcf(SolveRequest(position, nodes=200_000, seconds=60)).line is None:
            best = position, plies
    return best


# The other games


def loa_wins(options: argparse.Namespace, random: Random) -> Iterator[KnownPosition]:
    """As many of each length as ``--count``."""
    left = dict.fromkeys((3, 5, 7), options.count)
    start = boyi.game("loa", backend="native").start()
    choose = seeded(lambda position, seed: alphabeta(position, nodes=500, seed=seed).move, random)
    while any(left.values()):
        wanted = {plies for plies, count in left.items() if count}
        for position in reversed(played(start, choose, random, random.randint(4, 8), 0.08)[-10:]):
            found = alphabeta(position, evaluation="features", nodes=400_000, depth=max(left))
            plies = found.candidates[0].plies
            if found.proven != "win" or plies not in wanted:
                continue
            if solve_loa(SolveRequest(position, nodes=3_000_000)).result != "win":
                continue
            assert plies is not None
            shorter = alphabeta(position, evaluation="none", method="alphabeta", depth=plies - 2)
            if shorter.proven != "win":
                wanted.remove(plies)
                left[plies] -= 1
                yield known(position, group=str(plies), result="win", plies=plies)


def nogo_late(options: argparse.Namespace, random: Random) -> Iterator[KnownPosition]:
    """Plies 50 to 59 of so many games; the solver has 400,000 nodes."""
    start = boyi.game("nogo", backend="native").start()
    choose = seeded(
        lambda position, seed: boyi.search(position, player="mcts:", nodes=2000, seed=seed).move, random
    )
    for _ in range(options.count):
        for ply, position in enumerate(played(start, choose, random, 4), start=4):
            if 50 <= ply < 60 and (result := solve_nogo(SolveRequest(position, nodes=400_000)).result):
                yield known(position, group=str(ply), result=result)


def nogo_small(options: argparse.Namespace, random: Random) -> Iterator[KnownPosition]:
    """As many after ten and after eight random moves as ``--count``."""
    start = boyi.game("nogo", size=5, backend="native").start()
    for plies in (10, 8):
        left = options.count
        while left:
            (position, *_) = played(start, lambda _: 0, random, plies, 1.0) or (start,)
            result = alphabeta(position, evaluation="none", nodes=400_000_000).proven
            if position is not start and result is not None:
                left -= 1
                yield known(position, group=str(plies), result=result)


def othello(options: argparse.Namespace, random: Random) -> Iterator[KnownPosition]:
    """One of each number of empty cells from each of so many games, those with a choice."""
    game = boyi.game("othello", backend="native")
    openings = read_openings(options.openings.read_bytes(), game) if options.openings else []
    starts = random.sample(openings, options.count) if openings else []
    wanted = [int(text) for text in options.empties.split(",")]
    for number in range(options.count):
        start = starts[number].record(game).position if starts else game.start()
        for position in played(start, BlunderOnce(random), random, 0 if starts else 8):
            empty, moves = as_grid(position).cells.count("."), position.moves()
            if empty in wanted and len(moves) > 1:
                scores = {game.format_move(move): -score(position.play(move), options) for move in moves}
                yield known(position, group=str(empty), score=max(scores.values()), scores=scores)


class BlunderOnce:
    """Plays quick moves, one of them at random."""

    def __init__(self, random: Random) -> None:
        self.random, self.ply, self.blunder = random, 0, random.randrange(2, 16)

    def __call__(self, position: Position) -> int:
        self.ply += 1
        if self.ply == self.blunder:
            return self.random.choice(position.moves())
        return boyi.search(position, nodes=3000).move


def score(position: Position, options: argparse.Namespace) -> int:
    """For the side to move, with the empty cells to the winner."""
    if position.outcome is not None:
        discs = (position.outcome.score or 0) * (1 if position.turn == 0 else -1)
        empty = as_grid(position).cells.count(".")
        return discs + (empty if discs > 0 else -empty if discs < 0 else 0)
    if options.reference:
        return round(boyi.search(position, nodes=options.reference).score or 0)
    found = solve_othello(position).score
    assert found is not None
    return found


def seeded(choose: Callable[[Position, int], int], random: Random) -> Choose:
    """A player whose searches differ."""
    return lambda position: choose(position, random.getrandbits(30))


KINDS: dict[str, Callable[[argparse.Namespace, Random], Iterator[KnownPosition]]] = {
    "gomoku-fours": gomoku_fours,
    "gomoku-threats": gomoku_threats,
    "loa-wins": loa_wins,
    "nogo-late": nogo_late,
    "nogo-small": nogo_small,
    "othello": othello,
}


def main() -> None:
    """Make the positions and write the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=8, help="positions of a group, or games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings", type=Path, help="of the games of Othello; random ones if not given")
    parser.add_argument("--empties", default="24,20,16,12", help="of the positions of Othello")
    parser.add_argument("--reference", type=int, help="nodes of a search instead of an exact score")
    options = parser.parse_args()
    made = KINDS[options.kind](options, Random(options.seed))
    found = list(islice(made, options.count) if options.kind == "gomoku-threats" else made)
    options.out.write_text(suite_text(sorted(found, key=lambda one: one.group)), "utf-8")
    print(f"{len(found)} positions: {options.out}")


if __name__ == "__main__":
    main()

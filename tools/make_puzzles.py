"""Makes the puzzles of ``src/boyi/lab/puzzles`` from games of the engine, each proved by a search.

    python -m tools.make_puzzles gomoku --count 50 --seed 1

Positions of quick games are looked at from their ends. A position becomes a puzzle if the side to move has a
proved win (or, in Othello, a proved best score) by few of its moves and not at once. The set is sorted by
difficulty.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import boyi
from boyi.core.grid import EMPTY, as_grid
from boyi.core.result import DECIDED, WIN
from boyi.engines.search import search
from boyi.engines.solvers import solve
from boyi.games.nogo.solver import solve as solve_nogo
from boyi.lab.puzzle import FOLDER, Goal, Puzzle
from boyi.native.solution import Solution
from boyi.native.solve_request import SolveRequest

PROOF = 60_000
"""Nodes of a search that proves or gives up."""
MOST_ANSWERS = 2
TABLE = 4 << 20
"""Bytes of the table of NoGo's solver: the endgames are small, clearing a large table takes far longer."""
OPENING = 4
"""Random plies at the beginning of a game."""


@dataclass(frozen=True)
class Maker:
    """How the puzzles of a game are made."""

    player: str
    """Who plays the games."""
    puzzle: Callable[[boyi.Position], Puzzle | None]
    back: tuple[int, ...]
    """How many plies before the end of a game positions are looked at."""
    options: tuple[tuple[str, Any], ...] = ()
    nodes: int = 400


def win_puzzle(low: int, high: int) -> Callable[[boyi.Position], Puzzle | None]:
    """Wins that alpha-beta proves in so many plies."""

    def make(position: boyi.Position) -> Puzzle | None:
        found = search(position, player="alphabeta", nodes=PROOF)
        if found.score is None or found.score <= DECIDED:
            return None
        plies = round(WIN - found.score)
        if not low <= plies <= high:
            return None
        answers = []
        for move in position.legal_moves:
            if move == found.move or _wins(position.play(move), position.turn):
                answers.append(move)
            if len(answers) > MOST_ANSWERS:
                return None
        return _puzzle(position, "win", answers, found.pv, plies)

    return make


def _wins(after: boyi.Position, side: int) -> bool:
    """Whether the side that waits is proved to win."""
    if after.outcome is not None:
        return after.outcome.winner == side
    reply = search(after, player="alphabeta", nodes=PROOF // 20)
    return reply.score is not None and reply.score < -DECIDED


def solved_puzzle(position: boyi.Position) -> Puzzle | None:
    """Last safe moves: the game's solver knows who wins after every move."""
    moves = list(position.legal_moves)
    if not 4 <= len(moves) <= 14:
        return None
    answers: list[int] = []
    line: tuple[int, ...] = ()
    for move in moves:
        after = position.play(move)
        solved = None if after.outcome is not None else solve_nogo(SolveRequest(after, memory=TABLE))
        won = _has_won(position.turn, after, solved)
        if won:
            answers.append(move)
            line = (move, *(() if solved is None else solved.line))
        if len(answers) > MOST_ANSWERS:
            return None
    if not answers or len(line) < 3:
        return None
    return _puzzle(position, "win", answers, line, len(line))


def _has_won(side: int, after: boyi.Position, solved: Solution | None) -> bool:
    """Whether a side has won or is proved to win."""
    if after.outcome is not None:
        return after.outcome.winner == side
    return solved is not None and solved.result == "loss"


def score_puzzle(position: boyi.Position) -> Puzzle | None:
    """Exact endgames: the best score is proved and few moves reach it; a short look does not find them."""
    empty = as_grid(position).cells.count(EMPTY)
    if not 6 <= empty <= 12 or len(position.legal_moves) < 4:
        return None
    best = solve(position, kind="score")
    answers = []
    for move in position.legal_moves:
        after = position.play(move)
        if after.outcome is not None:
            score = (after.outcome.score or 0) * (1 if position.turn == 0 else -1)
        else:
            solved = solve(after, kind="score")
            score = -(solved.score or 0)
        if score == best.score:
            answers.append(move)
    shallow = search(position, player="alphabeta:depth=1,method=minimax").move
    if len(answers) > MOST_ANSWERS or shallow in answers:
        return None
    return _puzzle(position, "score", answers, best.pv, empty, best.score)


def _puzzle(
    position: boyi.Position,
    goal: Goal,
    answers: list[int],
    line: tuple[int, ...],
    plies: int,
    score: int | None = None,
) -> Puzzle:
    game = position.game
    words, here = [], position
    for move in line:
        words.append(game.format_move(move, here))
        here = here.play(move)
    names = tuple(game.format_move(move, position) for move in answers)
    changed = {
        option.name: game.settings[option.name]
        for option in game.options
        if game.settings[option.name] != option.default
    }
    return Puzzle(game.name, game.format_position(position), goal, names, tuple(words), plies, score, changed)


MAKERS = {
    "gomoku": Maker("alphabeta", win_puzzle(5, 15), (5, 7, 9, 11, 13), nodes=300),
    "othello": Maker("alphabeta", score_puzzle, (6, 7, 8, 9, 10, 11, 12), nodes=300),
    "loa": Maker("alphabeta", win_puzzle(3, 7), (3, 5, 7), nodes=300),
    "nogo": Maker("mcts", solved_puzzle, (9, 11, 13, 15, 17), (("size", 7),), nodes=100),
}


def positions(maker: Maker, name: str, seed: int) -> Iterator[boyi.Position]:
    """Positions of one game, in an order that depends on the seed, so that all lengths occur."""
    game = boyi.game(name, **dict(maker.options))
    opening = boyi.GameRecord(game)
    random = Random(seed)
    for _ in range(OPENING):  # random moves make the games different
        opening.play(random.choice(list(game.opening_moves(opening.position))))
    record = boyi.play_match(opening, maker.player, maker.player, nodes=maker.nodes, seed=seed)
    line = record.main_line()
    for place in range(len(maker.back)):
        back = maker.back[(place + seed) % len(maker.back)]
        if back < len(line) - OPENING:
            yield record.position_at(line[-1 - back])


def difficulty(puzzle: Puzzle) -> tuple[int, int]:
    """Longer lines are harder; of equals, those with more moves to choose from."""
    return puzzle.plies, len(puzzle.start.legal_moves)


def make(name: str, count: int, seed: int, seconds: float) -> list[Puzzle]:
    """So many different puzzles, or as many as the processor time allows."""
    found: dict[str, Puzzle] = {}
    ends = process_time() + seconds
    while len(found) < count and process_time() < ends:
        for position in positions(MAKERS[name], name, seed):
            if (puzzle := MAKERS[name].puzzle(position)) is not None:
                found.setdefault(puzzle.position, puzzle)
                break  # one of each game, so that no two are alike
        seed += 1
    return sorted(found.values(), key=difficulty)


def main(arguments: list[str]) -> int:
    """Make a set and write its file."""
    parser = argparse.ArgumentParser(description="Make the puzzles of a game, each proved by a search.")
    parser.add_argument("game", choices=sorted(MAKERS))
    parser.add_argument("--count", type=int, default=50, help="how many puzzles")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--seconds", type=float, default=3600, help="of the processor at most")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of the file")
    options = parser.parse_args(arguments)
    made = make(options.game, options.count, options.seed, options.seconds)
    path = options.out / f"{options.game}.json"
    path.write_text("".join(json.dumps(puzzle.to_data()) + "\n" for puzzle in made), encoding="utf-8")
    print(f"{len(made)} puzzles: {path}")
    return 0 if len(made) == options.count else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The puzzles that come with Boyi: their answers are proved again here."""

from __future__ import annotations

import json

import pytest

import boyi
from boyi.core.errors import UnknownName
from boyi.core.grid import as_grid
from boyi.engines.solvers import solve, solver_games
from boyi.lab.puzzle import Puzzle, is_lost, puzzle_games, puzzles
from tests.effort import some

GAMES = puzzle_games()


def sample(game: str) -> list[Puzzle]:
    """Puzzles of all difficulties."""
    known = puzzles(game)
    return known[:: max(len(known) // some(12), 1)]


@pytest.mark.parametrize("game", GAMES)
def test_a_set_has_fifty_puzzles_sorted_by_difficulty(game: str) -> None:
    known = puzzles(game)
    assert len(known) == 50
    assert len({puzzle.position for puzzle in known}) == 50
    assert [puzzle.plies for puzzle in known] == sorted(puzzle.plies for puzzle in known)
    for puzzle in known:
        assert puzzle.game == game
        assert 1 <= len(puzzle.answers) <= 2
        assert puzzle.line[0] in puzzle.answers
        assert puzzle.start.outcome is None
        assert puzzle.start.play_text(" ".join(puzzle.line)) is not None
        assert Puzzle.from_data(json.loads(json.dumps(puzzle.to_data()))) == puzzle
        assert str(puzzle.task)


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_are_right(game: str) -> None:
    for puzzle in sample(game):
        position = puzzle.start
        for answer in puzzle.answers:
            after = position.play_text(answer)
            if puzzle.goal == "score":
                assert -(solve(after, kind="score").score or 0) == puzzle.score
            elif after.outcome is not None:
                assert after.outcome.winner == position.turn
            else:
                assert is_lost(after)
            assert puzzle.judge(position.game.parse_move(answer, position))


@pytest.mark.parametrize("game", sorted({*GAMES} & {*solver_games()}))
def test_no_other_move_has_the_best_score(game: str) -> None:
    for puzzle in sample(game)[::4]:
        position = puzzle.start
        if puzzle.goal != "score":
            continue
        assert puzzle.plies == as_grid(position).cells.count(".")
        for move in position.legal_moves:
            name = position.game.format_move(move, position)
            after = position.play(move)
            score = solve(after, kind="score").score or 0 if after.outcome is None else None
            if score is not None and name not in puzzle.answers:
                assert puzzle.score is not None
                assert -score < puzzle.score
                assert not puzzle.judge(move)


def test_a_second_good_move_counts() -> None:
    game = boyi.game("tictactoe")
    start = game.start().play_text("a1 b1 b2 c1")
    puzzle = Puzzle("tictactoe", game.format_position(start), "win", ("c3",), ("c3",), 1)
    assert puzzle.judge(game.parse_move("c3"))
    # a3 makes two threats that cannot both be parried.
    assert puzzle.judge(game.parse_move("a3"))
    assert not puzzle.judge(game.parse_move("b3"))


def test_a_game_without_puzzles() -> None:
    with pytest.raises(UnknownName, match="There are no puzzles for 'tictactoe': choose "):
        puzzles("tictactoe")

"""The native random games of Lines of Action: fair moves, and the same results as playing step by step."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING, cast

import pytest

from boyi.core.backend import available
from boyi.core.grid import as_grid
from boyi.games.loa.rules import LinesOfAction
from tests.games import loa_oracle as oracle

if TYPE_CHECKING:
    from boyi._native import Board

pytestmark = pytest.mark.skipif(
    "native" not in available(LinesOfAction(backend="python")), reason="skipped: no native module"
)
native = pytest.importorskip("boyi._native", reason="skipped: no native module")

START = LinesOfAction(backend="python").start()
CROWDED = "xxx1xx1x/oooooooo/xxxxxxxx/oooooxoo/xxxxxxxx/oooooooo/1xxxxxxx/1ooooo2 x"


def board_of(text: str, rule: str = "standard", both: str = "mover") -> Board:
    position = LinesOfAction(backend="python").parse_position(text)
    return cast("Board", native.loa(rule, both, as_grid(position).cells, position.turn))


def lines_to_end(seed: int, plies: int, rule: str = "standard", both: str = "mover") -> list[Board]:
    """The last boards of a random game from the start."""
    chooser = random.Random(seed)
    line = [cast("Board", native.loa(rule, both, as_grid(START).cells, 0))]
    while line[-1].outcome is None:
        line.append(line[-1].play(chooser.choice(line[-1].moves())))
    return line[-plies - 1 : -1]


def excess(seen: Counter[int], moves: list[int], shares: list[float], samples: int) -> float:
    """By how many standard deviations the chi-square distance exceeds what chance gives."""
    distance = sum(
        (seen[move] - samples * share) ** 2 / (samples * share)
        for move, share in zip(moves, shares, strict=True)
    )
    freedom = len(moves) - 1
    return (distance - freedom) / sqrt(2 * freedom)


def uneven_shares(moves: list[int]) -> list[float]:
    """What choosing a piece first and then one of its moves would give: the mistake to be found."""
    pieces = Counter(move // 64 for move in moves)
    return [1 / len(pieces) / pieces[move // 64] for move in moves]


@pytest.mark.parametrize(
    "text",
    [
        "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x",
        "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 o",
        "x7/3o4/2x5/4o3/1x3x2/8/3o3o/x6x o",
        "8/8/1x4x1/8/3o4/8/5o2/8 x",
        CROWDED,  # one pair in a hundred is legal, so most of these moves come from the list of all moves
        CROWDED[:-1] + "o",
    ],
)
def test_random_moves_are_uniform(text: str) -> None:
    board = board_of(text)
    moves, samples = board.moves(), 30_000
    seen = Counter(board.random_moves(samples, 1))
    assert set(seen) == set(moves)
    assert abs(excess(seen, moves, [1 / len(moves)] * len(moves), samples)) < 4
    uneven = uneven_shares(moves)
    if max(uneven) - min(uneven) > 0.01:  # else that mistake would not show on this board
        assert excess(seen, moves, uneven, samples) > 20


def test_the_crowded_board_needs_the_list() -> None:
    board = board_of(CROWDED)
    pairs = 8 * CROWDED[:-1].count("x")
    assert 1 < len(board.moves()) < pairs / 32


def test_a_random_move_without_choice() -> None:
    assert set(board_of("6ox/6oo/8/8/8/8/oo6/xo6 x").random_moves(50, 1)) == {4096}
    assert board_of("xx6/8/8/o6o/8/8/8/8 o").random_moves(1, 0) == []


def exact(board: Board, plies: int) -> tuple[float, float]:
    """The chances that each side has won within so many uniformly random plies."""
    if board.outcome is not None:
        return float(board.outcome[0] == 0), float(board.outcome[0] == 1)
    if plies == 0:
        return 0.0, 0.0
    results = [exact(board.play(move), plies - 1) for move in board.moves()]
    return sum(first for first, _ in results) / len(results), sum(second for _, second in results) / len(
        results
    )


@pytest.mark.parametrize("both", ["mover", "draw"])
@pytest.mark.parametrize("rule", ["standard", "capture"])
def test_short_playouts_win_as_often_as_the_tree_says(rule: str, both: str) -> None:
    samples, decided = 20_000, 0
    chooser = random.Random(11)
    boards = [board for seed in range(4) for board in lines_to_end(seed, 2, rule, both)]
    set_ups = [oracle.random_cells(8, chooser) for _ in range(60)]
    boards += [cast("Board", native.loa(rule, both, cells, chooser.randrange(2))) for cells in set_ups]
    for number, board in enumerate(boards):
        for plies in (1, 2):
            chances = exact(board, plies)
            decided += 0 < chances[0] < 1 or 0 < chances[1] < 1
            games, played, *wins = board.playouts(samples, 60.0, number, plies)
            assert games == samples
            assert played <= samples * plies
            for chance, won in zip(chances, wins, strict=True):
                assert abs(won - chance * samples) <= 5 * sqrt(samples * chance * (1 - chance))
    assert decided > 20


def test_whole_playouts_equal_games_played_step_by_step() -> None:
    """Length and winner of games by ``playouts`` and by drawing from the list of moves, from the start."""
    chooser, lengths, first_wins = random.Random(3), [], 0
    games = 600
    for _ in range(games):
        board, plies = cast("Board", native.loa("standard", "mover", as_grid(START).cells, 0)), 0
        while board.outcome is None:
            board, plies = board.play(chooser.choice(board.moves())), plies + 1
        lengths.append(plies)
        first_wins += board.outcome[0] == 0
    mean = sum(lengths) / games
    spread = sqrt(sum((length - mean) ** 2 for length in lengths) / games)
    fast, plies, first, second = board_of("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x").playouts(
        20_000, 60.0, 1, 100_000
    )
    assert first + second == fast == 20_000
    assert abs(plies / fast - mean) < 4 * spread / sqrt(games)
    assert abs(first / fast - first_wins / games) < 4 * 0.5 / sqrt(games)


def test_playouts_repeat_with_their_seed_and_stop_at_the_cap() -> None:
    board = board_of("1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x")
    assert board.playouts(300, 60.0, 7, 1000) == board.playouts(300, 60.0, 7, 1000)
    assert board.playouts(300, 60.0, 7, 1000) != board.playouts(300, 60.0, 8, 1000)
    assert board.playouts(50, 60.0, 1, 3) == (50, 150, 0, 0)
    assert board.playouts(5, 60.0, 1, 0) == (5, 0, 0, 0)
    assert board_of("xx6/8/8/o6o/8/8/8/8 o").playouts(9, 60.0, 1, 1000) == (9, 0, 9, 0)


def test_playouts_that_only_pass_end_at_the_cap() -> None:
    blocks = "/".join(["xxxxxxxx", "oooooooo"] * 4) + " x"
    assert board_of(blocks).playouts(3, 60.0, 1, 40) == (3, 120, 0, 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ("renju", "mover", "." * 64, 0),
        ("standard", "", "." * 64, 0),
        ("standard", "mover", "." * 63, 0),
        ("standard", "mover", "." * 65, 0),
        ("standard", "mover", "." * 63 + "X", 0),
        ("standard", "mover", "." * 63 + "\0", 0),
        ("standard", "mover", "." * 64, 2),
        ("standard", "mover", "." * 64, -1),
    ],
)
def test_the_factory_checks_everything(arguments: tuple[str, str, str, int]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        native.loa(*arguments)

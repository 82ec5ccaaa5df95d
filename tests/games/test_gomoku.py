"""What counts as five under each rule, and that the fast random games are the slow ones."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import cast

import pytest

import boyi
from boyi.core.errors import BadOption, IllegalMove
from boyi.core.game import Position
from boyi.core.grid import GridGame, GridPosition
from boyi.core.outcome import Outcome
from boyi.games.gomoku.rules import RULES
from boyi.native.position import NativePosition
from boyi.native.provider import MISSING

BACKENDS = ["python", pytest.param("native", marks=pytest.mark.skipif(bool(MISSING), reason=str(MISSING)))]

needs_native = pytest.mark.skipif(bool(MISSING), reason=str(MISSING))


def gomoku(rule: str = "freestyle", size: int = 15, backend: str | None = None) -> GridGame:
    return cast(GridGame, boyi.game("gomoku", rule=rule, size=size, backend=backend))


def row_position(row: str, rule: str, backend: str, turn: int = 1) -> Position:
    """A board with this row in its middle and nothing else."""
    size = len(row)
    blank = "." * size
    rows = [row if number == size // 2 else blank for number in range(size)]
    return gomoku(rule, size, backend).from_cells("".join(rows), turn)


WINS = {
    # row: who wins under freestyle, standard, renju, caro
    "...xxxxx...": (0, 0, 0, 0),
    "..xxxxxx...": (0, None, None, None),
    "xxxxxxxxxxx": (0, None, None, None),
    "...ooooo...": (1, 1, 1, 1),
    "..oooooo...": (1, None, 1, None),
    "..oxxxxx...": (0, 0, 0, 0),
    "..oxxxxxo..": (0, 0, 0, None),
    "xxxxxo.....": (0, 0, 0, 0),
    "..xoooooo..": (1, None, 1, None),
    "..xooooox..": (1, 1, 1, None),
    "oxxxxxo.oo.": (0, 0, 0, None),
    "xxxx.xxxx..": (None, None, None, None),
}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("row", WINS)
def test_five_by_rule(row: str, backend: str) -> None:
    for rule, winner in zip(RULES, WINS[row], strict=True):
        for symmetry in range(8):
            position = row_position(row, rule, backend)
            seen = position.game.transform(position, symmetry)
            assert seen.outcome == (None if winner is None else Outcome(winner, "five")), rule


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_line_of_five_wins_and_no_row_wraps(backend: str) -> None:
    for size in (5, 7, 15, 16):
        game = gomoku(size=size, backend=backend)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for row, column in {(0, 0), (0, size - 1), (size - 5, 0), (size - 5, size - 1), (0, size - 3)}:
                line = [(row + down * i, column + right * i) for i in range(5)]
                inside = all(0 <= r < size and 0 <= c < size for r, c in line)
                cells = ["."] * size * size
                for r, c in line:
                    # Where the line leaves the board, its cells come back in on the other side.
                    cells[(r * size + c) % (size * size)] = "o"
                outcome = game.from_cells("".join(cells), 0).outcome
                assert outcome == (Outcome(1, "five") if inside else None)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("rule", RULES)
def test_with_fives_of_both_the_last_mover_wins(rule: str, backend: str) -> None:
    cells = "xxxxx" + "." * 15 + "ooooo"
    for turn in (0, 1):
        assert gomoku(rule, 5, backend).from_cells(cells, turn).outcome == Outcome(1 - turn, "five")


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_long_row_made_by_filling_a_gap(backend: str) -> None:
    for rule, winner in zip(RULES, (0, None, 0, None), strict=True):
        position = row_position(".xxx.xx....", rule, backend, turn=0)
        gap = 5 * 11 + 4
        if rule == "renju":
            with pytest.raises(IllegalMove, match=r"^e6 is forbidden for black: overline\.$"):
                position.play(gap)
            continue
        outcome = position.play(gap).outcome
        assert outcome == (None if winner is None else Outcome(winner, "five"))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_full_board_is_a_draw(backend: str) -> None:
    game = gomoku(size=5, backend=backend)
    position = game.parse_position("xxoox/ooxxo/xxoox/ooxxo/xxoo1 x").play(24)
    assert position.outcome == Outcome(None, "full board")
    assert list(position.legal_moves) == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_names_and_refusals(backend: str) -> None:
    game = gomoku(backend=backend)
    position = game.start().play_text("h8 a1")
    assert game.parse_move("h8") == 7 * 15 + 7
    assert game.parse_move("a1") == 14 * 15
    assert str(position.why_illegal(7 * 15 + 7)) == "h8 is taken."
    with pytest.raises(IllegalMove, match=r"^h8 is taken\.$"):
        position.play_text("h8")
    with pytest.raises(BadOption, match="5 to 28"):
        gomoku(size=29)


@pytest.mark.parametrize("rule", RULES)
def test_a_position_does_not_depend_on_how_it_was_reached(rule: str) -> None:
    rng = random.Random(rule)
    for backend in ["python"] if MISSING else ["python", "native"]:
        for size in (5, 6, 8):
            game = gomoku(rule, size, backend)
            for _ in range(12):
                position = game.start()
                while position.outcome is None:
                    position = position.play(rng.choice(position.legal_moves))
                    assert isinstance(position, GridPosition)
                    twin = game.from_cells(position.cells, position.turn)
                    assert (twin, twin.key, twin.outcome) == (position, position.key, position.outcome)
                    assert twin.legal_moves == position.legal_moves


# The native random games, which are not played move by move.


def playouts(position: Position, count: int, seed: int, cap: int = 1000) -> tuple[int, int, int, int]:
    assert isinstance(position, NativePosition)
    return position.board.playouts(count, 60.0, seed, cap)


def expected(position: Position, known: dict[int, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """Exact chances of either side and the mean and mean square of the length under random play."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return Fraction(winner == 0), Fraction(winner == 1), Fraction(0), Fraction(0)
    if position.key not in known:
        results = [expected(position.play(move), known) for move in position.legal_moves]
        columns = zip(*results, strict=True)
        black, white, mean, square = (sum(column, Fraction(0)) / len(results) for column in columns)
        known[position.key] = (black, white, mean + 1, square + 2 * mean + 1)
    return known[position.key]


def near(sample: float, truth: float, variance: float, count: int) -> bool:
    """Within five standard errors (and a hair, for certain results)."""
    return abs(sample - truth) <= 5 * math.sqrt(max(variance, 0.0) / count) + 1e-9


def crowded(rule: str, size: int, empties: int, rng: random.Random) -> Position:
    """A position with few empty cells in which the game is not over, threatened fives included."""
    game = gomoku(rule, size, "native")
    while True:
        cells = rng.choices("xo", k=size * size)
        for cell in rng.sample(range(size * size), empties):
            cells[cell] = "."
        position = game.from_cells("".join(cells), rng.randrange(2))
        if position.outcome is None:
            return position


@needs_native
@pytest.mark.parametrize("rule", RULES)
def test_random_games_have_the_exact_chances(rule: str) -> None:
    rng = random.Random(f"chances {rule}")
    decided = 0
    for size, empties in ((5, 6), (5, 7), (6, 7), (7, 7), (8, 7)):
        for _ in range(3):
            position = crowded(rule, size, empties, rng)
            black, white, mean, square = map(float, expected(position, {}))
            count, plies, *wins = playouts(position, 20_000, rng.randrange(10**6))
            assert near(wins[0] / count, black, black * (1 - black), count)
            assert near(wins[1] / count, white, white * (1 - white), count)
            assert near(plies / count, mean, square - mean * mean, count)
            decided += 0 < black < 1
    assert decided >= 5


def step_by_step(position: Position, games: int, rng: random.Random) -> list[tuple[int | None, int]]:
    """Random games played through the public API, one move after the other: winner and length."""
    assert isinstance(position, GridPosition)
    results = []
    for _ in range(games):
        current: Position = position
        plies = 0
        cells = [cell for cell, content in enumerate(position.cells) if content == "."]
        while current.outcome is None:
            place = rng.randrange(len(cells))
            if current.is_legal(cells[place]):
                current, plies = current._after(cells[place]), plies + 1
                cells[place] = cells[-1]
                cells.pop()
        results.append((current.outcome.winner, plies))
    return results


@needs_native
@pytest.mark.parametrize(
    ("rule", "size", "opening", "games"),
    [
        ("freestyle", 15, 0, 1200),
        ("freestyle", 15, 61, 1500),
        ("freestyle", 20, 0, 500),
        ("standard", 15, 30, 800),
        ("standard", 17, 0, 500),
        ("caro", 15, 0, 800),
        ("caro", 18, 41, 500),
        ("renju", 15, 0, 800),
        ("renju", 16, 50, 500),
    ],
)
def test_random_games_are_like_games_played_move_by_move(
    rule: str, size: int, opening: int, games: int
) -> None:
    rng = random.Random(f"{rule} {size} {opening}")
    position = gomoku(rule, size, "native").start()
    while True:
        for _ in range(opening):
            if position.outcome is None:
                position = position.play(rng.choice(position.legal_moves))
        if position.outcome is None:
            break
        position = position.game.start()
    slow = step_by_step(position, games, rng)
    lengths = [plies for _, plies in slow]
    mean = sum(lengths) / games
    variance = sum((plies - mean) ** 2 for plies in lengths) / games
    count, plies, *wins = playouts(position, 100_000 if rule != "renju" else 20_000, 1)
    assert near(mean, plies / count, variance, games)
    for side in (0, 1):
        share = wins[side] / count
        assert near(sum(winner == side for winner, _ in slow) / games, share, share * (1 - share), games)


@needs_native
@pytest.mark.parametrize("rule", RULES)
def test_random_games_stop_at_the_cap_and_start_from_any_board(rule: str) -> None:
    start = gomoku(rule, 15, "native").start()
    assert playouts(start, 100, 1, cap=8) == (100, 800, 0, 0)
    assert playouts(start, 100, 1, cap=0) == (100, 0, 0, 0)
    four = gomoku(rule, 6, "native").parse_position("xxxx2/6/6/6/6/6 x")
    count, plies, black, white = playouts(four, 3200, 1, cap=1)
    assert (count, plies, white) == (3200, 3200, 0)
    assert near(black / count, 1 / 32, 1 / 32 * 31 / 32, count)
    over = gomoku(rule, 5, "native").parse_position("xxxxx/5/5/5/5 o")
    assert playouts(over, 10, 1) == (10, 0, 10, 0)


@needs_native
def test_the_same_seed_gives_the_same_games() -> None:
    for rule in RULES:
        start = gomoku(rule, 15, "native").start()
        assert playouts(start, 500, 7) == playouts(start, 500, 7) != playouts(start, 500, 8)

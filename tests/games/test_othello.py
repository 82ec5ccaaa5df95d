"""Othello: rules on every size against a plain two-dimensional oracle, and the native kernel's own tricks."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boyi
from boyi.arena.suite import read_suite
from boyi.core.backend import available
from boyi.core.errors import BadPosition, IllegalMove
from boyi.core.grid import GridGame, GridPosition
from boyi.core.zobrist import MASK, mix
from boyi.games.othello.rules import OthelloPosition
from boyi.native.position import NativePosition

PERFT = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284)
FFO = Path(__file__).parents[1] / "data/ffo.jsonl"

BACKENDS = [
    "python",
    pytest.param(
        "native",
        marks=pytest.mark.skipif(
            "native" not in available(boyi.game("othello", backend="python")),
            reason="skipped: native module not present",
        ),
    ),
]
both_backends = pytest.mark.parametrize("backend", BACKENDS)
needs_native = pytest.mark.parametrize("backend", BACKENDS[1:])


def othello(size: int = 8, backend: str = "python") -> GridGame:
    game = boyi.game("othello", size=size, backend=backend)
    assert isinstance(game, GridGame)
    return game


def grid(position: object) -> GridPosition:
    assert isinstance(position, GridPosition)
    return position


# The oracle: the rules once more, as a person would check them on the board, without a bit set in sight.


def oracle_flips(cells: str, size: int, turn: int, cell: int) -> set[int]:
    own, other = "xo"[turn], "ox"[turn]
    rows = [cells[start : start + size] for start in range(0, size * size, size)]
    row, column = divmod(cell, size)
    if rows[row][column] != ".":
        return set()
    turned: set[int] = set()
    for down, right in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        line, r, c = set(), row + down, column + right
        while 0 <= r < size and 0 <= c < size and rows[r][c] == other:
            line.add(r * size + c)
            r, c = r + down, c + right
        if 0 <= r < size and 0 <= c < size and rows[r][c] == own:
            turned |= line
    return turned


def oracle_moves(cells: str, size: int, turn: int) -> list[int]:
    area = size * size
    places = [cell for cell in range(area) if oracle_flips(cells, size, turn, cell)]
    answers = any(oracle_flips(cells, size, 1 - turn, cell) for cell in range(area))
    return places or ([area] if answers else [])


def oracle_after(cells: str, size: int, turn: int, move: int) -> str:
    if move == size * size:
        return cells
    changed = {move, *oracle_flips(cells, size, turn, move)}
    return "".join("xo"[turn] if cell in changed else content for cell, content in enumerate(cells))


def oracle_perft(cells: str, size: int, turn: int, depth: int) -> int:
    moves = oracle_moves(cells, size, turn)
    if depth == 0 or not moves:
        return 1
    return sum(
        oracle_perft(oracle_after(cells, size, turn, move), size, 1 - turn, depth - 1) for move in moves
    )


def boards(size: int) -> st.SearchStrategy[str]:
    """Boards from sparse to crowded, with long lines of one colour among them."""
    letters = st.sampled_from([".xo", "xo", "xxo.", "ooooox", "xooo......"])
    return letters.flatmap(
        lambda kind: st.text(st.sampled_from(kind), min_size=size * size, max_size=size * size)
    )


sized_boards = st.sampled_from([4, 6, 8, 10]).flatmap(lambda size: st.tuples(st.just(size), boards(size)))


@given(sized_boards, st.integers(0, 1))
def test_moves_and_results_are_the_oracles(board: tuple[int, str], turn: int) -> None:
    size, cells = board
    expected = oracle_moves(cells, size, turn)
    python = othello(size).from_cells(cells, turn)
    assert isinstance(python, OthelloPosition)
    for cell in (move for move in expected if move < size * size):
        flipped = sum(1 << cell for cell in oracle_flips(cells, size, turn, cell))
        assert python.flips(cell) == flipped
    for backend in available(othello(size)):
        position = othello(size, backend).from_cells(cells, turn)
        assert list(position.moves()) == expected
        assert (position.outcome is None) == bool(expected)
        assert position.key == python.key
        for move in expected:
            after = grid(position.play(move))
            assert after.cells == oracle_after(cells, size, turn, move)
            assert after.turn == 1 - turn


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_every_line_of_every_length(size: int) -> None:
    """One own disc and a line of enemy discs: the cell behind them is the only move, and turns them all."""
    games = [othello(size, backend) for backend in available(othello(size))]
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    for cell in range(size * size):
        for down, right in steps:
            cells, row, column = ["."] * (size * size), *divmod(cell, size)
            cells[cell] = "o"
            while 0 <= (row := row + down) < size and 0 <= (column := column + right) < size:
                end = row * size + column
                if cells.count("x"):
                    for game in games:
                        position = game.from_cells("".join(cells), 1)
                        assert list(position.moves()) == [end]
                        assert "x" not in grid(position.play(end)).cells
                cells[end] = "x"


@given(sized_boards, st.integers(0, 1), st.integers(0, 3))
def test_perft_is_the_sum_over_the_moves(board: tuple[int, str], turn: int, depth: int) -> None:
    """The native perft has its own last plies: passes, ends and odd numbers of moves must come out right."""
    size, cells = board
    depth = min(depth, 2) if size > 6 else depth
    expected = othello(size).from_cells(cells, turn).perft(depth)
    for backend in available(othello(size)):
        assert othello(size, backend).from_cells(cells, turn).perft(depth) == expected


@both_backends
@pytest.mark.parametrize(("size", "depth"), [(4, 6), (6, 4), (8, 4), (10, 3)])
def test_perft_against_the_oracle(size: int, depth: int, backend: str) -> None:
    if backend not in available(othello(size)):
        pytest.skip(f"skipped: no {backend} rules for {size}x{size}")
    game = othello(size, backend)
    for plies in range(1, depth + 1):
        expected = oracle_perft(game.start_cells(), size, 0, plies)
        assert game.start().perft(plies) == expected


def test_known_perft_in_python() -> None:
    assert tuple(othello().start().perft(depth) for depth in range(1, 7)) == PERFT[:6]


@needs_native
def test_known_perft_on_native(backend: str) -> None:
    start = othello(backend=backend).start()
    assert tuple(start.perft(depth) for depth in range(1, 11)) == PERFT
    assert start.perft(0) == 1
    assert start.perft(-3) == 1


@needs_native
@pytest.mark.parametrize(("size", "depth"), [(4, 9), (6, 6)])
def test_small_boards_have_native_rules(size: int, depth: int, backend: str) -> None:
    assert othello(size, backend).start().perft(depth) == othello(size).start().perft(depth)


def test_ten_by_ten_has_no_native_rules() -> None:
    assert available(othello(10)) == ["python"]


@both_backends
def test_a_forced_pass(backend: str) -> None:
    game = othello(backend=backend)
    before = game.start().play_text("d3 c5 e6 f5 g6 c3 b5 b6 b2 a5 a7 c7")
    assert grid(before) == game.parse_position("8/1x6/2xx4/3xx3/ooxxxx2/1o2x1x1/x1o5/8 x")
    assert list(before.moves()) == [game.pass_move]
    assert not before.is_legal(0)
    with pytest.raises(IllegalMove, match="no move: pass"):
        before.play_text("a1")
    after = grid(before.play_text("pass"))
    assert (after.turn, after.cells) == (1, grid(before).cells)
    assert list(after.moves()) == [20, 38]
    with pytest.raises(IllegalMove, match="may not pass"):
        after.play_text("PA")
    assert before.perft(1) == 1
    assert before.perft(2) == 2
    assert before.perft(3) == after.perft(2) == oracle_perft(after.cells, 8, 1, 2)


@both_backends
@pytest.mark.parametrize(
    ("position", "winner", "score"),
    [
        ("xxxxxxxx/8/8/8/8/8/8/oooooooo x", None, 0),
        ("xxxxxxxx/8/8/8/8/8/8/1ooooooo o", 0, 1),
        ("xx6/8/8/8/8/8/8/oooooooo x", 1, -6),
        ("8/8/8/8/8/8/8/8 o", None, 0),
        ("oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/ooooooox o", 1, -62),
    ],
)
def test_the_end_when_neither_side_can_move(
    position: str, winner: int | None, score: int, backend: str
) -> None:
    ended = othello(backend=backend).parse_position(position)
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.reason, ended.outcome.score) == (winner, "discs", score)
    assert list(ended.moves()) == []
    assert not ended.is_legal(64)
    assert [ended.perft(depth) for depth in range(4)] == [1, 1, 1, 1]
    with pytest.raises(IllegalMove, match="over"):
        ended.play(64)


@both_backends
def test_the_shortest_wipe_out(backend: str) -> None:
    ended = othello(backend=backend).start().play_text("f5 d6 c5 f4 e3 f6 g5 e6 e7")
    assert "o" not in grid(ended).cells
    assert ended.outcome is not None
    assert (ended.outcome.winner, ended.outcome.score) == (0, 13)


@both_backends
def test_lines_do_not_wrap_round_the_edge(backend: str) -> None:
    """Each board has a line that would close if the last cell of a row touched the first of the next."""
    game = othello(backend=backend)
    for text in (
        "6xo/8/8/8/8/8/8/8 x",
        "7o/xo6/8/8/8/8/8/8 x",
        "8/ox6/6xo/x7/8/8/8/8 x",
        "o7/6xo/8/8/8/8/8/8 x",
    ):
        position = grid(game.parse_position(text))
        assert list(position.moves()) == oracle_moves(position.cells, 8, 0)


# Random games on the native board


class Generator:
    """The native module's generator (xoshiro256++) once more."""

    def __init__(self, seed: int) -> None:
        self.state = [mix((seed * 4 + place) & MASK) for place in range(4)]

    def below(self, bound: int) -> int:
        a, b, c, d = self.state
        result = (_rotate((a + d) & MASK, 23) + a) & MASK
        c, d = c ^ a, d ^ b
        self.state = [a ^ d, b ^ c, c ^ (b << 17) & MASK, _rotate(d, 45)]
        return (result >> 32) * bound >> 32


def _rotate(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & MASK


def native(position: object) -> NativePosition:
    assert isinstance(position, NativePosition)
    return position


def step_by_step(position: GridPosition, games: int, seed: int, cap: int) -> tuple[int, int, int, int]:
    generator, total, wins = Generator(seed), 0, Counter[int | None]()
    for _ in range(games):
        now, plies = position, 0
        while now.outcome is None and plies < cap:
            moves = now.moves()
            passing = moves[0] == now.game.pass_move
            now = grid(now.play(moves[0 if passing else generator.below(len(moves))]))
            plies += 1
        total += plies
        wins[None if now.outcome is None else now.outcome.winner] += 1
    return games, total, wins[0], wins[1]


@needs_native
@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_playout_is_the_game_its_random_moves_make(size: int, backend: str) -> None:
    start = native(othello(size, backend).start())
    for seed in range(3):
        assert start.board.playouts(40, 60.0, seed, 1000) == step_by_step(start, 40, seed, 1000)


@needs_native
@pytest.mark.parametrize("cap", range(6))
def test_a_playout_stops_at_its_cap(cap: int, backend: str) -> None:
    """The positions: the start, a forced pass, two plies before the end with a pass between, and the end."""
    game = othello(backend=backend)
    for text in (
        "8/8/8/3ox3/3xo3/8/8/8 x",
        "8/1x6/2xx4/3xx3/ooxxxx2/1o2x1x1/x1o5/8 x",
        "xo6/8/8/8/8/8/8/8 o",
        "xo6/8/8/8/8/8/8/8 x",
        "xxxxxxxx/8/8/8/8/8/8/oooooooo x",
    ):
        position = native(game.parse_position(text))
        assert position.board.playouts(20, 60.0, 7, cap) == step_by_step(position, 20, 7, cap)


def win_chances(
    position: GridPosition, known: dict[GridPosition, tuple[float, float]]
) -> tuple[float, float]:
    """How often each side wins when both choose evenly among their moves, worked out exactly."""
    if position.outcome is not None:
        return float(position.outcome.winner == 0), float(position.outcome.winner == 1)
    if position not in known:
        chances = [win_chances(grid(position.play(move)), known) for move in position.moves()]
        first, second = (sum(side) / len(chances) for side in zip(*chances, strict=True))
        known[position] = first, second
    return known[position]


@needs_native
def test_playouts_choose_evenly(backend: str) -> None:
    game = othello(backend=backend)
    text = "1xxxxxx1/2xoooo1/xxoxxoox/xooooooo/oooxxooo/oooxxoox/2xxooox/o1xxxxxx x"
    position, games = native(game.parse_position(text)), 40_000
    played, _, *wins = position.board.playouts(games, 60.0, 2024, 1000)
    assert played == games
    for won, chance in zip(wins, win_chances(position, {}), strict=True):
        assert 0.05 < chance < 0.95
        assert abs(won - games * chance) < 5 * sqrt(games * chance * (1 - chance))


# The one-word form


@both_backends
@pytest.mark.parametrize(
    ("black", "white", "empty"),
    [("X", "O", "-"), ("x", "o", "."), ("B", "W", "-"), ("b", "w", "."), ("*", "0", "-")],
)
def test_the_one_word_form(black: str, white: str, empty: str, backend: str) -> None:
    game = othello(backend=backend)
    position = grid(game.start().play_text("f5 d6"))
    word = position.cells.translate(str.maketrans("xo.", black + white + empty))
    rows = "\n".join(word[start : start + 8] for start in range(0, 64, 8))
    for text in (f"{word} {black}", word + black, f" {rows}\n{black}\n"):
        assert game.parse_position(text) == position
    assert game.parse_position(f"{word} {white}").turn == 1


@pytest.mark.parametrize(
    "text",
    [
        "-" * 64,
        "-" * 65,
        "-" * 63 + " X",
        "-" * 65 + " X",
        "-" * 64 + " Z",
        "-" * 63 + "? X",
        "8" * 64 + " X",
        "-" * 64 + " X" + " " * 200,
    ],
)
def test_texts_that_are_not_of_the_one_word_form(text: str) -> None:
    with pytest.raises(BadPosition):
        othello().parse_position(text)


@given(sized_boards, st.integers(0, 1))
def test_the_two_forms_mean_the_same(board: tuple[int, str], turn: int) -> None:
    size, cells = board
    game = othello(size)
    position = game.from_cells(cells, turn)
    assert game.parse_position(game.format_position(position)) == position
    assert game.parse_position(f"{cells} {'xo'[turn]}") == position


def test_the_ffo_positions() -> None:
    """The public test positions list each legal move with its score: the moves must be ours."""
    known = read_suite(FFO)
    assert len(known) == 49
    for backend in available(othello()):
        game = othello(backend=backend)
        for one in known:
            position = grid(game.parse_position(one.position))
            listed = {game.parse_move(word) for word in one.scores}
            assert listed == set(position.moves())
            assert {game.parse_move(word) for word in one.best} <= listed


def test_most_of_the_time_is_spent_before_the_end_is_solved() -> None:
    game, left, spent = othello(), 1.0, dict[int, float]()
    for empty in range(52, 18, -2):
        position = game.from_cells("." * empty + "xo" * ((64 - empty) // 2), 0)
        spent[empty] = left / game.moves_to_go(position)
        left -= spent[empty]
    assert spent[24] > 1.5 * spent[44]
    assert 0.05 < left < 0.15
    assert game.moves_to_go(game.from_cells("." + "x" * 63, 1)) == 2

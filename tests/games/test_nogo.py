"""NoGo against its oracle: legality, perft, and solved boards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.grid import GridPosition, symmetry_table
from boyi.games.nogo.rules import NoGo
from tests.games import nogo_oracle as oracle

BACKENDS = available(boyi.game("nogo"))


def nogo(size: int = 9, backend: str | None = None) -> NoGo:
    game = boyi.game("nogo", size=size, backend=backend)
    assert isinstance(game, NoGo)
    return game


def grid(position: boyi.Position) -> GridPosition:
    assert isinstance(position, GridPosition)
    return position


def random_set_up(size: int, rng: random.Random) -> tuple[str, int]:
    """Any filling of the board: among dense ones there are groups without a liberty from the start."""
    empty = rng.choice((0.05, 0.15, 0.3, 0.6, 0.9))
    cells = "".join("." if rng.random() < empty else rng.choice("xo") for _ in range(size * size))
    return cells, rng.randrange(2)


def random_middle(size: int, plies: int, rng: random.Random) -> tuple[str, int]:
    """A position that play can reach."""
    position = nogo(size, "python").start()
    for _ in range(plies):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal_moves))
    return grid(position).cells, position.turn


# The rules in words


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_a_stone_may_not_do(backend: str) -> None:
    game = nogo(3, backend)
    position = game.parse_position("1x1/x2/3 o")
    assert str(position.why_illegal(game.parse_move("A3"))) == "A3 would have no liberty."
    assert str(position.why_illegal(game.parse_move("B3"))) == "B3 is taken."
    capture = game.parse_position("xo1/3/3 o")
    assert str(capture.why_illegal(game.parse_move("A2"))) == "A2 would capture."
    with pytest.raises(boyi.IllegalMove, match=r"^A2 would capture\.$"):
        capture.play_text("A2")
    joined = game.parse_position("1xo/xo1/3 x")
    assert game.parse_move("A3") in joined.legal_moves  # the stones it joins have a liberty at A1


@pytest.mark.parametrize("backend", BACKENDS)
def test_capturing_is_named_before_having_no_liberty(backend: str) -> None:
    game = nogo(2, backend)
    position = game.parse_position("xo/o1 x")
    assert position.outcome == boyi.Outcome(1, "no move")
    assert game.offence(grid(position), 3) == "capture"
    assert str(position.why_illegal(3)) == "The game is over (no move); no more moves can be played."
    other = game.parse_position("xo/o1 o")
    assert other.outcome == boyi.Outcome(0, "no move")
    assert game.offence(grid(other), 3) == "no liberty"


@pytest.mark.parametrize("backend", BACKENDS)
def test_groups_without_a_liberty_from_the_start_forbid_nothing(backend: str) -> None:
    game = nogo(3, backend)
    position = game.parse_position("xo1/o2/3 x")  # A3 has no liberty; no empty cell touches it
    assert [game.format_move(move) for move in position.legal_moves] == ["C3", "B2", "C2", "A1", "B1", "C1"]
    full = game.parse_position("xxx/xox/xxx o")
    assert full.outcome == boyi.Outcome(0, "no move")


@pytest.mark.parametrize("backend", BACKENDS)
def test_offences_are_named(backend: str) -> None:
    game = nogo(3, backend)
    position = grid(game.parse_position("1x1/x2/3 o"))
    assert [game.offence(position, cell) for cell in (-1, 0, 1, 4, 9, 10**30)] == [
        "off board",
        "no liberty",
        "taken",
        None,
        "off board",
        "off board",
    ]


def test_cells_are_named_as_in_go() -> None:
    assert nogo(9).format_move(8) == "J9"
    assert nogo(28).format_move(27) == "AC28"
    assert nogo(9).parse_move("j1") == 80


# Legality against the oracle


def check_against_oracle(size: int, cells: str, turn: int, sample: list[int] | None = None) -> None:
    wanted = range(size * size) if sample is None else sample
    expected = [cell for cell in wanted if oracle.is_legal(size, cells, turn, cell)]
    for backend in BACKENDS:
        position = nogo(size, backend).from_cells(cells, turn)
        moves = set(position.legal_moves)
        assert [cell for cell in wanted if cell in moves] == expected, (backend, cells, turn)
        assert [cell for cell in wanted if position.is_legal(cell)] == expected, (backend, cells, turn)


def check_game(size: int, rng: random.Random, every: int, cells: str, turn: int) -> None:
    """Play on in step on every back end, asking the oracle now and then about the cells in doubt."""
    positions = [nogo(size, backend).from_cells(cells, turn) for backend in BACKENDS]
    ply = 0
    while True:
        first = grid(positions[0])
        moves = list(first.legal_moves)
        for other in positions[1:]:
            assert list(other.legal_moves) == moves
            assert other == first
            assert other.outcome == first.outcome
            assert (hash(other), other.key) == (hash(first), first.key)
        if ply % every == 0 or not moves:
            empty = [cell for cell, content in enumerate(first.cells) if content == "."]
            doubtful = [cell for cell in empty if cell not in moves]
            sample = rng.sample(empty, min(4, len(empty))) + rng.sample(doubtful, min(4, len(doubtful)))
            for cell in sample:
                assert oracle.is_legal(size, first.cells, first.turn, cell) == (cell in moves), (first, cell)
        if not moves:
            assert first.outcome == boyi.Outcome(1 - first.turn, "no move")
            return
        move = rng.choice(moves)
        positions = [position.play(move) for position in positions]
        ply += 1


@pytest.mark.parametrize("size", range(2, 10))
def test_set_ups_agree_with_the_oracle(size: int) -> None:
    rng = random.Random(size)
    for _ in range(240 // size):
        check_against_oracle(size, *random_set_up(size, rng))


@pytest.mark.parametrize("size", range(10, 29))
def test_large_set_ups_agree_with_the_oracle(size: int) -> None:
    rng = random.Random(size)
    for _ in range(3):
        cells, turn = random_set_up(size, rng)
        empty = [cell for cell, content in enumerate(cells) if content == "."]
        check_against_oracle(size, cells, turn, sorted(rng.sample(empty, min(12, len(empty)))))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 13, 15, 16, 19, 28])
def test_games_agree_with_the_oracle(size: int) -> None:
    rng = random.Random(size)
    check_game(size, rng, size * size // 4, "." * size * size, 0)
    check_game(size, rng, size * size // 4, *random_set_up(size, rng))


def test_every_filling_of_the_two_smallest_boards() -> None:
    for number in range(3**4):
        cells = "".join(".xo"[number // 3**place % 3] for place in range(4))
        for turn in (0, 1):
            check_against_oracle(2, cells, turn)
    for number in range(0, 3**9, 7):
        cells = "".join(".xo"[number // 3**place % 3] for place in range(9))
        check_against_oracle(3, cells, number % 2)


@pytest.mark.soak
@pytest.mark.parametrize("size", range(2, 29))
def test_many_positions_agree_with_the_oracle(size: int) -> None:
    rng = random.Random(1000 + size)
    for _ in range(4000 // (size * size) + 4):
        cells, turn = random_set_up(size, rng)
        sample = None if size < 14 else sorted(rng.sample(range(size * size), 60))
        check_against_oracle(size, cells, turn, sample)
        check_game(size, rng, 5 if size < 12 else 40, cells, turn)
        check_game(size, rng, 5 if size < 12 else 40, "." * size * size, 0)


@pytest.mark.soak
def test_every_filling_of_3x3() -> None:
    for number in range(3**9):
        cells = "".join(".xo"[number // 3**place % 3] for place in range(9))
        for turn in (0, 1):
            check_against_oracle(3, cells, turn)


# What the native cursors and playouts rest on


def forbidden(size: int, cells: str, side: int) -> set[int]:
    return {
        cell
        for cell, content in enumerate(cells)
        if content == "." and not oracle.is_legal(size, cells, side, cell)
    }


def check_forbidden_stays(size: int, cells: str, turn: int) -> Iterator[str]:
    """Yield the cells after each legal move, having seen that no forbidden empty cell became legal."""
    before = [forbidden(size, cells, side) for side in (0, 1)]
    for move in oracle.legal_cells(size, cells, turn):
        after = oracle.after(cells, move, turn)
        for side in (0, 1):
            assert before[side] - {move} <= forbidden(size, after, side), (cells, turn, move)
        yield after


def test_a_forbidden_cell_never_becomes_legal() -> None:
    """Whoever moves, and whatever was set up: both sides' forbidden cells only grow."""
    for size, count in ((2, 40), (3, 60), (4, 25), (5, 12)):
        rng = random.Random(size)
        for _ in range(count):
            cells, turn = random_set_up(size, rng)
            for _ in check_forbidden_stays(size, cells, turn):
                pass


@pytest.mark.soak
def test_a_forbidden_cell_never_becomes_legal_on_all_of_3x3_and_in_games() -> None:
    for number in range(3**9):
        cells = "".join(".xo"[number // 3**place % 3] for place in range(9))
        for turn in (0, 1):
            for _ in check_forbidden_stays(3, cells, turn):
                pass
    rng = random.Random(0)
    for size in (4, 4, 4, 5, 5, 6):
        for _ in range(2):
            cells, turn = "." * size * size, 0
            while followers := list(check_forbidden_stays(size, cells, turn)):
                cells, turn = rng.choice(followers), 1 - turn


# Exact facts

PERFT = {
    2: [4, 12, 16, 16],
    3: [9, 72, 496, 2832, 12768, 41328, 81504, 90720, 90720],
    4: [16, 240, 3352, 43264, 511776, 5481072],
    5: [25, 600, 13792, 302896, 6339312],
}
DEEPEST = {"oracle": 3500, "python": 50_000, "native": 10_000_000}


@pytest.mark.parametrize("judge", ["oracle", *BACKENDS])
@pytest.mark.parametrize("size", PERFT)
def test_perft(size: int, judge: str) -> None:
    counted = [(depth, nodes) for depth, nodes in enumerate(PERFT[size], 1) if nodes <= DEEPEST[judge]]
    for depth, nodes in counted:
        if judge == "oracle":
            assert oracle.perft(size, "." * size * size, 0, depth) == nodes
        else:
            assert nogo(size, judge).start().perft(depth) == nodes


@pytest.mark.soak
@pytest.mark.parametrize("size", PERFT)
def test_perft_by_the_oracle_deeper(size: int) -> None:
    for depth, nodes in enumerate(PERFT[size], 1):
        if nodes <= 100_000:
            assert oracle.perft(size, "." * size * size, 0, depth) == nodes


def mover_wins(position: GridPosition, known: dict[str, bool]) -> bool:
    """Full minimax over positions up to symmetry."""
    cells = position.cells
    images = ("".join([cells[cell] for cell in table]) for table in symmetry_table(position.game.size))
    place = min(images) + "xo"[position.turn]
    if place not in known:
        known[place] = any(not mover_wins(grid(position.play(move)), known) for move in position.legal_moves)
    return known[place]


@pytest.mark.parametrize("backend", BACKENDS)
def test_small_boards_solved(backend: str) -> None:
    for size in (2, 3):
        known: dict[tuple[str, int], bool] = {}
        assert oracle.mover_wins(size, "." * size * size, 0, known)
        for (cells, turn), wins in known.items():
            position = nogo(size, backend).from_cells(cells, turn)
            assert mover_wins(grid(position), {}) == wins, (cells, turn)


@pytest.mark.parametrize("backend", BACKENDS)
def test_4x4_endings_solved(backend: str) -> None:
    rng = random.Random(4)
    winners = Counter[bool]()
    for turns in range(9):
        cells, turn = random_middle(4, 8 + turns % 3, rng)
        wins = oracle.mover_wins(4, cells, turn, {})
        assert mover_wins(grid(nogo(4, backend).from_cells(cells, turn)), {}) == wins, (cells, turn)
        winners[wins] += 1
    assert len(winners) == 2


@pytest.mark.soak
@pytest.mark.parametrize("backend", BACKENDS)
def test_4x4_is_won_by_the_second_player(backend: str) -> None:
    assert not mover_wins(grid(nogo(4, backend).start()), {})

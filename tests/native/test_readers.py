"""What the native module does not read, and evaluations that have no weights."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.grid import GridGame
from boyi.games.loa.network import SIZE, packed_weights
from tests.native.readers import WIDEST
from tests.patience import PATIENCE

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

OWN, OTHER = 0x7E0000000000007E, 0x0081818181818100
EVEN, NO_RESULT = (32_768).to_bytes(2, "little"), (3).to_bytes(2, "little")


def two(own: int, other: int) -> bytes:
    return own.to_bytes(8, "little") + other.to_bytes(8, "little")


def fit(records: bytes) -> tuple[bytes, float, float, int]:
    return native.loa_fit(records, b"", epochs=1, rate=0.01, mix=0.5, seed=1)


def test_records_of_lines_of_action() -> None:
    good = two(OWN, OTHER) + EVEN + NO_RESULT
    assert native.loa_check(good * 3) == 3
    assert fit(good * 3)[3] == 3
    wrong = [
        two(OWN, OWN) + EVEN + NO_RESULT,  # both sides on the same cells
        two((1 << 64) - 1, (1 << 64) - 1) + EVEN + NO_RESULT,
        two(0, OTHER) + EVEN + NO_RESULT,
        two(OWN, 0) + EVEN + NO_RESULT,
        two(OWN, OTHER) + EVEN + (4).to_bytes(2, "little"),
        good[:-1],
    ]
    for record in wrong:
        for read in (native.loa_check, fit):
            with pytest.raises(ValueError, match="no records"):
                read(good + record)


def test_weights_of_lines_of_action_that_overflow_are_refused() -> None:
    weights = bytearray(packed_weights())
    out = 2 * (144 + 1) * 32
    weights[out : out + 128] = b"\xff\x7f" * 64
    assert len(weights) == 2 * SIZE
    with pytest.raises(ValueError, match="no weights"):
        native.loa_weights(bytes(weights))


def test_positions_of_othello() -> None:
    start = two(0x0000000810000000, 0x0000001008000000)
    wrong = two(0x0000000810000000, 0x0000000810000000)
    assert native.othello_check(start * 2, False) == 2
    assert native.othello_check(start + b"\x40", True) == 1
    reads: list[Callable[[bytes], object]] = [
        lambda data: native.othello_check(data, False),
        lambda data: native.othello_label(data, 0, 2, 1, 1),
        lambda data: native.othello_depths(data, 1, 1),
    ]
    for read in reads:
        for bad in (start + wrong, start + b"1"):
            with pytest.raises(ValueError, match="no positions"):
                read(bad)
    for bad in (wrong + b"\x00", start + b"\x41", start):
        for read in (
            lambda data: native.othello_check(data, True),
            lambda data: native.othello_fit(data, b"", 29, 30.0, 1),
        ):
            with pytest.raises(ValueError, match="no positions"):
                read(bad)


def test_a_board_of_othello_with_more_moves_than_a_game_has() -> None:
    board = native.othello(8, WIDEST, 0)
    assert len(board.moves()) == 35
    game = boyi.game("othello", backend="native")
    assert isinstance(game, GridGame)
    position = game.from_cells(WIDEST, 0)
    assert boyi.search(position, nodes=2_000).move in position.legal_moves


def test_records_of_gomoku_and_nogo() -> None:
    records = native.gomoku_selfplay("freestyle", 1, 0, 1, 300, 60, 1)
    assert native.gomoku_check(records) == len(records) // 63 > 0
    for bad in (records[:-1], b"\x04" + records[1:], records[:62] + b"\xff"):
        with pytest.raises(ValueError, match=r"record"):
            native.gomoku_check(bad)
    pass_ply = bytes((0, 0, 0, 0, 0))
    assert native.nogo_check(b"\x01\x00" + pass_ply, 5) == 1
    for bad in (
        b"\x01",
        b"\x01\x00" + pass_ply[:-1],
        b"\x02\x00" + pass_ply * 2,
        b"\x01\x00\x19" + pass_ply[1:],
    ):
        with pytest.raises(ValueError, match="no record"):
            native.nogo_check(bad, 5)


def test_numbers_that_are_none() -> None:
    nan, infinite = math.nan, math.inf
    state = native.nogo_learn(
        b"", size=5, seed=1, first=0, games=1, rate=0.01, trace=0.8, temperature=0.3, kept=0.5
    )[0]

    def learn(state: bytes, games: int = 0, first: int = 0, **other: Any) -> object:
        chosen = {"rate": 0.01, "trace": 0.8, "temperature": 0.3, "kept": 0.5, **other}
        return native.nogo_learn(state, size=5, seed=1, first=first, games=games, **chosen)

    learn(state)
    for number in (b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x7f"):
        for at in (0, 4):
            with pytest.raises(ValueError, match="no state"):
                learn(state[:at] + number + state[at + 4 :])
    for name in ("rate", "trace", "temperature", "kept"):
        for value in (nan, infinite, -1.0):
            given: dict[str, Any] = {name: value}
            with pytest.raises(ValueError, match="out of range"):
                learn(state, **given)
    with pytest.raises(ValueError, match="out of range"):
        learn(state, games=2, first=2**31 - 2)
    for value in (nan, infinite, 0.0):
        with pytest.raises(ValueError, match="out of range"):
            native.loa_fit(b"", b"", epochs=1, rate=value, mix=0.5, seed=1)
        with pytest.raises(ValueError, match="out of range"):
            native.gomoku_fit("freestyle", b"", 1, value, 0.0)
    numbers = native.gomoku_start_weights()
    with pytest.raises(ValueError, match="no weights"):
        native.gomoku_learn("freestyle", [40_000, *numbers[1:]])


@pytest.mark.outside
def test_an_evaluation_without_its_weights_is_an_error() -> None:
    """In a process where no search has loaded them."""
    program = """
import boyi._native as native
calls = []
for board, name in (
    (native.loa("standard", "mover", ".xxxxxx." + "o......o" * 6 + ".xxxxxx.", 0), "network"),
    (native.othello(8, "." * 27 + "ox" + "." * 6 + "xo" + "." * 27, 0), "patterns"),
    (native.nogo(9, "." * 81, 0), "patterns"),
):
    calls.append(lambda board=board, name=name: native.evaluate(board, name))
    calls.append(lambda board=board, name=name: native.gain(board, name, board.moves()[0]))
    calls.append(lambda board=board, name=name: native.alphabeta(
        board, evaluation=name, method="strong", width=8, ordered=True, window=50, multi=1, history=[],
        seconds=1.0, nodes=100, depth=3, memory=1 << 20, threads=1, seed=0, progress=None, cancel=None,
        slot=None, iterative=True))
calls.append(lambda: native.loa_selfplay("network", seed=1, first=0, games=1, nodes=10, samples=0))
for call in calls:
    try:
        print(call())
    except ValueError as error:
        print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout == "the learned weights are not loaded\n" * 10


LITTLE = """
import resource, sys
import boyi
name, spec = sys.argv[1:]
position = boyi.game(name).start()
boyi.search(position, nodes=50, player=spec)
for megabytes in (20, 60, 120, 180, 250, 400, 600, 900, 1500):
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20), resource.RLIM_INFINITY))
    try:
        boyi.search(position, nodes=20_000, threads=256, player=spec)
        print("found")
    except boyi.BoyiError as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
"""
SENTENCE = "This machine has no 8 MB for the search: give it less memory or fewer threads."


@pytest.mark.outside
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is set as on Linux")
@pytest.mark.parametrize("search", ["alphabeta", "mcts"])
@pytest.mark.parametrize("name", ["gomoku", "loa", "nogo", "othello"])
def test_many_threads_with_little_memory_end_with_a_sentence(name: str, search: str) -> None:
    """Threads that cannot be started are done without; memory that runs out in one of them is said."""
    done = subprocess.run(
        [sys.executable, "-c", LITTLE, name, f"{search}:memory=8"],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-1000:]
    lines = done.stdout.splitlines()
    assert len(lines) == 9
    assert set(lines) <= {
        "found",
        SENTENCE,
        *(line for line in lines if line.startswith("The search cannot start")),
    }

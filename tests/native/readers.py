"""Damaged bytes for everything in the native module that reads what its caller gives it.

    python tests/native/readers.py [--module FILE] [--cases N] [--seed S] [TARGET ...]

Each target makes bytes as the module itself writes them, damages them and hands them back. A ``ValueError``
is the right answer to what cannot be read, a result to what can; anything else ends the process. ``--module``
loads a build of the module with AddressSanitizer (``tests/native/test_fuzz.py``), which ends at the first
wrong memory access.
"""

from __future__ import annotations

import importlib.util
import struct
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

native: Any
"""The module under test."""

INTERESTING = (
    b"\x00",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\xff\xff",
    b"\x00\x80",
    b"\x00\x00\xc0\x7f",
    b"\x00\x00\x80\x7f",
)
"""Ends of ranges; the last two are what is no number and what is infinite."""
SHORT: dict[str, Any] = {"seconds": 5.0, "progress": None, "cancel": None}
Target = Callable[[Random], object]
TARGETS: dict[str, Target] = {}


def target(claim: Target) -> Target:
    """Register a function that makes one case; its name is what holds."""
    TARGETS[claim.__name__] = claim
    return claim


def damaged(data: bytes, rng: Random, unit: int = 1) -> bytes:
    """The bytes after a few changes, some of them at multiples of ``unit``."""
    changed = bytearray(data)
    if rng.randrange(8) == 0:  # more or fewer of them
        at = rng.randrange(len(changed) + 1)
        if rng.randrange(2):
            del changed[at:]
        else:
            changed[at:at] = rng.randbytes(rng.choice((1, unit)))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 8))):
        at = rng.randrange(max(len(changed), 1))
        word = rng.choice(INTERESTING)
        match rng.randrange(5):
            case 0:
                word = rng.randbytes(1)
            case 1:
                word = rng.randbytes(rng.choice((unit, 8)))
            case 2:  # one record in the place of another
                at, other = at // unit * unit, rng.randrange(len(changed) // unit + 1) * unit
                word = bytes(changed[other : other + unit])
            case 3:
                at, word = at // unit * unit, b"\xff" * rng.choice((8, 16))
        # Not beyond the end.
        changed[at : at + len(word)] = word[: len(changed) - at]
    return bytes(changed)


def numbers(start: list[int], rng: Random) -> list[int]:
    """Some weights with other values, seldom one of them too many."""
    changed = list(start)
    for _ in range(rng.choice((1, 8, 200))):
        changed[rng.randrange(len(changed))] = rng.choice(
            (0, 1, -1, 32767, -32768, 40_000, rng.getrandbits(31))
        )
    if rng.randrange(8):
        changed = [max(-32768, min(number, 32767)) for number in changed]
    return changed[: None if rng.randrange(8) else -1]


def cells_of(area: int, rng: Random) -> str:
    """A board with anything from few stones to no empty cell."""
    full = rng.random()
    return "".join("." if rng.random() > full else rng.choice("xo") for _ in range(area))


# Lines of Action.


@cache
def loa_records() -> bytes:
    return bytes(native.loa_selfplay("features", seed=1, first=0, games=3, nodes=40, samples=1))


@cache
def loa_weights() -> bytes:
    from boyi.games.loa.network import packed_weights

    return packed_weights()


@target
def loa_fits_any_records(rng: Random) -> None:
    records = damaged(loa_records(), rng, 20)
    native.loa_fit(records, b"", epochs=1, rate=0.01, mix=0.5, seed=rng.randrange(9))


@target
def loa_judges_by_any_weights(rng: Random) -> None:
    weights = damaged(loa_weights(), rng, 2)
    native.loa_fit(loa_records()[:400], weights, epochs=1, rate=0.01, mix=0.5, seed=1)
    native.loa_weights(weights)
    board = native.loa("standard", "mover", cells_of(64, rng), rng.randrange(2))
    native.evaluate(board, "network")
    searched(board, "network", rng)


# NoGo.


@cache
def nogo_weights() -> bytes:
    from boyi.games.nogo.patterns import packed_weights

    return packed_weights()


def nogo_learned(state: bytes, games: int = 1) -> tuple[bytes, bytes, float]:
    learned: tuple[bytes, bytes, float] = native.nogo_learn(
        state, size=5, seed=1, first=0, games=games, rate=0.01, trace=0.8, temperature=0.3, kept=0.5
    )
    return learned


@cache
def nogo_state() -> bytes:
    return nogo_learned(b"", 3)[0]


@cache
def nogo_records() -> bytes:
    """Three games of 5x5 in the form of ``native/nogo/fitting.hpp``."""
    rng, games = Random(1), b""
    for _ in range(3):
        board, plies = native.nogo(5, "." * 25, 0), []
        while board.outcome is None:
            moves = board.moves()
            shares = bytes(number for move in moves for number in (move, rng.randrange(256)))
            move = rng.choice(moves)
            plies.append(
                struct.pack("<BBHB", move, rng.randrange(4), rng.randrange(65536), len(moves)) + shares
            )
            board = board.play(move)
        games += struct.pack("<H", len(plies)) + b"".join(plies)
    return games


@target
def nogo_fits_any_records(rng: Random) -> None:
    records, settings = damaged(nogo_records(), rng, 5), {"size": rng.choice((5, 5, 5, 4, 9)), "seed": 1}
    native.nogo_fit(nogo_weights(), records, **settings, epochs=1, rate=0.01, last_rate=0.01, trace=0.9)


@target
def nogo_learns_from_any_state(rng: Random) -> None:
    nogo_learned(damaged(nogo_state(), rng, 8))


@target
def nogo_judges_by_any_weights(rng: Random) -> None:
    native.nogo_weights(damaged(nogo_weights(), rng))
    size = rng.choice((2, 5, 9, 12))
    board = native.nogo(size, cells_of(size * size, rng), rng.randrange(2))
    native.evaluate(board, "patterns")
    searched(board, "patterns", rng)


# Othello.


@cache
def othello_weights() -> bytes:
    from boyi.games.othello.patterns import packed_weights

    return packed_weights()


@cache
def othello_positions() -> bytes:
    return bytes(native.othello_selfplay(1, 0, 4, 1, False))[: 16 * 120]


@cache
def othello_records() -> bytes:
    rng, positions = Random(1), othello_positions()
    return b"".join(
        positions[at : at + 16] + struct.pack("b", rng.randrange(-64, 65))
        for at in range(0, len(positions), 16)
    )


def othello_stage(rng: Random) -> bytes:
    weights, stage = othello_weights(), rng.randrange(30)
    size = len(weights) // 30
    return weights[stage * size : (stage + 1) * size]


@target
def othello_labels_any_positions(rng: Random) -> None:
    native.othello_weights(othello_weights())
    positions = damaged(othello_positions()[-16 * 40 :], rng, 16)
    native.othello_label(positions, rng.randrange(20, 30), 2, 4, 6)


@target
def othello_searches_any_positions(rng: Random) -> None:
    at = 16 * rng.randrange(110)
    native.othello_depths(damaged(othello_positions()[at : at + 64], rng, 16), 2, 5)


@target
def othello_fits_any_records(rng: Random) -> None:
    records, stage = damaged(othello_records(), rng, 17), rng.randrange(30)
    native.othello_fit(records, rng.choice((b"", damaged(othello_stage(rng), rng))), stage, 30.0, 2)
    native.othello_fit_error(records, damaged(othello_stage(rng), rng), stage)


@target
def othello_judges_by_any_weights(rng: Random) -> None:
    native.othello_weights(damaged(othello_weights(), rng))
    board = native.othello(8, cells_of(64, rng), rng.randrange(2))
    native.evaluate(board, "patterns")
    searched(board, "patterns", rng)


# Gomoku.


@cache
def gomoku_records() -> bytes:
    return bytes(native.gomoku_selfplay("freestyle", 1, 3, 2, 300, 60, 1))


@target
def gomoku_fits_any_records(rng: Random) -> None:
    records, rule = damaged(gomoku_records(), rng, 63), rng.choice(("freestyle", "standard", "renju", "caro"))
    native.gomoku_fit(rule, records, 1, 1.0, 1e-8)
    native.gomoku_fit_policy(rule, records, 1, 0.01)
    start = rng.choice(([], numbers(native.gomoku_network(rule), rng)))
    native.gomoku_fit_network(rule, records, start, 1, 0.001)


@target
def gomoku_judges_by_any_weights(rng: Random) -> None:
    rule = rng.choice(("freestyle", "renju"))
    native.gomoku_learn(rule, numbers(native.gomoku_start_weights(), rng))
    native.gomoku_learn_network(rule, numbers(native.gomoku_network(rule), rng))
    native.gomoku_learn_policy(rule, numbers(native.gomoku_start_policy(), rng))
    board = native.gomoku(15, rule, cells_of(225, rng), rng.randrange(2))
    native.evaluate(board, "patterns")
    searched(board, "patterns", rng)


# Positions that were set up.


def searched(board: Any, evaluation: str, rng: Random) -> None:
    """All that reads the board, with few nodes."""
    board.playouts(count=3, seconds=5.0, seed=1, cap=200)
    board.perft(1)
    if board.outcome is not None:
        return
    for method in ("strong", rng.choice(("minimax", "alphabeta", "pvs"))):
        native.alphabeta(
            board,
            evaluation=evaluation,
            method=method,
            width=8,
            ordered=True,
            window=50,
            multi=rng.choice((1, 3)),
            history=[],
            nodes=400,
            depth=rng.choice((2, 8)),
            memory=1 << 20,
            threads=1,
            seed=rng.randrange(3),
            slot=None,
            iterative=True,
            **SHORT,
        )


@cache
def options_of(name: str) -> dict[str, Any]:
    import boyi
    from boyi.native.mcts import native_options
    from boyi.settings.mcts import FastMctsConfig

    game = boyi.game(name, backend="python")
    return native_options(FastMctsConfig.strong(game), game.playout_cap)


def tried(board: Any, name: str, evaluations: tuple[str, ...], rng: Random) -> bool:
    """All searches of a board; whether its game goes on."""
    for evaluation in evaluations:
        native.evaluate(board, evaluation)
    searched(board, rng.choice(evaluations), rng)
    if board.outcome is not None:
        return False
    search = native.mcts(board, options_of(name), [])
    search.run(seconds=5.0, nodes=60, threads=1, seed=1, memory=1 << 20)
    move = rng.choice(board.moves())
    search.advance(move)
    if board.play(move).outcome is None:
        search.run(seconds=5.0, nodes=20, threads=1, seed=1, memory=1 << 20)
    return True


@target
def gomoku_searches_any_board(rng: Random) -> None:
    size, rule = rng.choice((5, 9, 15, 19, 20, 28)), rng.choice(("freestyle", "standard", "renju", "caro"))
    board = native.gomoku(size, rule, cells_of(size * size, rng), rng.randrange(2))
    if tried(board, "gomoku", ("patterns", "none"), rng):
        native.gomoku_candidates(board)
        native.gomoku_vcf(board, nodes=300, **SHORT)
        native.gomoku_vct(board, nodes=300, **SHORT)


@target
def othello_searches_any_board(rng: Random) -> None:
    native.othello_weights(othello_weights())
    size = rng.choice((4, 6, 8))
    cells = WIDEST if size == 8 and rng.randrange(3) == 0 else cells_of(size * size, rng)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(cells))
        cells = cells[:at] + rng.choice("xo.") + cells[at + 1 :]
    board = native.othello(size, cells, rng.randrange(2))
    if tried(board, "othello", ("patterns", "positional", "lead"), rng):
        low = 2 * rng.randrange(-8, 8)
        native.othello_solve(board, low=low, high=low + 2, nodes=500, memory=1 << 20, threads=1, **SHORT)


@target
def loa_searches_any_board(rng: Random) -> None:
    native.loa_weights(loa_weights())
    rule, both = rng.choice(("standard", "capture")), rng.choice(("mover", "draw"))
    board = native.loa(rule, both, cells_of(64, rng), rng.randrange(2))
    if tried(board, "loa", ("network", "features", "none"), rng):
        native.loa_solve(board, nodes=300, memory=1 << 20, **SHORT)


@target
def nogo_searches_any_board(rng: Random) -> None:
    native.nogo_weights(nogo_weights())
    size = rng.choice((2, 3, 5, 9, 13, 28))
    board = native.nogo(size, cells_of(size * size, rng), rng.randrange(2))
    if tried(board, "nogo", ("patterns", "territory"), rng):
        native.nogo_territory(board)
        native.nogo_solve(board, nodes=300, memory=1 << 20, **SHORT)


def _drawn(own: int, other: int) -> str:
    return "".join("x" if own >> cell & 1 else "o" if other >> cell & 1 else "." for cell in range(64))


WIDEST = _drawn(0x0004642022340100, 0x007A124218427600)
"""35 legal moves: more than a game from the start ever has."""


def load(path: str) -> None:
    """Put a build of the native module in the place of the installed one, before Boyi asks for it."""
    spec = importlib.util.spec_from_file_location("boyi._native", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["boyi._native"] = module
    spec.loader.exec_module(module)


def main() -> None:
    global native
    parser = ArgumentParser()
    parser.add_argument("--module")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []])
    asked = parser.parse_args()
    if asked.module:
        load(asked.module)
    native = import_module("boyi._native")
    for name in asked.targets or TARGETS:
        refused = 0
        for number in range(asked.cases):
            # A line for each case, so that the last one is the one that ended the process.
            print(f"\r{name} {asked.seed}-{number}", end="", file=sys.stderr, flush=True)
            try:
                TARGETS[name](Random(f"{name} {asked.seed} {number}"))
            except ValueError:
                refused += 1
        print(f"{name}: {asked.cases} cases, {refused} refused", flush=True)


if __name__ == "__main__":
    main()

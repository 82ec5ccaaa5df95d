"""Learns the weights of Othello's patterns from games of our own engine against itself.

    python tools/train_othello.py src/boyi/games/othello/patterns.bin --games 50000 --rounds 4

The first round plays by the evaluation ``positional``, each later one by the weights learned before it; all
rounds but the first are learned from together. Openings of many lengths, a shallow search, and the exact
solver for the end; every position is labelled with the final score. The fit is ridge regression, one stage
of the game at a time, by conjugate gradients. Needs NumPy and the native module.
"""

from __future__ import annotations

import argparse
import time
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from boyi.games.othello.patterns import COUNTS, STAGES, patterns, stage_of

Boards = NDArray[np.uint64]
Indices = NDArray[np.intp]
Floats = NDArray[np.float64]

RECORD = np.dtype([("own", "<u8"), ("other", "<u8"), ("score", "i1")])
UNITS = 8
"""Weights are kept in eighths of a disc."""
NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
FULL = 0xFFFFFFFFFFFFFFFF
STEPS = ((1, NOT_A), (7, NOT_H), (8, FULL), (9, NOT_A)), ((1, NOT_H), (7, NOT_A), (8, FULL), (9, NOT_H))


def placements(own: Boards, other: Boards) -> Boards:
    """Where the owners of ``own`` may place a disc, for many positions at once."""
    found = np.zeros_like(own)
    for direction, steps in enumerate(STEPS):
        for shift, inside in steps:
            mask = np.uint64(inside)

            def step(
                discs: Boards, shift: int = shift, mask: np.uint64 = mask, up: bool = not direction
            ) -> Boards:
                return (discs << np.uint64(shift) if up else discs >> np.uint64(shift)) & mask

            run = step(own) & other
            for _ in range(5):
                run |= step(run) & other
            found |= step(run)
    return found & ~(own | other)


def frontier(discs: Boards, empty: Boards) -> Boards:
    """Empty cells next to the discs."""
    row = discs | (discs >> np.uint64(1) & np.uint64(NOT_H)) | (discs << np.uint64(1) & np.uint64(NOT_A))
    near: Boards = row | row << np.uint64(8) | row >> np.uint64(8)
    return near & empty


class Features:
    """Which weights each position uses, as indices into one stage's weights."""

    def __init__(self) -> None:
        self.places = [np.array(pattern.places, dtype=np.intp) for pattern in patterns()]
        sizes = [int(place.max()) + 1 for place in self.places] + list(COUNTS)
        self.begins = np.concatenate([[0], np.cumsum(sizes)])
        self.total = int(self.begins[-1])

    def of(self, own: Boards, other: Boards) -> list[Indices]:
        """For each feature the indices of all positions."""
        cells = np.arange(64, dtype=np.uint64)
        discs = (
            (own[:, None] >> cells & np.uint64(1)) + 2 * (other[:, None] >> cells & np.uint64(1))
        ).astype(np.int32)
        columns: list[Indices] = []
        for pattern, place, begin in zip(patterns(), self.places, self.begins, strict=False):
            for copy in pattern.copies:
                index = sum(discs[:, cell] * 3**digit for digit, cell in enumerate(copy))
                columns.append(place[index] + begin)
        empty = ~(own | other)
        boards = (
            placements(own, other),
            placements(other, own),
            frontier(own, empty),
            frontier(other, empty),
            empty,
        )
        for board, size, begin in zip(boards, COUNTS, self.begins[len(self.places) :], strict=False):
            count = np.bitwise_count(board).astype(np.int32)
            columns.append(np.minimum(count, size - 1) + begin)
        return columns


def predict(columns: list[Indices], weights: Floats) -> Floats:
    """The sum of each position's weights."""
    total = np.zeros(len(columns[0]))
    for column in columns:
        total += weights[column]
    return total


def gather(columns: list[Indices], values: Floats, size: int) -> Floats:
    """For each weight the sum of the values of the positions that use it."""
    total = np.zeros(size)
    for column in columns:
        total += np.bincount(column, values, size)
    return total


def fit(columns: list[Indices], scores: Floats, size: int, ridge: float, steps: int) -> Floats:
    """The weights with the least squared error plus ``ridge`` times their squares."""
    scale = 1 / (gather(columns, np.ones(len(scores)), size) + ridge)
    weights = np.zeros(size)
    residual = gather(columns, scores, size)
    step = scale * residual
    direction, norm = step, float(residual @ step)
    for _ in range(steps):
        image = gather(columns, predict(columns, direction), size) + ridge * direction
        length = norm / float(direction @ image)
        weights += length * direction
        residual -= length * image
        step = scale * residual
        norm, before = float(residual @ step), norm
        direction = step + norm / before * direction
    return weights


def train(records: NDArray[np.void], ridge: float, steps: int) -> bytes:
    """The packed weights of all stages; prints how well each predicts positions it has not seen."""
    features = Features()
    own, other = records["own"], records["other"]
    empties = np.bitwise_count(~(own | other)).astype(int)
    unseen = np.arange(len(records)) % 4096 < 128
    packed = []
    for stage in range(STAGES):
        # A stage also learns from the two plies on either side of it: no jump between stages.
        near = np.array([any(stage_of(max(0, e + d)) == stage for d in (-2, 0, 2)) for e in range(65)])[
            empties
        ]
        chosen = np.flatnonzero(near & ~unseen)
        here = np.array([stage_of(e) == stage for e in range(65)])[empties]
        columns = features.of(own[chosen], other[chosen])
        weights = fit(columns, records["score"][chosen].astype(float), features.total, ridge, steps)
        whole = np.clip(np.rint(weights * UNITS), -127, 127).astype(np.int8)
        packed.append(whole.tobytes())
        check = np.flatnonzero(here & unseen)
        if len(check):
            seen = predict(features.of(own[check], other[check]), whole.astype(float)) / UNITS
            error = np.sqrt(np.mean((seen - records["score"][check]) ** 2))
            spread = np.std(records["score"][check].astype(float))
            clipped = int((np.abs(weights * UNITS) > 127).sum())
            print(
                f"stage {stage:2}: {len(chosen):7} positions, error {error:5.2f} of {spread:5.2f} discs, "
                f"{np.count_nonzero(whole)} weights, {clipped} clipped",
                flush=True,
            )
    return b"".join(packed)


def main() -> None:
    """Play, learn, write; once for each round."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--endgame", type=int, default=12)
    parser.add_argument("--ridge", type=float, default=60.0)
    parser.add_argument("--steps", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    import boyi._native as native

    weights, kept = b"", b""
    for turn in range(options.rounds):
        begin = time.perf_counter()
        seed = options.seed + turn
        games = native.othello_selfplay(options.games, seed, options.depth, options.endgame, weights)
        # Once there are games by learned weights, those of the first round are left out.
        kept = kept + games if turn > 1 else games
        records = np.frombuffer(kept, RECORD)
        print(
            f"round {turn + 1}: {len(records)} positions in {time.perf_counter() - begin:.0f} s", flush=True
        )
        weights = train(records, options.ridge, options.steps)
        options.out.write_bytes(zlib.compress(weights, 9))
        print(f"round {turn + 1}: {options.out.stat().st_size} bytes, {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()

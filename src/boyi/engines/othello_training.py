"""Learns the weights of Othello's patterns from games of the engine against itself.

Each round plays games by the weights so far and fits new weights to the positions of all rounds, one stage of
the game at a time. Games and stages are files in a folder: a run that was stopped goes on where it was. Equal
settings give equal files, whatever the number of threads.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from json import dumps, loads
from math import sqrt
from pathlib import Path

from boyi.core.errors import BoyiError
from boyi.games.othello.patterns import STAGES

GAMES_OF_FILE = 1000
HELD_OUT = 20
"""Of so many files of games the last is not learned from; the errors are measured on it."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """What decides about the weights."""

    games: tuple[int, ...] = (40_000, 40_000)
    """Games of each round, rounded down to thousands."""
    seed: int = 1
    depth: int = 4
    """Plies that a move of a game looks ahead."""
    endgame: int = 16
    """Positions with at most so many empty cells are solved; earlier ones get the score of the first such."""
    ridge: float = 30.0
    """How strongly weights are drawn towards those of the round before."""
    steps: int = 16
    """Of conjugate gradients."""


class OthelloTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: TrainingSettings, start: bytes, threads: int) -> None:
        """``start``: the unpacked weights to begin with, or nothing."""
        self.folder, self.settings, self.start, self.threads = folder, settings, start, threads
        folder.mkdir(parents=True, exist_ok=True)
        document = {**asdict(settings), "games": list(settings.games), "start": zlib.crc32(start)}
        known = folder / "settings.json"
        if known.exists() and loads(known.read_text()) != document:
            raise BoyiError("The folder holds a run with other settings: choose another folder.")
        _write(known, dumps(document, indent=1).encode())

    def run(self, report: Callable[[str], object]) -> bytes:
        """All rounds; the packed weights, which are also in ``patterns.bin`` in the folder."""
        weights, records = self.start, list[bytes]()
        for turn, games in enumerate(self.settings.games):
            records += self._play(turn, games // GAMES_OF_FILE, weights, report)
            weights = self._fit(turn, records, weights, report)
        packed = zlib.compress(weights, 9)
        _write(self.folder / "patterns.bin", packed)
        return packed

    def _play(
        self, turn: int, files: int, weights: bytes, report: Callable[[str], object]
    ) -> Sequence[bytes]:
        import boyi._native as native

        settings = self.settings

        def play(number: int) -> bytes:
            path = self.folder / f"round-{turn}-games-{number:05}.bin"
            if not path.exists():
                first = number * GAMES_OF_FILE
                _write(
                    path,
                    native.othello_selfplay(
                        settings.seed, first, GAMES_OF_FILE, settings.depth, settings.endgame, bool(weights)
                    ),
                )
                report(f"round {turn}: games {first} to {first + GAMES_OF_FILE - 1}")
            return path.read_bytes()

        if weights:
            native.othello_weights(weights)
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(play, range(files)))

    def _fit(
        self, turn: int, records: Sequence[bytes], weights: bytes, report: Callable[[str], object]
    ) -> bytes:
        import boyi._native as native

        settings = self.settings
        learned = b"".join(part for place, part in enumerate(records) if place % HELD_OUT != HELD_OUT - 1)
        held_out = b"".join(part for place, part in enumerate(records) if place % HELD_OUT == HELD_OUT - 1)

        def fit(stage: int) -> bytes:
            path = self.folder / f"round-{turn}-stage-{stage:02}.bin"
            if not path.exists():
                _write(path, native.othello_fit(learned, weights, stage, settings.ridge, settings.steps))
            return path.read_bytes()

        with ThreadPoolExecutor(self.threads) as pool:
            fitted = b"".join(pool.map(fit, range(STAGES)))
        for stage in range(STAGES):
            positions, squares, close, close_squares = native.othello_fit_error(held_out, fitted, stage)
            if close:
                report(
                    f"round {turn}, {60 - 2 * stage:2} empty: error {sqrt(squares / positions):5.2f} discs, "
                    f"{sqrt(close_squares / close):5.2f} within 16, {positions:.0f} positions held out"
                )
        return fitted


def _write(path: Path, data: bytes) -> None:
    """All of the file or nothing, so that a run can be stopped at any time."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)

"""Learns the weights of Gomoku's strong search from games of the engine against itself.

Each round plays games by the weights so far and fits new weights to the positions of all rounds. Games and
weights are files in a folder: a run that was stopped resumes there. Equal settings give equal files, whatever
the number of threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from json import dumps, loads
from pathlib import Path

from boyi.engines.training_file import Report, fit_told, games_told, open_run, write_whole

GAMES_OF_FILE = 100
NUMBERS_OF_LINE = 24


@dataclass(frozen=True, slots=True)
class GomokuTrainingSettings:
    """What decides about the weights."""

    games: tuple[int, ...] = (4_000, 4_000)
    """Games of each round, rounded down to hundreds."""
    rule: str = "freestyle"
    seed: int = 1
    nodes: int = 3_000
    """Nodes that a move of a game may look at."""
    epochs: int = 20
    """How often a fit sees every position."""
    rate: float = 1.0
    """How far a step of the fit moves a weight."""
    decay: float = 2e-5
    """How strongly weights are drawn towards those of the round before."""
    mix: float = 0.5
    """The share of what the search said in a position's label; the rest is the game's result."""


class GomokuTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: GomokuTrainingSettings, threads: int) -> None:
        import boyi._native as native

        self.folder, self.settings, self.threads = folder, settings, threads
        self.start = native.gomoku_start_weights()
        open_run(folder, {**asdict(settings), "start": self.start})

    def run(self, report: Report) -> list[int]:
        """All rounds; the weights, which are also in ``learned.hpp`` in the folder."""
        import boyi._native as native

        weights, records, used = self.start, b"", native.gomoku_weights()
        try:
            for turn, games in enumerate(self.settings.games):
                native.gomoku_learn(weights)
                records += self._play(turn, games // GAMES_OF_FILE, report)
                weights = self._fit(turn, records, report)
        finally:
            native.gomoku_learn(used)
        write_whole(self.folder / "learned.hpp", header(weights).encode())
        return weights

    def _play(self, turn: int, files: int, report: Report) -> bytes:
        import boyi._native as native

        settings = self.settings

        def play(number: int) -> bytes:
            path = self.folder / f"round-{turn}-games-{number:05}.bin"
            if not path.exists():
                first = number * GAMES_OF_FILE
                games = native.gomoku_selfplay(
                    settings.rule, settings.seed + turn, first, GAMES_OF_FILE, settings.nodes
                )
                write_whole(path, games)
                report(games_told(turn, first, GAMES_OF_FILE))
            return path.read_bytes()

        with ThreadPoolExecutor(self.threads) as pool:
            return b"".join(pool.map(play, range(files)))

    def _fit(self, turn: int, records: bytes, report: Report) -> list[int]:
        import boyi._native as native

        settings, path = self.settings, self.folder / f"round-{turn}-weights.json"
        if not path.exists():
            weights, before, after, positions = native.gomoku_fit(
                settings.rule, records, settings.epochs, settings.rate, settings.decay, settings.mix
            )
            write_whole(path, dumps(weights).encode())
            report(fit_told(turn, positions, before, after))
        fitted: list[int] = loads(path.read_text())
        return fitted


def header(weights: list[int]) -> str:
    """The weights as ``native/gomoku/learned.hpp`` has them."""
    lines = [
        "".join(f"{weight}," for weight in weights[place : place + NUMBERS_OF_LINE])
        for place in range(0, len(weights), NUMBERS_OF_LINE)
    ]
    return "\n".join(
        (
            "// The learned numbers of GomokuWeights in the order of its row "
            "(docs/strength.md says how they were made).",
            "#pragma once\n\n#include <cstdint>\n\nnamespace boyi {\n",
            "// clang-format off\ninline constexpr std::int16_t learned_weights[] = {",
            *lines,
            "};\n// clang-format on\n\n}  // namespace boyi\n",
        )
    )

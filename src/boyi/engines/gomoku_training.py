"""Learns the weights of Gomoku's strong search from games of the engine against itself.

Each round plays games by the weights so far. From the search of every move it takes a random choice of the
positions whose evaluation was asked for, searches each of them by itself, and fits new weights to what these
searches say. Positions and weights are files in a folder: a run that was stopped resumes there. Equal
settings give equal files, whatever the number of threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from json import dumps, loads
from pathlib import Path

from boyi.engines.training_file import Report, fit_told, games_told, open_run, write_whole

GAMES_OF_FILE = 50
NUMBERS_OF_LINE = 24


@dataclass(frozen=True, slots=True)
class GomokuTrainingSettings:
    """What decides about the weights."""

    games: tuple[int, ...] = (1_000, 2_500, 5_000)
    """Games of each round, rounded down to fifties."""
    rule: str = "freestyle"
    seed: int = 1
    nodes: int = 1_500
    """Nodes that a move of a game may look at."""
    judge_nodes: int = 2_500
    """Nodes of the search that judges a position."""
    samples: int = 4
    """Positions of each move's search."""
    epochs: int = 12
    """How often a fit sees every position."""
    rate: float = 1.0
    """How far a step of the fit moves a weight."""
    decay: float = 2e-8
    """How strongly weights are drawn towards those of the round before."""


class GomokuTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: GomokuTrainingSettings, threads: int) -> None:
        import boyi._native as native

        self.folder, self.settings, self.threads = folder, settings, threads
        self.start = native.gomoku_start_weights(settings.rule)
        open_run(folder, {**asdict(settings), "start": self.start})

    def run(self, report: Report) -> list[int]:
        """All rounds; the weights, which are also in ``RULE.hpp`` in the folder."""
        import boyi._native as native

        rule = self.settings.rule
        weights, used = self.start, native.gomoku_weights(rule)
        try:
            for turn, games in enumerate(self.settings.games):
                native.gomoku_learn(rule, weights)
                records = self._play(turn, games // GAMES_OF_FILE, report)
                weights = self._fit(turn, records, report)
        finally:
            native.gomoku_learn(rule, used)
        write_whole(self.folder / f"{rule}.hpp", header(rule, weights).encode())
        return weights

    def _play(self, turn: int, files: int, report: Report) -> bytes:
        import boyi._native as native

        settings = self.settings

        def play(number: int) -> bytes:
            path = self.folder / f"round-{turn}-games-{number:05}.bin"
            if not path.exists():
                first = number * GAMES_OF_FILE
                positions = native.gomoku_selfplay(
                    settings.rule,
                    settings.seed + turn,
                    first,
                    GAMES_OF_FILE,
                    settings.nodes,
                    settings.judge_nodes,
                    settings.samples,
                )
                write_whole(path, positions)
                report(games_told(turn, first, GAMES_OF_FILE))
            return path.read_bytes()

        with ThreadPoolExecutor(self.threads) as pool:
            return b"".join(pool.map(play, range(files)))

    def _fit(self, turn: int, records: bytes, report: Report) -> list[int]:
        import boyi._native as native

        settings, path = self.settings, self.folder / f"round-{turn}-weights.json"
        if not path.exists():
            weights, before, after, positions = native.gomoku_fit(
                settings.rule, records, settings.epochs, settings.rate, settings.decay
            )
            write_whole(path, dumps(weights).encode())
            report(fit_told(turn, positions, before, after))
        fitted: list[int] = loads(path.read_text())
        return fitted


def header(rule: str, weights: list[int]) -> str:
    """The weights as ``native/gomoku/learned/RULE.hpp`` has them."""
    lines = [
        "".join(f"{weight}," for weight in weights[place : place + NUMBERS_OF_LINE])
        for place in range(0, len(weights), NUMBERS_OF_LINE)
    ]
    return "\n".join(
        (
            f"// The weights that `boyi train gomoku --rule {rule}` learned (docs/strength.md).",
            "#pragma once\n\n#include <cstdint>\n\nnamespace boyi {\n",
            "// clang-format off\ninline constexpr std::int16_t learned_" + rule + "[] = {",
            *lines,
            "};\n// clang-format on\n\n}  // namespace boyi\n",
        )
    )

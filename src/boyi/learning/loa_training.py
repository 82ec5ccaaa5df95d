"""Learns the network of Lines of Action from games of the engine against itself.

The first round plays by the hand-made evaluation, each later one by the network so far; every round fits a
new network to the positions of all rounds: those of the games, and some that the searches evaluated. A
further run begins with the package's network: its first round plays by it, and every fit starts from the
network so far. Games and networks are files in a folder: a run that was stopped resumes there. Equal settings
give equal files, whatever the number of threads.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from boyi.core.system import write_whole
from boyi.games.loa.network import packed_weights
from boyi.learning.training_file import Report, checked, fit_told, games_of_round, open_run, read_made


@dataclass(frozen=True, slots=True)
class LoaTrainingSettings:
    """What decides about the network."""

    games: tuple[int, ...] = (6_000, 20_000, 20_000)
    """Games of each round, rounded down to whole files."""
    seed: int = 1
    nodes: int = 1_000
    """Nodes that a search of a game may look at."""
    samples: int = 1
    """Positions that the search of each move by the network evaluated, and that are learned from too."""
    epochs: int = 20
    """How often a fit sees every position."""
    rate: float = 0.002
    """How far the first step of a fit moves a weight; the last one moves it by a hundredth of that."""
    further: bool = False
    """Whether the run starts from the package's network."""
    further_rate: float = 0.0015
    """``rate`` in a further run: a larger one forgets more of what the network knows."""
    mix: float = 0.7
    """The share of what the search said in a position's label; the rest is the game's result."""
    file: int = 200
    """Games of a file."""


class LoaTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: LoaTrainingSettings, threads: int = 1) -> None:
        """A new run, or the one that the folder holds; games are played in so many threads."""
        self.folder, self.settings, self.threads = folder, settings, threads
        self.start = packed_weights() if settings.further else b""
        open_run(folder, {**asdict(settings), "start": zlib.crc32(self.start)})

    def run(self, report: Report) -> bytes:
        """All rounds; the packed weights, which are also in ``network.bin`` in the folder."""
        import boyi._native as native

        weights, records = self.start, b""
        try:
            for turn, games in enumerate(self.settings.games):
                if weights:
                    native.loa_weights(weights)
                records += self._play(turn, games, "network" if weights else "features", report)
                weights = self._fit(turn, weights, records, report)
        finally:
            native.loa_weights(packed_weights())
        packed = zlib.compress(weights, 9)
        write_whole(self.folder / "network.bin", packed)
        return packed

    def _play(self, turn: int, games: int, evaluation: str, report: Report) -> bytes:
        import boyi._native as native

        settings = self.settings

        def play(first: int) -> bytes:
            return native.loa_selfplay(
                evaluation,
                seed=settings.seed + turn,
                first=first,
                games=settings.file,
                nodes=settings.nodes,
                samples=settings.samples,
            )

        return games_of_round(
            self.folder, turn, games, settings.file, play, native.loa_check, report, self.threads
        )

    def _fit(self, turn: int, before: bytes, records: bytes, report: Report) -> bytes:
        import boyi._native as native

        settings, path = self.settings, self.folder / f"round-{turn}-network.bin"
        if not path.exists():
            weights, loss_before, loss_after, positions = native.loa_fit(
                records,
                before if settings.further else b"",
                epochs=settings.epochs,
                rate=settings.further_rate if settings.further else settings.rate,
                mix=settings.mix,
                seed=settings.seed,
            )
            write_whole(path, weights)
            report(fit_told(turn, positions, loss_before, loss_after))
        return read_made(path, checked(native.loa_weights))

"""Learns the network of Lines of Action from games of the engine against itself.

The first round plays by the hand-made evaluation, each later one by the network so far; every round fits a
new network to the positions of all rounds. Games and networks are files in a folder: a run that was stopped
resumes there. Equal settings give equal files.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from boyi.engines.training_file import Report, fit_told, games_told, open_run, write_whole


@dataclass(frozen=True, slots=True)
class LoaTrainingSettings:
    """What decides about the network."""

    games: tuple[int, ...] = (6_000, 20_000, 20_000)
    """Games of each round, rounded down to whole files."""
    seed: int = 1
    nodes: int = 1_000
    """Nodes that a move of a game may look at."""
    epochs: int = 20
    """How often a fit sees every position."""
    rate: float = 0.002
    """How far the first step of a fit moves a weight; the last one moves it by a hundredth of that."""
    mix: float = 0.7
    """The share of what the search said in a position's label; the rest is the game's result."""
    file: int = 200
    """Games of a file."""


class LoaTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: LoaTrainingSettings) -> None:
        """A new run, or the one that the folder holds."""
        self.folder, self.settings = folder, settings
        open_run(folder, asdict(settings))

    def run(self, report: Report) -> bytes:
        """All rounds; the packed weights, which are also in ``network.bin`` in the folder."""
        import boyi._native as native
        from boyi.games.loa.network import packed_weights

        weights, records = b"", b""
        try:
            for turn, games in enumerate(self.settings.games):
                if weights:
                    native.loa_weights(weights)
                records += self._play(turn, games, report)
                weights = self._fit(turn, records, report)
        finally:
            native.loa_weights(packed_weights())
        packed = zlib.compress(weights, 9)
        write_whole(self.folder / "network.bin", packed)
        return packed

    def _play(self, turn: int, games: int, report: Report) -> bytes:
        import boyi._native as native

        settings, played = self.settings, []
        for number in range(games // settings.file):
            path = self.folder / f"round-{turn}-games-{number:05}.bin"
            first = number * settings.file
            if not path.exists():
                found = native.loa_selfplay(
                    "network" if turn else "features",
                    seed=settings.seed + turn,
                    first=first,
                    games=settings.file,
                    nodes=settings.nodes,
                )
                write_whole(path, found)
                report(games_told(turn, first, settings.file))
            played.append(path.read_bytes())
        return b"".join(played)

    def _fit(self, turn: int, records: bytes, report: Report) -> bytes:
        import boyi._native as native

        settings, path = self.settings, self.folder / f"round-{turn}-network.bin"
        if not path.exists():
            weights, before, after, positions = native.loa_fit(
                records, epochs=settings.epochs, rate=settings.rate, mix=settings.mix, seed=settings.seed
            )
            write_whole(path, weights)
            report(fit_told(turn, positions, before, after))
        return path.read_bytes()

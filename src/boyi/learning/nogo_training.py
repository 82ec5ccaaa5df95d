"""Learns the weights of NoGo's windows from games of the engine against itself.

In the first phase the games are played by the weights so far, looking one move ahead, and every game is
learned from at once. They come in batches; after each the folder holds the state of the run. In the second
phase, which has rounds, the tree search plays by the weights of the round before, and the weights are fitted
to what it found in all rounds: the value to the results and the win rates, the moves to the visits. Its games
are files in the folder. A run that was stopped resumes; equal settings give equal files.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from boyi.core.message import Message
from boyi.core.system import write_whole
from boyi.learning.nogo_selfplay import play
from boyi.learning.training_file import Report, checked, fit_told, games_of_round, open_run, read_made

SPREAD, TURN_BITS = 1_000_003, 40
"""What lies between the seeds of two files of games, and the power of two between those of two rounds."""


@dataclass(frozen=True, slots=True)
class NoGoTrainingSettings:
    """What decides about the weights."""

    games: int = 200_000
    """Rounded down to whole batches."""
    seed: int = 1
    batch: int = 2_000
    """Games between two states of the run."""
    size: int = 9
    """Of the boards."""
    rate: float = 0.01
    """How far a step moves a weight, in the first batch."""
    last_rate: float = 0.002
    """The same in the last batch; in between it falls geometrically."""
    trace: float = 0.8
    """The share of what comes later in what a position learns from (lambda)."""
    temperature: float = 0.3
    """Of the choice of moves, in logits."""
    kept: float = 0.5
    """The share that each batch keeps of what slows down later steps."""
    rounds: tuple[int, ...] = (8_000, 8_000)
    """Games of each round of the second phase, rounded down to whole files."""
    file: int = 100
    """Games of a file."""
    nodes: int = 600
    """Nodes of a move in them."""
    epochs: int = 4
    """How often a fit sees every position."""
    fit_rate: float = 0.01
    """How far a step of a fit moves a weight, in the first epoch."""
    last_fit_rate: float = 0.002
    """The same in the last epoch."""
    fit_trace: float = 0.9
    """As ``trace``, for a fit."""


class NoGoTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: NoGoTrainingSettings) -> None:
        """A new run, or the one that the folder holds."""
        self.folder, self.settings = folder, settings
        open_run(folder, asdict(settings))

    def run(self, report: Report) -> bytes:
        """Both phases; the packed weights, which are also in ``patterns.bin`` in the folder."""
        import boyi._native as native
        from boyi.games.nogo.patterns import packed_weights

        try:
            weights, records = self._look_ahead(report), b""
            for turn, games in enumerate(self.settings.rounds):
                native.nogo_weights(weights)
                records += self._play(turn, games, report)
                weights = self._fit(turn, weights, records, report)
        finally:
            native.nogo_weights(packed_weights())
        packed = zlib.compress(weights, 9)
        write_whole(self.folder / "patterns.bin", packed)
        return packed

    def _look_ahead(self, report: Report) -> bytes:
        """The first phase; its weights."""
        settings, path = self.settings, self.folder / "first-phase.bin"
        batches = settings.games // settings.batch
        done, state = self._resume()
        for number in range(done, batches):
            rate = settings.rate * (settings.last_rate / settings.rate) ** (number / batches)
            state, weights, error = self._learn(state, number * settings.batch, settings.batch, rate)
            # The weights first: they are written again if the state is not.
            write_whole(path, zlib.compress(weights, 9))
            write_whole(self.folder / "state.bin", (number + 1).to_bytes(8, "little") + state)
            report(
                Message(
                    "{games} games, cross entropy {error:.4f}",
                    games=(number + 1) * settings.batch,
                    error=error,
                )
            )
        return read_made(path, _unpacked)

    def _learn(self, state: bytes, first: int, games: int, rate: float) -> tuple[bytes, bytes, float]:
        """The state after so many games more, its weights and their error."""
        import boyi._native as native

        settings = self.settings
        return native.nogo_learn(
            state,
            size=settings.size,
            seed=settings.seed,
            first=first,
            games=games,
            rate=rate,
            trace=settings.trace,
            temperature=settings.temperature,
            kept=settings.kept,
        )

    def _play(self, turn: int, games: int, report: Report) -> bytes:
        """The records of a round's games, played by the weights that the native module has."""
        import boyi._native as native

        settings = self.settings

        def check(records: bytes) -> int:
            return native.nogo_check(records, settings.size)

        def play_file(first: int) -> bytes:
            seed = (settings.seed - 1 + turn << TURN_BITS) + SPREAD * (first // settings.file)
            return b"".join(play(settings.size, settings.nodes, seed + game) for game in range(settings.file))

        return games_of_round(self.folder, turn, games, settings.file, play_file, check, report)

    def _fit(self, turn: int, weights: bytes, records: bytes, report: Report) -> bytes:
        """The weights, fitted to these games."""
        import boyi._native as native

        settings, path = self.settings, self.folder / f"round-{turn}-weights.bin"
        if not path.exists():
            fitted, before, after, positions = native.nogo_fit(
                weights,
                records,
                size=settings.size,
                seed=settings.seed,
                epochs=settings.epochs,
                rate=settings.fit_rate,
                last_rate=settings.last_fit_rate,
                trace=settings.fit_trace,
            )
            write_whole(path, fitted)
            report(fit_told(turn, positions, before[0], after[0]))
            report(
                Message(
                    "round {turn}: cross entropy of moves held out {before:.4f} before, {after:.4f} after",
                    turn=turn,
                    before=before[1],
                    after=after[1],
                )
            )
        return read_made(path, checked(native.nogo_weights))

    def _resume(self) -> tuple[int, bytes]:
        """How many batches are done, and the state after them."""
        path = self.folder / "state.bin"
        if not path.exists():
            return 0, b""
        state = read_made(path, checked(lambda data: self._learn(data[8:], 0, 0, self.settings.rate)))
        return int.from_bytes(state[:8], "little"), state[8:]


def _unpacked(data: bytes) -> bytes:
    """The weights of a file, which the native module has then."""
    import boyi._native as native

    weights = zlib.decompress(data)
    native.nogo_weights(weights)
    return weights

"""Learns the weights of NoGo's windows from games of the engine against itself.

The games are played by the weights so far, looking one move ahead, and every game is learned from at once.
They come in batches; after each the folder holds the state of the run, so that a run that was stopped resumes
there. Equal settings give equal files.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass
from pathlib import Path

from boyi.core.message import Message
from boyi.engines.training_file import Report, open_run, write_whole


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


class NoGoTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: NoGoTrainingSettings) -> None:
        """A new run, or the one that the folder holds."""
        self.folder, self.settings = folder, settings
        open_run(folder, asdict(settings))

    def run(self, report: Report) -> bytes:
        """All batches; the packed weights, which are also in ``patterns.bin`` in the folder."""
        import boyi._native as native

        settings = self.settings
        batches = settings.games // settings.batch
        done, state = self._resume()
        for number in range(done, batches):
            rate = settings.rate * (settings.last_rate / settings.rate) ** (number / batches)
            state, weights, error = native.nogo_learn(
                state,
                size=settings.size,
                seed=settings.seed,
                first=number * settings.batch,
                games=settings.batch,
                rate=rate,
                trace=settings.trace,
                temperature=settings.temperature,
                kept=settings.kept,
            )
            # The weights first: they are written again if the state is not.
            write_whole(self.folder / "patterns.bin", zlib.compress(weights, 9))
            write_whole(self.folder / "state.bin", (number + 1).to_bytes(8, "little") + state)
            report(
                Message(
                    "{games} games, cross entropy {error:.4f}",
                    games=(number + 1) * settings.batch,
                    error=error,
                )
            )
        return (self.folder / "patterns.bin").read_bytes()

    def _resume(self) -> tuple[int, bytes]:
        """How many batches are done, and the state after them."""
        path = self.folder / "state.bin"
        if not path.exists():
            return 0, b""
        state = path.read_bytes()
        return int.from_bytes(state[:8], "little"), state[8:]

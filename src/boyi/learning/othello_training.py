"""Learns the weights of Othello's patterns from games of the engine against itself.

Each round plays games by the weights so far. Then it goes through the stages from the end of the game to its
beginning: the positions of a stage are labelled by searches that end in stages whose weights are already new
(or in exact scores), and the weights of the stage are fitted to the labels. Games, labels and stages are
files in a folder: a run that was stopped continues where it was. Equal settings give equal files, whatever
the number of threads.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path

from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.system import write_whole
from boyi.games.othello.patterns import STAGES
from boyi.learning.training_file import Report, checked, open_run, read_made

GAMES_OF_FILE = 1000
HELD_OUT = 20
"""Of so many files of games the last is not learned from; the errors are measured on it."""
REACH = 2
"""Stages on either side that a stage learns from too."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """What decides about the weights."""

    games: tuple[int, ...] = (10_000, 60_000)
    """Games of each round, rounded down to thousands. Each has about two positions of every stage."""
    seed: int = 1
    depths: tuple[int, ...] = (4, 6)
    """Plies of the searches that label the positions, for each round; half of them look a ply less far."""
    exact: int = 14
    """Positions with at most so many empty cells are solved."""
    whole: int = 16
    """Positions with at most so many empty cells are searched to the end of the game."""
    ridge: float = 30.0
    """How strongly weights are drawn towards those of the next stage."""
    steps: int = 16
    """Of conjugate gradients."""


class OthelloTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: TrainingSettings, threads: int) -> None:
        """A new run, or the one that the folder holds."""
        self.folder, self.settings, self.threads = folder, settings, threads
        if len(settings.games) != len(settings.depths):
            raise BoyiError("Each round needs its number of games and its depth.")
        open_run(folder, asdict(settings))

    def run(self, report: Report) -> bytes:
        """All rounds; the packed weights, which are also in ``patterns.bin`` in the folder."""
        weights: list[bytes] = []
        for turn in range(len(self.settings.games)):
            games = self._play(turn, weights, report)
            weights = self._learn(turn, games, weights, report)
            write_whole(self.folder / f"round-{turn}.bin", zlib.compress(b"".join(weights), 9))
        packed = zlib.compress(b"".join(weights), 9)
        write_whole(self.folder / "patterns.bin", packed)
        return packed

    def _play(self, turn: int, weights: Sequence[bytes], report: Report) -> Sequence[Path]:
        """The files of the round's games."""
        import boyi._native as native

        # Without weights the first round's games look one ply ahead, by corners and moves.
        depth = 2 if weights else 1

        def play(number: int) -> Path:
            path = self.folder / f"round-{turn}-games-{number:05}.bin"
            if not path.exists():
                first, seed = number * GAMES_OF_FILE, self.settings.seed * 64 + turn
                write_whole(path, native.othello_selfplay(seed, first, GAMES_OF_FILE, depth, bool(weights)))
            return path

        if weights:
            native.othello_weights(b"".join(weights))
        with ThreadPoolExecutor(self.threads) as pool:
            files = list(pool.map(play, range(self.settings.games[turn] // GAMES_OF_FILE)))
        report(Message("round {turn}: {games} games", turn=turn, games=len(files) * GAMES_OF_FILE))
        return files

    def _learn(
        self, turn: int, games: Sequence[Path], before: Sequence[bytes], report: Report
    ) -> list[bytes]:
        """The weights of each stage."""
        weights = list(before)
        for stage in reversed(range(STAGES)):
            # A stage without weights is judged by those of the next one.
            weights = weights or [b""] * STAGES
            if not before and stage < STAGES - 1:
                weights[: stage + 1] = [weights[stage + 1]] * (stage + 1)
            labels = self._label(turn, stage, games, weights, report)
            start = weights[stage + 1] if stage < STAGES - 1 else b""
            weights[stage] = self._fit(
                f"round-{turn}-first-{stage:02}", stage, self._records((turn,), stage, 0, REACH), start
            )
            self._report(turn, stage, labels, weights[stage], report)
        # Now that every stage has labels, each learns from those before and after it, also of earlier rounds
        # that looked as far.
        depths = self.settings.depths
        turns = tuple(one for one in range(turn + 1) if depths[one] == depths[turn])
        fitted = [
            self._fit(
                f"round-{turn}-stage-{stage:02}", stage, self._records(turns, stage, -REACH, REACH), first
            )
            for stage, first in enumerate(weights)
        ]
        for stage in reversed(range(STAGES)):
            self._report(turn, stage, self._files(turn, stage), fitted[stage], report, again=True)
        return fitted

    def _label(
        self, turn: int, stage: int, games: Sequence[Path], weights: Sequence[bytes], report: Report
    ) -> list[Path]:
        import boyi._native as native

        settings = self.settings
        if stage < STAGES - 1:
            native.othello_weights(b"".join(weights))

        def label(path: Path) -> Path:
            labels = self.folder / path.name.replace("games", f"labels-{stage:02}")
            if not labels.exists():
                depth = settings.depths[turn]
                positions = read_made(path, checked(lambda data: native.othello_check(data, False)))
                write_whole(
                    labels, native.othello_label(positions, stage, depth, settings.exact, settings.whole)
                )
            return labels

        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(label, games))

    def _files(self, turn: int, stage: int) -> list[Path]:
        return sorted(self.folder.glob(f"round-{turn}-labels-{stage:02}-*.bin"))

    def _records(self, turns: Sequence[int], stage: int, first: int, last: int) -> Callable[[], bytes]:
        """What a stage learns from in the labels of these rounds, read when it is needed."""
        stages = range(max(stage + first, 0), min(stage + last, STAGES - 1) + 1)
        return lambda: b"".join(
            _labelled(path)
            for turn in turns
            for near in stages
            for place, path in enumerate(self._files(turn, near))
            if place % HELD_OUT != HELD_OUT - 1
        )

    def _fit(self, name: str, stage: int, records: Callable[[], bytes], start: bytes) -> bytes:
        import boyi._native as native

        path = self.folder / f"{name}.bin"
        if not path.exists():
            write_whole(
                path, native.othello_fit(records(), start, stage, self.settings.ridge, self.settings.steps)
            )
        return read_made(path, checked(lambda data: native.othello_fit_error(b"", data, stage)))

    @staticmethod
    def _report(
        turn: int,
        stage: int,
        labels: Sequence[Path],
        weights: bytes,
        report: Report,
        *,
        again: bool = False,
    ) -> None:
        """The error on the positions that were held out."""
        import boyi._native as native

        held_out = b"".join(
            _labelled(path) for place, path in enumerate(labels) if place % HELD_OUT == HELD_OUT - 1
        )
        positions, squares, close, close_squares = native.othello_fit_error(held_out, weights, stage)
        if close:
            error = Message(
                "{empty:2} empty: error {error:5.2f} discs, {close:5.2f} within 16, "
                "{positions:.0f} positions held out",
                empty=60 - 2 * stage,
                error=sqrt(squares / positions),
                close=sqrt(close_squares / close),
                positions=positions,
            )
            report(
                Message("round {turn}, again, {error}", turn=turn, error=error)
                if again
                else Message("round {turn}, {error}", turn=turn, error=error)
            )


def _labelled(path: Path) -> bytes:
    """The labelled positions of a file."""
    import boyi._native as native

    return read_made(path, checked(lambda data: native.othello_check(data, True)))

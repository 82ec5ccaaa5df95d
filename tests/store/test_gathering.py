"""A busy writer puts more into one transaction; a move that comes alone is written at once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Event

import pytest

import boyi
from boyi import GameRecord
from boyi.store import writer as writing
from boyi.store.changes import Append, Change
from boyi.store.errors import StoreError
from boyi.store.store import Store
from boyi.store.writer import Writer


class CountingStore(Store):
    """Says how large its transactions were."""

    batches: list[int]

    def apply(self, changes: Sequence[Change]) -> list[StoreError | None]:
        self.batches.append(len(changes))
        return super().apply(changes)


def test_a_busy_writer_gathers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    with CountingStore.open(str(tmp_path / "games.db")) as store:
        assert isinstance(store, CountingStore)
        store.batches = []
        ids = [store.begin(GameRecord(boyi.game("gomoku"))) for _ in range(6)]
        with Writer(store) as writer:

            def come(seconds: float) -> None:
                """While a busy writer waits, the moves of two more games come."""
                waits.append(seconds)
                late.extend(writer.submit(Append(game_id, 1, 0)) for game_id in ids[4:])

            late: list[Future[None]] = []
            monkeypatch.setattr(writing, "sleep", come)
            writer.submit(Append(ids[0], 1, 0)).result(60)
            assert (store.batches, waits) == ([1], [])
            monkeypatch.setattr(writer, "_write", hold := Hold(writer))
            first = writer.submit(Append(ids[0], 2, 1))
            assert hold.reached.wait(60)
            together = [writer.submit(Append(game_id, 1, 0)) for game_id in ids[1:3]]
            hold.going.set()
            for future in (first, *together):
                future.result(60)
            writer.submit(Append(ids[3], 1, 0)).result(60)
            assert store.batches == [1, 1, 2, 3]
            assert waits == [writing.GATHERING]
            for future in late:
                future.result(60)


class Hold:
    """Writes the next batch only when it is told to, so that more arrive meanwhile."""

    def __init__(self, writer: Writer) -> None:
        self._write = writer._write
        self.reached, self.going = Event(), Event()

    def __call__(self, batch: Sequence[object]) -> None:
        self.reached.set()
        assert self.going.wait(60)
        self._write(batch)  # type: ignore[arg-type]

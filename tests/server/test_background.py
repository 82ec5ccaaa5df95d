"""Tasks that run as long as the server: an error is logged, and they go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boyi.server.lab import sessions
from boyi.server.rooms import registry
from boyi.server.search import programs
from boyi.server.search.pool import WorkerPool
from boyi.server.settings import Settings
from tests.patience import until
from tests.server.in_process import application, run

pytestmark = pytest.mark.outside


def failing_once(calls: list[object]) -> Any:
    """A method that fails the first time."""

    async def method(*arguments: object) -> None:
        calls.append(arguments)
        if len(calls) == 1:
            raise ZeroDivisionError("once")

    return method


def test_they_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(registry, "SWEEP", 0.01)
    monkeypatch.setattr(programs, "LOOK", 0.01)
    swept: list[object] = []
    looked: list[object] = []
    monkeypatch.setattr(registry.Rooms, "_sweep_all", failing_once(swept))
    monkeypatch.setattr(programs.Programs, "close_idle", failing_once(looked))

    async def use() -> None:
        async with application(tmp_path / "db"):
            await until(lambda: len(swept) > 1, "the second round")
        places = programs.Programs(1, 1, 1.0)
        player: Any = object.__new__(programs.HostedPlayer)
        player.owner = "a"
        await places.take(player)
        await until(lambda: len(looked) > 1, "the second look")
        places.give_back(player)

    run(use())
    assert sum("once" in str(record.exc_info) for record in caplog.records) == 2


def test_a_process_that_could_not_be_started_is_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    start, tries = WorkerPool.start, list[object]()

    def fails_once(self: WorkerPool, *arguments: Any) -> Any:
        tries.append(arguments)
        if len(tries) == 1:
            raise OSError("too many processes")
        return start(self, *arguments)

    monkeypatch.setattr(WorkerPool, "start", fails_once)

    async def use() -> None:
        pool = WorkerPool()
        explanations = sessions.Explanations(Settings(), pool)
        explanations.prepare()
        assert explanations._spare is None
        explanations.prepare()
        assert explanations._spare is not None
        await explanations.close_all()
        await pool.close()

    run(use())
    assert "no process for explanations could be started: too many processes" in caplog.text

"""Replays for everybody: the library answers meanwhile, each is made once, and not for who has left."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import boyi
from boyi import formats
from boyi.arena.folder import GameFolder
from boyi.arena.ladder.run import Ladder
from boyi.arena.ladder.settings import read_class
from boyi.core.record import GameRecord
from boyi.server.api import ladder as ladder_api
from boyi.server.api.lanes import Cancellation, SharedWork
from boyi.server.api.replays import Replays
from boyi.server.refusals import Refusal
from tests.server.in_process import application, run
from tests.server.test_exports import asking

CLASS = """
game = "nogo"
options = {size = 19}
levels = [1, 3]
[[students]]
name = "Anna"
code = "k7-pine-42"
"""
GAMES = 4


@pytest.fixture
def class_file(tmp_path: Path) -> Path:
    """A class whose ladder has whole games of NoGo on the largest board."""
    file = tmp_path / "three.toml"
    file.write_text(CLASS, "utf-8")

    async def fill() -> None:
        ladder = Ladder(read_class(CLASS, file.name), file)
        for number in range(1, GAMES + 1):
            record = played(number)
            text = formats.write(record, ladder.settings.file_format)
            assert isinstance(text, str)
            ladder.folder.save(number, text, f"0 A < {number}\n")
        await ladder.close()

    asyncio.run(fill())
    return file


def played(seed: int) -> GameRecord:
    record = GameRecord(boyi.game("nogo", size=19))
    record.headers |= {"black": "level:1", "white": "level:3", "round": str(seed)}
    return boyi.play_match(record, "random", "random", seed=seed)


def test_the_library_answers_while_replays_are_requested(
    class_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going, load = Event(), GameFolder.load

    def held(folder: GameFolder[Any], number: int) -> GameRecord:
        going.wait()
        return load(folder, number)

    async def use() -> None:
        async with application(class_file.parent / "db", class_file=class_file) as app:
            monkeypatch.setattr(GameFolder, "load", held)
            paths = [f"/api/ladder/games/{1 + number % GAMES}" for number in range(60)]
            asked = [asyncio.create_task(app.http.get(path)) for path in paths]
            try:
                await asyncio.sleep(0)
                for _ in range(40):  # more than the threads that the store shares with others
                    await app.call("GET", "/api/games")
            finally:
                going.set()
            answers = [answer.status_code for answer in await asyncio.gather(*asked)]
            assert set(answers) == {200, 503}  # few wait at once
            for path in paths[:GAMES]:
                await app.call("GET", path)

    run(use())


def test_a_replay_is_made_once_and_is_what_was_played(
    class_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded, load = [], GameFolder.load

    def counted(folder: GameFolder[Any], number: int) -> GameRecord:
        loaded.append(number)
        return load(folder, number)

    async def use() -> None:
        async with application(class_file.parent / "db", class_file=class_file) as app:
            monkeypatch.setattr(GameFolder, "load", counted)
            first, *others = await asyncio.gather(
                *(app.call("GET", "/api/ladder/games/2") for _ in range(4)),
                app.call("GET", "/api/ladder/games/2", headers={"Accept-Encoding": "identity"}),
            )
            assert all(other == first for other in others)
            assert loaded == [2]
            record = played(2)
            assert first["moves"] == record.text().split()
            assert len(first["positions"]) == record.plies + 1
            last = first["positions"][-1]
            assert last["cells"] == record.position.cells  # type: ignore[attr-defined]
            assert last["outcome"]["winner"] == record.outcome.winner  # type: ignore[union-attr]
            assert all(not view["moves"] and not view["refused"] for view in first["positions"])
            assert [line["text"] for line in first["said"]] == ["2"]

    run(use())


def test_a_replay_ends_when_its_client_leaves(class_file: Path) -> None:
    class Leaves(Cancellation):
        """The client goes away after some moves."""

        checked = 0

        def check(self) -> None:
            self.checked += 1
            if self.checked == 10:
                self.leave()
            super().check()

    async def use() -> None:
        ladder, watch = Ladder(read_class(CLASS, class_file.name), class_file), Leaves()
        with pytest.raises(Refusal, match="has left"):
            ladder_api._replay(ladder, ladder.games[0], watch)
        assert watch.checked == 10
        await ladder.close()

    asyncio.run(use())


def test_what_was_asked_for_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    async def use() -> None:
        replays = Replays()

        async def ask(number: int) -> None:
            def make(watch: Cancellation) -> bytes:
                made.append(number)
                return json.dumps({"number": number}).encode()

            answer = await replays.answer(asking()[0], ("ladder", number), make)
            assert json.loads(bytes(answer.body)) == {"number": number}

        await ask(1)
        monkeypatch.setattr("boyi.server.api.replays.MOST_KEPT", 2 * replays._size)
        for number in (2, 1, 3, 1, 2):
            await ask(number)
        replays.close()

    asyncio.run(use())
    assert made == [1, 2, 3, 2]


def test_work_that_is_the_same_for_all_is_done_once() -> None:
    async def use() -> None:
        shared, going, done = SharedWork(), Event(), 0

        def work() -> int:
            nonlocal done
            going.wait()
            done += 1
            return done

        waiting = [asyncio.create_task(shared.run("ratings", work)) for _ in range(20)]
        left = waiting.pop(0)
        await asyncio.sleep(0)
        left.cancel()
        going.set()
        assert await asyncio.gather(*waiting) == [1] * 19
        assert await shared.run("ratings", work) == 2

    asyncio.run(use())

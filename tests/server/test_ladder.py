"""Uploads of a class on a real server: programs behind their wall, codes, quotas, the ladder."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from boyi.arena.ladder import run as ladder_run
from boyi.arena.ladder.settings import ClassSettings, Student
from boyi.core.message import Message
from boyi.programs.sandbox import describe, protection
from tests.patience import until
from tests.server.in_process import Application, application, run

BOT = "class Bot:\n    def choose(self, position):\n        return position.legal_moves[0]\n"
SPY = """
from pathlib import Path


def seen(path):
    path = Path(path)
    try:
        return path.read_text()[:40] if path.is_file() else [entry.name for entry in path.rglob("*")]
    except OSError as error:
        return type(error).__name__


class Bot:
    def choose(self, position):
        print("SPY", [seen(path) for path in PATHS])
        return position.legal_moves[-1]
"""
CLASS = """
name = "Three"
game = "tictactoe"
levels = [1]
games = 4
uploads = 2
largest = 20
[[students]]
name = "Anna"
code = "k7-pine-42"
[[students]]
name = "Bob"
code = "m3-lake-11"
"""
walled = pytest.mark.skipif(
    protection().sandbox != "bubblewrap", reason="without bubblewrap uploads stay closed"
)
pytestmark = pytest.mark.outside


async def send(app: Application, code: str, text: str, status: int = 201, name: str = "bot.py") -> Any:
    body = {"code": code, "name": name, "text": text}
    return await app.call("POST", "/api/ladder/uploads", status, json=body)


async def mine(app: Application, code: str, status: int = 200) -> Any:
    return await app.call("POST", "/api/ladder/mine", status, json={"code": code})


def games_of(ladder: ladder_run.Ladder, name: str) -> list[int]:
    return [game.number for game in ladder.games if name in (game.black, game.white)]


@walled
def test_uploads_are_checked_and_play_behind_their_wall(tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text(CLASS, "utf-8")
    spied = [str(file), str(tmp_path / "three"), str(tmp_path / "db")]

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            assert (await app.call("GET", "/api/catalog"))["ladder"] is True
            sent = await send(app, "k7-pine-42", BOT)
            assert (sent["name"], sent["versions"][0]["state"]) == ("Anna", "waiting")
            await send(app, "m3-lake-11", f"PATHS = {spied!r}\n{SPY}")
            refused = await send(app, "m3-lake-11", BOT, 429)
            assert "still being checked" in refused["error"]["text"]["en"]
            assert "还在检查" in refused["error"]["text"]["zh_CN"]
            ladder: ladder_run.Ladder = app.app.state.ladder
            await until(lambda: not ladder.submissions.waiting(), "the checks")
            for code in ("k7-pine-42", "m3-lake-11"):
                newest = (await mine(app, code))["versions"][0]
                assert newest["state"] == "good", newest["findings"]
            await until(lambda: games_of(ladder, "Bob #1"), "a game of the spy")
            view = await app.call("GET", "/api/ladder")
            assert view["closed"] is None
            assert {row["name"] for row in view["rows"]} == {"Anna #1", "Bob #1", "level:1"}
            number = games_of(ladder, "Bob #1")[0]
            assert number in [game["number"] for game in view["games"]]
            replay = await app.call("GET", f"/api/ladder/games/{number}")
            assert len(replay["positions"]) == len(replay["moves"]) + 1
            spoken = [line["text"] for line in replay["said"] if "SPY" in line["text"]]
            # It sees its own folder below that of the class, and nothing of the others.
            assert spoken
            for line in spoken:
                assert "k7-pine" not in line
                assert "ladder.json" not in line
                assert line.count("bot.py") == 1
            await app.call("GET", "/api/ladder/games/999", 404)
            await send(app, "k7-pine-42", "x" * 20_001, 400)
            bad = await send(app, "k7-pine-42", "import nothing_like_this\n" + BOT)
            assert bad["versions"][0]["number"] == 2
            await until(lambda: not ladder.submissions.waiting(), "the check")
            found = (await mine(app, "k7-pine-42"))["versions"]
            assert [one["state"] for one in found] == ["bad", "good"]
            assert "nothing_like_this" in found[0]["findings"][0]["text"]["en"]
            assert "tomorrow" in (await send(app, "k7-pine-42", BOT, 429))["error"]["text"]["en"]
            assert "k7-pine-42" not in str(await app.call("GET", "/api/ladder"))
            played = [game.number for game in ladder.games]
        async with application(tmp_path / "db", class_file=file) as app:
            ladder = app.app.state.ladder
            assert [game.number for game in ladder.games[: len(played)]] == played
            assert [one["state"] for one in (await mine(app, "k7-pine-42"))["versions"]] == ["bad", "good"]

    run(use())


def test_without_a_wall_uploads_stay_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "three.toml"
    file.write_text(CLASS, "utf-8")
    monkeypatch.setattr(ladder_run, "protection", lambda: describe("plain"))

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            closed = (await app.call("GET", "/api/ladder"))["closed"]
            assert "no bubblewrap" in closed["en"]
            assert "Limits only" in closed["en"]
            assert "不能上传" in closed["zh_CN"]
            refused = await send(app, "k7-pine-42", BOT, 403)
            assert refused["error"]["text"] == closed
            assert not (tmp_path / "three" / "bots").exists()

    run(use())
    # Namespaces are enough only if the owner says so.
    monkeypatch.setattr(ladder_run, "protection", lambda: describe("namespaces"))
    anna = (Student("Anna", "k7-pine-42"),)
    assert isinstance(ladder_run.why_closed(ClassSettings("x", "tictactoe", anna)), Message)
    assert ladder_run.why_closed(ClassSettings("x", "tictactoe", anna, namespaces=True)) is None


def test_codes_cannot_be_guessed_quickly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "three.toml"
    file.write_text(CLASS, "utf-8")
    monkeypatch.setattr(ladder_run, "why_closed", lambda settings: None)

    async def use() -> None:
        async with application(tmp_path / "db", class_file=file) as app:
            tries = [app.http.post("/api/ladder/mine", json={"code": f"wrong-{n}"}) for n in range(20)]
            answers = [answer.status_code for answer in await asyncio.gather(*tries)]
            assert answers.count(403) >= 10
            assert answers.count(429) >= 5
            # From this address nothing is told for a while, not even that a guess was right.
            await mine(app, "k7-pine-42", 429)
        async with application(tmp_path / "db2") as app:
            await app.call("GET", "/api/ladder", 404)
            await mine(app, "k7-pine-42", 404)
            assert (await app.call("GET", "/api/catalog"))["ladder"] is False

    run(use())


def test_a_program_that_needs_a_wall_is_not_started_without(monkeypatch: pytest.MonkeyPatch) -> None:
    from boyi import GameRecord, game
    from boyi.players.base import PlayerFailed
    from boyi.players.spec import make_player
    from boyi.programs import process

    monkeypatch.setattr(process, "protection", lambda kind: describe("plain"))
    for wall in ("walled", "bubblewrap"):
        player = make_player(f"py:{Path(__file__).parents[2] / 'examples/my_bot.py'}?sandbox={wall}")
        with pytest.raises(PlayerFailed, match="is not started"):
            asyncio.run(player.choose(GameRecord(game("tictactoe"))))

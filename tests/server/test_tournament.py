"""A tournament on the server: everybody may watch, while it is played and after."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job
from boyi.arena.tournament import Entrant, EventSettings, TournamentRun, TournamentSettings, play_tournament
from boyi.arena.tournament.live import LiveTournament
from boyi.arena.tournament.run import LIVE
from boyi.core.language import ENGLISH, Language
from boyi.server.api import tournament as tournament_api
from boyi.server.api.lanes import Cancellation
from tests.patience import PATIENCE, until
from tests.server.in_process import application, run


def settings_of() -> TournamentSettings:
    players = (Entrant("Ann <b>", "random"), Entrant("Bob", "mcts:nodes=20"), Entrant("博", "random"))
    return TournamentSettings("Cup & more", players, (EventSettings("tictactoe"),), seed=3)


def test_spectators_see_tables_and_games_without_rights(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path / "cup", settings_of()) as folder:
        play_tournament(folder.settings, folder)

    async def watch() -> None:
        given: dict[str, Any] = {"lan": True, "join_token": "secret", "owner_token": "owner"}
        async with application(tmp_path / "db", tournament=tmp_path / "cup", **given) as app:
            page = (await app.call("GET", "/tournament?lang=en")).decode()
            assert "<title>Cup &amp; more</title>" in page
            assert "Being played" in page
            assert "正在进行" in (await app.call("GET", "/tournament?lang=zh-CN")).decode()
            for name in ("report.css", "replay.js", "live.js"):
                assert await app.call("GET", f"/tournament/{name}")
            await app.call("GET", "/tournament/other.js", 404)
            state = await app.call("GET", "/api/tournament?lang=en")
            assert state["over"] is True
            assert len(state["games"]) == 6
            assert "Ann &lt;b&gt;" in state["html"]
            assert "<b>" not in state["html"]
            assert "Crosstable" in state["html"]
            game = await app.call("GET", f"/api/tournament/games/{state['games'][0]['number']}")
            assert len(game["plies"]) >= 5
            await app.call("GET", "/api/tournament/games/999", 400)

    run(watch())


def test_a_server_without_a_tournament_shows_none(tmp_path: Path) -> None:
    async def ask() -> None:
        async with application(tmp_path / "db") as app:
            answer = await app.call("GET", "/api/tournament", 404)
            assert "boyi serve --tournament" in answer["error"]["text"]["en"]
            page = (await app.call("GET", "/tournament?lang=en", 404)).decode()
            assert "<p>This server shows no tournament: start it with boyi serve --tournament" in page
            assert "没有展示比赛" in (await app.call("GET", "/tournament?lang=zh", 404)).decode()

    run(ask())


def test_a_folder_that_cannot_be_read_is_a_sentence_without_its_path(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path / "cup", settings_of()) as folder:
        play_tournament(folder.settings, folder)
        broken, number = folder.path / folder.settings.folder_kind.file, folder.numbers()[0]

    async def ask() -> None:
        async with application(tmp_path / "db", tournament=tmp_path / "cup") as app:
            folder.file(number).write_text("no game", "utf-8")
            for path in ("/api/tournament", f"/api/tournament/games/{number}"):
                answer = await app.call("GET", path, 503)
                assert "Its terminal says why" in answer["error"]["text"]["en"]
                assert str(tmp_path) not in str(answer)
        broken.write_text("{", "utf-8")
        async with application(tmp_path / "db", tournament=tmp_path / "cup") as app:
            page = (await app.call("GET", "/tournament?lang=en", 503)).decode()
            assert "Its terminal says why" in page
            assert str(tmp_path) not in page

    run(ask())


def test_what_is_played_now_is_seen(tmp_path: Path) -> None:
    with GameFolder.create(tmp_path / "cup", settings_of()) as folder:
        run_ = TournamentRun(folder.settings, folder)
        live = LiveTournament(tmp_path / "cup")
        assert live.state(ENGLISH)["games"] == []

        async def some() -> None:
            async for played in run_.play():
                if played.played == 2:
                    return

        asyncio.run(some())
        job = run_.missing()[0]
        run_._told = 0.0
        run_._heard(job, "b2 a1")
        state = live.state(ENGLISH)
        assert len(state["games"]) == 2
        assert not state["over"]
        (running,) = state["running"]
        assert running["title"] == " – ".join(job.settings.names)
        assert [ply["m"] for ply in running["data"]["plies"]] == ["b2", "a1"]
        assert "2 of 6 games" in state["html"]
        assert "循环赛" in live.state(Language("zh_CN"))["html"]
        (tmp_path / "cup" / LIVE).write_text("{broken", "utf-8")
        assert live.state(ENGLISH)["running"] == []


@pytest.mark.parametrize("concurrency", [1, 2])
def test_the_runner_says_what_is_played(
    concurrency: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moves of a game are heard while it is played, also from another process."""
    # Long enough that a report of the process comes in the middle of a game.
    players = (Entrant("a", "mcts:time=0.3"), Entrant("b", "mcts:time=0.3"))
    settings = TournamentSettings("Cup", players, (EventSettings("nogo", {"size": 5}),), seed=3, games=2)
    heard: list[str] = []

    def hear(run: TournamentRun, job: Job, moves: str) -> None:
        heard.append(moves)
        run.running[job.name] = (job, moves)

    monkeypatch.setattr(TournamentRun, "_heard", hear)
    with GameFolder.create(tmp_path / "cup", settings) as folder:
        run_ = TournamentRun(folder.settings, folder, concurrency)

        async def play() -> None:
            async for _ in run_.play():
                pass

        asyncio.run(play())
        games = [record.text() for _, record in folder.games()]
    assert any(len(moves.split()) > 4 for moves in heard)
    assert all(any(game.startswith(moves) for game in games) for moves in heard)
    assert not run_.running


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_a_tournament_is_refused(name: str, tmp_path: Path) -> None:
    from boyi.cli.main import main

    (tmp_path / "empty").mkdir()
    assert main(["serve", "--tournament", str(tmp_path / name), "--no-browser"]) == 2


def test_many_first_requests_open_the_folder_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with GameFolder.create(tmp_path / "cup", settings_of()) as folder:
        play_tournament(folder.settings, folder)
    opened, going = [], Event()

    class Counted(LiveTournament):
        def __init__(self, path: Path) -> None:
            opened.append(path)
            going.wait(PATIENCE)
            super().__init__(path)

    monkeypatch.setattr(tournament_api, "LiveTournament", Counted)

    async def ask() -> None:
        async with application(tmp_path / "db", tournament=tmp_path / "cup") as app:
            asked = [asyncio.create_task(app.call("GET", "/api/tournament")) for _ in range(4)]
            await until(lambda: opened)
            going.set()
            assert len(await asyncio.gather(*asked)) == 4
            assert len(opened) == 1

    run(ask())


def test_a_replay_ends_when_its_client_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with GameFolder.create(tmp_path / "cup", settings_of()) as folder:
        play_tournament(folder.settings, folder)
    checked: list[Cancellation] = []

    def check(watch: Cancellation) -> None:
        checked.append(watch)
        if len(checked) == 3:
            watch.leave()
        kept(watch)

    kept = Cancellation.check
    monkeypatch.setattr(Cancellation, "check", check)

    async def ask() -> None:
        async with application(tmp_path / "db", tournament=tmp_path / "cup") as app:
            answer = await app.http.get("/api/tournament/games/1")
            assert answer.status_code >= 400
            assert answer.json()["error"]["code"] == "stale"
            assert len(checked) == 3

    run(ask())

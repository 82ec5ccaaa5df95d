"""Opening the server to the network from the page, and the lobby: the owner alone, strangers see nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boyi.server.access import Client, Opened
from boyi.server.app import create_app
from boyi.server.refusals import Refusal
from boyi.server.settings import Settings
from tests.server.in_process import Application, application, run

JOIN = {"X-Boyi-Server-Token": "let-me-in"}
OWNER = {"X-Boyi-Server-Token": "mine"}
LAN: dict[str, Any] = {
    "lan": True,
    "join_token": "let-me-in",
    "owner_token": "mine",
    "address": "http://192.0.2.7:8710",
}


async def code(app: Application, method: str, path: str, status: int = 403, **more: Any) -> str:
    return str((await app.call(method, path, status, **more))["error"]["code"])


CLOSED: list[Client | None] = []


async def listening() -> Opened:
    return Opened("http://192.0.2.9:8710", CLOSED.append)


def test_opening_makes_tokens_that_everyone_needs_from_then_on(database: Path) -> None:
    async def test() -> None:
        async with application(database, listen=listening) as app:
            game = await app.new()
            assert (await app.call("GET", "/api/network"))["lan"] is False
            opened = await app.call("POST", "/api/network/open")
            assert opened["address"] == "http://192.0.2.9:8710"
            assert opened["link"] == f"http://192.0.2.9:8710/#join={opened['join_token']}"
            assert len(opened["join_token"]) >= 12
            assert len(opened["owner_token"]) >= 32
            # What was open to everyone at the machine now needs a token; the join token is not the owner's.
            owner = {"X-Boyi-Server-Token": opened["owner_token"]}
            guest = {"X-Boyi-Server-Token": opened["join_token"]}
            for headers, status in (({}, 403), (guest, 200), (owner, 200)):
                await app.call("GET", "/api/games", status, headers=headers)
            for path in ("/api/network", "/api/network/qr"):
                assert await code(app, "GET", path) == "not-allowed"
                assert await code(app, "GET", path, headers=guest) == "not-allowed"
                await app.call("GET", path, headers=owner)
            assert await code(app, "POST", "/api/network/open", headers=guest) == "not-allowed"
            assert await code(app, "POST", f"/api/games/{game['id']}/claim", headers=guest) == "not-allowed"
            await app.call("POST", f"/api/games/{game['id']}/claim", headers=owner)
            again = await app.call("POST", "/api/network/open", headers=owner)
            assert again == opened
            # Whoever holds the game's token plays on.
            async with app.enter(game["id"], game["tokens"]["owner"]) as ann:
                await ann.play("h8")

    run(test())


def test_closing_makes_the_tokens_void(database: Path) -> None:
    async def test() -> None:
        async with application(database, listen=listening) as app:
            assert await code(app, "POST", "/api/network/close") == "not-allowed"  # it is not open
            opened = await app.call("POST", "/api/network/open")
            assert opened["can_close"]
            owner = {"X-Boyi-Server-Token": opened["owner_token"]}
            guest = {"X-Boyi-Server-Token": opened["join_token"]}
            for headers in ({}, guest):
                assert await code(app, "POST", "/api/network/close", headers=headers) == "not-allowed"
            await app.call("POST", "/api/class/lock", headers=owner, json={"on": True})
            assert await code(app, "POST", "/api/network/close", headers=owner) == "locked"
            await app.call("POST", "/api/class/lock", headers=owner, json={"on": False})
            CLOSED.clear()
            closed = await app.call("POST", "/api/network/close", headers=owner)
            assert (closed["lan"], closed["can_close"], closed["join_token"]) == (False, False, "")
            assert len(CLOSED) == 1
            await app.call("GET", "/api/games")  # everyone is at the machine again
            again = await app.call("POST", "/api/network/open")
            assert again["join_token"] != opened["join_token"]
            assert again["owner_token"] != opened["owner_token"]
            assert await code(app, "GET", "/api/games", headers=guest) == "needs-token"
        async with application(database, **LAN) as app:  # started with --lan: it ends with the server
            assert await code(app, "POST", "/api/network/close", headers=OWNER) == "not-allowed"

    run(test())


def test_a_locked_server_is_opened_by_its_owner_only(database: Path) -> None:
    async def test() -> None:
        async with application(database, listen=listening, locked=True, owner_token="mine") as app:
            assert await code(app, "POST", "/api/network/open") == "not-allowed"
            assert await code(app, "POST", "/api/network/open", headers=JOIN) == "not-allowed"
            assert (await app.call("POST", "/api/network/open", headers=OWNER))["owner_token"] == "mine"

    run(test())


def test_what_cannot_be_opened_stays_as_it_was(database: Path) -> None:
    async def refuse() -> Opened:
        raise Refusal("no network", "not-allowed")

    async def test() -> None:
        async with application(database) as app:
            assert await code(app, "POST", "/api/network/open") == "not-allowed"
        async with application(database, listen=refuse) as app:
            assert await code(app, "POST", "/api/network/open") == "not-allowed"
            await app.new()
            assert (await app.call("GET", "/api/network"))["owner_token"] == ""
            assert await code(app, "GET", "/api/network/qr") == "not-allowed"
            await app.call("POST", "/api/network/open", 403, headers={"origin": "http://elsewhere.example"})

    run(test())


def test_the_lobby(database: Path) -> None:
    async def test() -> None:
        async with application(database, **LAN) as app:
            made = await app.new(
                "othello", "friend", "human", lobby=True, join_token="let-me-in", clock="300+5"
            )
            hidden = await app.new("gomoku", "human", "friend", join_token="let-me-in")
            game, place = made["id"], f"/api/lobby/{made['id']}"
            assert (await app.call("GET", "/api/lobby", headers=JOIN))["games"] == []  # nobody is there yet
            async with (
                app.enter(game, made["tokens"]["owner"], "Ann") as ann,
                app.enter(hidden["id"], hidden["tokens"]["owner"], "Eve"),
            ):
                assert await code(app, "GET", "/api/lobby") == "needs-token"
                assert await code(app, "POST", place) == "needs-token"
                assert await code(app, "POST", f"/api/lobby/{hidden['id']}", 400, headers=JOIN) == "stale"
                entry = (await app.call("GET", "/api/lobby", headers=JOIN))["games"]
                assert [(one["id"], one["name"], one["side"], one["clock"]) for one in entry] == [
                    (game, "Ann", 0, "300+5")
                ]
                bob = (await app.call("POST", place, headers=JOIN))["token"]
                cid = (await app.call("POST", place, headers=JOIN))["token"]
                async with app.enter(game, bob, "Bob") as player, app.enter(game, cid, "Cid") as late:
                    assert player.you["seats"] == []
                    await ann.until("requested")
                    await ann.do("answer", granted=True)
                    await player.until("room", lambda message: message["you"]["seats"] == [0])
                    await player.play("d3")
                    assert (await late.ask("play", ply=2, move=20))["code"] == "not-allowed"
                # The seat is Bob's alone: neither the other who asked nor the link's token plays.
                for token in (cid, made["tokens"]["seats"][0]):
                    async with app.enter(game, token) as other:
                        assert other.you["seats"] == []
                async with app.enter(game, bob) as player:
                    assert player.you["seats"] == [0]
                assert (await app.call("GET", "/api/lobby", headers=JOIN))["games"] == []
                assert await code(app, "POST", place, 400, headers=JOIN) == "stale"

    run(test())


def test_the_settings_stay_frozen(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "g.db"))
    create_app(settings, listening)
    assert settings == Settings(database=str(tmp_path / "g.db"))

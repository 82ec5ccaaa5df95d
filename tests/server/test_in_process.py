"""The HTTP interface and a room, asked in the process of the test."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from boyi.store.store import Store
from tests.server.in_process import application, run


@pytest.mark.outside  # how programs are confined is found out by trying
def test_the_catalogue(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            catalogue = await app.call("GET", "/api/catalog")
            assert {"gomoku", "othello", "loa", "nogo"} <= {game["name"] for game in catalogue["games"]}

    run(ask())


def test_the_page_and_the_schema(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            page = await app.http.get("/")
            assert page.headers["content-type"].startswith("text/html")
            assert page.headers["x-frame-options"] == "DENY"
            assert "default-src 'self'" in page.headers["content-security-policy"]
            paths = (await app.call("GET", "/api/openapi.json"))["paths"]
            assert {"/api/games", "/api/look", "/api/import"} <= set(paths)

    run(ask())


def test_what_is_wrong_is_said(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            nothing = await app.call("GET", "/api/games/AAAAAAAAAAAA", 404)
            assert nothing["error"]["code"] == "not-found"
            assert set(nothing["error"]["text"]) == {"en", "zh_CN"}
            assert (await app.call("GET", "/api/no-such-thing", 404))["error"]["code"] == "not-found"
            assert (await app.call("PUT", "/api/games", 405))["error"]["code"] == "bad-method"
            seats = [{"kind": "human"}, {"kind": "human"}]
            unknown = await app.call("POST", "/api/games", 400, json={"game": "chess", "seats": seats})
            assert "chess" in unknown["error"]["text"]["en"]
            await app.call("POST", "/api/games", 422, json={"game": "gomoku"})
            await app.call("GET", "/api/catalog", 421, headers={"host": "elsewhere.example"})
            await app.call("POST", "/api/games", 403, json={}, headers={"origin": "http://elsewhere.example"})
            await app.call("POST", "/api/import", 413, content=b"x" * 5_000_000)

    run(ask())


def test_a_game_between_two_people(database: Path) -> None:
    async def play() -> str:
        async with application(database) as app:
            made = await app.new("gomoku", "human", "friend", take_back="ask")
            game, tokens = made["id"], made["tokens"]
            async with (
                app.enter(game, tokens["owner"], "Ann") as ann,
                app.enter(game, tokens["seats"][1], "Bob") as bob,
                app.enter(game) as guest,
            ):
                await ann.until("requested")
                assert (await bob.ask("answer", granted=True))["code"] == "not-allowed"
                await ann.do("answer", granted=True)
                await bob.until("room", lambda message: message["you"]["seats"] == [1])
                assert guest.you["seats"] == []

                await ann.play("h8")
                assert (await bob.until("moved"))["node"]["text"] == "h8"
                refusal = await ann.ask("play", ply=2, move=0)
                assert refusal["type"] == "refused"
                refusal = await guest.ask("play", ply=2, move=0)
                assert refusal["code"] == "not-allowed"
                await bob.play("h9")
                await guest.until("moved", lambda message: message["node"]["text"] == "h9")

                await bob.do("act", what="undo")
                await ann.until("requested", lambda message: message["request"] is not None)
                await ann.do("answer", granted=True)
                assert (await bob.until("taken-back"))["position"]["ply"] == 1
                await bob.play("j9")
                await ann.do("say", text="<b>good</b>")
                assert (await bob.until("said"))["chat"]["text"] == "<b>good</b>"
                await bob.do("act", what="resign")
                over = await guest.until("over")
                assert over["outcome"]["text"]["en"] == "Black wins: White resigned."
            return str(game)

    async def look_again(game: str) -> None:
        async with application(database) as app:
            room = await app.call("GET", f"/api/games/{game}")
            assert room["position"]["outcome"]["winner"] == 0
            listed = (await app.call("GET", "/api/games"))["games"]
            assert [row["id"] for row in listed] == [game]
            sgf = (await app.call("GET", f"/api/games/{game}/export?format=sgf")).decode()
            assert ";B[" in sgf
            assert "Ann" in sgf

    # Two applications, one after the other: the second knows only what the first one stored.
    game = asyncio.run(play())
    run(look_again(game))


def test_a_take_back_is_not_stored_twice(database: Path) -> None:
    async def play() -> None:
        async with application(database) as app:
            made = await app.new("othello")
            async with app.enter(made["id"], made["tokens"]["owner"]) as both:
                moves = []
                for _ in range(4):
                    moves.append(both.moves[0])
                    await both.play(both.moves[0])
                await both.do("act", what="undo")
                await both.until("taken-back")
                # Sent twice, a move counts once.
                ply, move = both.position["ply"] + 1, both.moves[-1]
                for _ in range(2):
                    await both.do("play", ply=ply, move=move)
            with Store.open(str(database)) as store:
                record = store.load(made["id"])
                assert list(record.moves) == [*moves[: ply - 1], move]

    run(play())


def test_files_in_and_out(database: Path) -> None:
    async def send() -> None:
        async with application(database) as app:
            sgf = "(;GM[4]FF[4]SZ[15];B[hh];W[hi];B[ii])(;GM[4]FF[4]SZ[15];B[gg])"
            took = await app.call("POST", "/api/import", files={"files": ("two.sgf", sgf.encode())})
            assert len(took["games"]) == 2
            ids = [game["id"] for game in took["games"]]
            collection = await app.call("POST", "/api/export", json={"ids": ids, "format": "sgf"})
            assert collection.count(b"(;") == 2
            looked = await app.call("POST", "/api/look", json={"game": "gomoku", "moves": "h8 h9"})
            assert looked["position"]["ply"] == 2
            await app.call("POST", "/api/games/delete", json={"ids": ids})
            assert (await app.call("GET", "/api/games"))["games"] == []

    run(send())


def test_who_may_connect(database: Path) -> None:
    async def connect() -> None:
        async with application(database) as app:
            async with app.connect("/api/games/AAAAAAAAAAAA/socket") as socket:
                assert '"refused"' in await socket.recv()
                with pytest.raises(ConnectionClosed) as end:
                    await socket.recv()
                assert end.value.rcvd is not None
                assert end.value.rcvd.code == 1008
            made = await app.new()
            path = f"/api/games/{made['id']}/socket"
            with pytest.raises(ConnectionClosed):
                async with app.connect(path, origin="http://elsewhere.example"):
                    pass
            async with app.connect(path) as socket:
                await socket.send("no JSON")
                assert '"bad-message"' in await socket.recv()

    run(connect())


def test_a_server_on_the_network_asks_for_its_token(database: Path) -> None:
    async def ask() -> None:
        async with application(database, lan=True, join_token="let-me-in", owner_token="mine") as app:
            seats = [{"kind": "human"}, {"kind": "human"}]
            refusal = await app.call("POST", "/api/games", 403, json={"game": "nogo", "seats": seats})
            assert refusal["error"]["code"] == "needs-token"
            await app.call("POST", "/api/join", 403, json={"join_token": "wrong"})
            made = await app.new("nogo", join_token="let-me-in")
            async with app.enter(made["id"], made["tokens"]["owner"]) as owner:
                await owner.play(owner.moves[0])

    run(ask())

"""What nobody can do: move for another, read a token, flood, come from another site, break out of text."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import FRIEND, HUMAN, Server, computer, enter, running
from tests.server.test_study import imported

SCRIPT = "<script>alert('x')</script>\"'&\\u0000"


def test_no_seat_moves_for_another(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND])
        owner, friend = made["tokens"]["owner"], made["tokens"]["seats"][1]
        async with (
            enter(server, made["id"], owner) as ann,
            enter(server, made["id"], friend) as bob,
            enter(server, made["id"], "x" * 32) as thief,
            enter(server, made["id"]) as guest,
        ):
            early = await ann.ask("play", ply=1, move=0)
            assert early["code"] == "not-allowed"
            await ann.do("answer", granted=True)
            for other in (thief, guest):
                assert other.you["seats"] == []
                assert not other.you["owner"]
                assert (await other.ask("play", ply=1, move=0))["code"] == "not-allowed"
                for what in ("resign", "draw", "undo", "hint", "restart", "rematch"):
                    assert (await other.ask("act", what=what))["code"] == "not-allowed", what
                assert (await other.ask("auto", side=0, on=True))["code"] == "not-allowed"
                assert (await other.ask("lock", on=True))["code"] == "not-allowed"
                assert (await other.ask("answer", granted=True))["type"] == "refused"
            assert (await bob.ask("play", ply=1, move=0))["code"] == "not-your-turn"
            assert (await bob.ask("act", what="resign", side=0))["code"] == "not-allowed"
            await ann.play("h8")
            assert (await ann.ask("play", ply=2, move=0))["code"] == "not-your-turn"
            # Two moves for one ply, sent together: one counts.
            first, second = await bob.send("play", ply=2, move=0), await bob.send("play", ply=2, move=1)
            answers: dict[int, str] = {}
            while len(answers) < 2:
                message = await bob.hear()
                if message.get("ref") in (first, second):
                    answers[message["ref"]] = message["type"]
            assert answers == {first: "done", second: "refused"}
            assert (await ann.until("moved", lambda m: m["position"]["ply"] == 2))["node"]["text"] == "a15"
            # Nobody is ever told a token that is not theirs.
            for client, own in ((ann, owner), (bob, friend), (guest, "-"), (thief, "-")):
                text = json.dumps(client.told)
                for token in {owner, friend} - {own}:
                    assert token not in text
        view = json.dumps(server.call("GET", f"/api/games/{made['id']}")[1])
        assert owner not in view
        assert friend not in view

    asyncio.run(play())


def test_a_friend_can_be_refused(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND])
        async with enter(server, made["id"], made["tokens"]["owner"]) as ann:
            async with enter(server, made["id"], made["tokens"]["seats"][1], "Eve") as eve:
                await ann.until("requested")
                await ann.do("answer", granted=False)
                ended = await eve.until("requested", lambda m: m["request"] is None)
                assert ended["granted"] is False
                assert (await eve.ask("play", ply=1, move=0))["code"] == "not-allowed"
            async with enter(server, made["id"], made["tokens"]["seats"][1], "Bob") as bob:
                await ann.until("requested", lambda m: m["request"] is not None)
                await ann.do("answer", granted=True)
                await bob.until("room", lambda m: m["you"]["seats"] == [1])

    asyncio.run(play())


@pytest.mark.parametrize(
    "message",
    [
        "{",
        "[]",
        "null",
        '"play"',
        '{"type":"play"}',
        '{"type":"no such","ref":1}',
        '{"type":"play","ref":1,"ply":1,"move":"h8"}',
        '{"type":"play","ref":1,"ply":1,"move":-1}',
        '{"type":"play","ref":1,"ply":1,"move":1e400}',
        '{"type":"act","ref":1,"what":"win"}',
        '{"type":"say","ref":1,"text":""}',
        '{"type":"look","ref":1,"node":9999999}',
        '{"type":"explain","ref":1,"node":0,"cell":1000}',
        '{"type":"join"}',
        "[" * 9000,
    ],
)
def test_malformed_messages_get_an_error(server: Server, message: str) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, HUMAN])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.socket.send(message)
            refusal = await client.until("refused")
            assert set(refusal["text"]) == {"en", "zh_CN"}
            await client.play("h8")

    asyncio.run(play())


def test_too_many_bad_messages_oversized_ones_and_floods_end_the_connection(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, HUMAN])
        token = made["tokens"]["owner"]
        async with enter(server, made["id"], token) as client:
            for _ in range(20):
                await client.socket.send("{")
            assert await client.closed() == 1008
            assert client.told[-1]["code"] == "bad-message"
        async with enter(server, made["id"], token) as client:
            await client.send("say", text="x" * 20_000)
            assert await client.closed() == 1009
            assert client.told[-1]["code"] == "too-large"
        async with enter(server, made["id"], token) as client:
            await client.send("say", text="x" * 300_000)
            assert await client.closed() == 1009
        async with enter(server, made["id"], token) as client:
            for _ in range(200):
                await client.send("ping")
            assert await client.closed() == 1008
            assert client.told[-1]["code"] == "too-many"
        async with enter(server, made["id"], token) as client:
            await client.play("h8")
        address = f"ws://127.0.0.1:{server.port}/api/games/{made['id']}/socket"
        async with connect(address, proxy=None) as socket:
            await socket.send('{"type":"ping","ref":1}')
            assert json.loads(await socket.recv())["code"] == "not-joined"
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    asyncio.run(play())


def test_a_slow_spectator_is_dropped_and_holds_nobody_up(server: Server) -> None:
    cells = [f"{chr(97 + place % 15)}{chr(97 + place // 15)}" for place in range(225)]
    aside = "".join(f"(;W[{cell}]C[{'word ' * 200}])" for cell in cells[1:])
    game_id, token = imported(server, f"(;GM[4]SZ[15];B[aa]{aside})")

    async def look() -> None:
        async with enter(server, game_id, token) as owner, enter(server, game_id) as slow:
            slow.socket.transport.pause_reading()
            await owner.until("people", lambda message: len(message["people"]) == 2)
            for number in range(45):
                await owner.do("edit", what="comment", node=1, text=f"{number} {'x' * 4000}"[:4000])
                await asyncio.sleep(0.02)
            counts = [len(message["people"]) for message in owner.told if message["type"] == "people"]
            assert counts[-1] == 1
            slow.socket.transport.resume_reading()
            assert await slow.closed() != 1000

    asyncio.run(look())


def test_injection_survives_as_text(server: Server) -> None:
    async def play() -> None:
        seats = [{"kind": "human", "name": SCRIPT[:40]}, HUMAN]
        made = server.new("gomoku", seats)
        async with enter(server, made["id"], made["tokens"]["owner"], name=SCRIPT[:40]) as client:
            assert client.room["seats"][0]["name"] == SCRIPT[:40]
            assert client.you["name"].startswith("<script>")
            await client.do("say", text="'; DROP TABLE games; --\n\x00<img src=x onerror=alert(1)>")
            said = next(m for m in client.told if m["type"] == "said")
            assert said["chat"]["text"] == "'; DROP TABLE games; --  <img src=x onerror=alert(1)>"
        status, _, headers = server.call("GET", "/api/games?text=%27%3B%20DROP%20TABLE&player=%25")
        assert status == 200
        assert headers["Content-Type"] == "application/json"
        sgf = server.call("GET", f"/api/games/{made['id']}/export?format=svg")
        assert sgf[2]["Content-Security-Policy"].startswith("default-src 'none'")
        assert "attachment" in sgf[2]["Content-Disposition"]

    asyncio.run(play())


def test_other_sites_are_kept_out(server: Server) -> None:
    body = {"game": "gomoku", "seats": [HUMAN, HUMAN]}
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", "x"):
        assert server.call("POST", "/api/games", body, {"Origin": origin})[0] == 403, origin
    assert server.call("POST", "/api/games", body, {"Origin": server.url})[0] == 201
    assert server.call("GET", "/api/games", headers={"Host": "evil.example"})[0] == 421
    made = server.new()

    async def look() -> None:
        with pytest.raises(InvalidStatus) as refusal:
            async with enter(server, made["id"], Origin="http://evil.example"):
                pass
        assert refusal.value.response.status_code == 403
        async with enter(server, made["id"], Origin=server.url) as client:
            assert client.room["id"] == made["id"]

    asyncio.run(look())


@pytest.mark.parametrize("path", ["/", "/play/abc", "/api/catalog", "/api/games/none", "/assets/none.js"])
def test_headers(server: Server, path: str) -> None:
    headers = server.call("GET", path)[2]
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/..%2f..%2fetc/passwd", "/assets/..%2f..%2fapp.py", "/%2e%2e/%2e%2e/etc/passwd", "/api/../x"]
)
def test_paths_are_never_the_clients(server: Server, path: str) -> None:
    status, content, _ = server.call("GET", path)
    assert b"root:" not in (content if isinstance(content, bytes) else json.dumps(content).encode())
    assert status in (200, 404)


@pytest.mark.parametrize(
    "seat",
    [
        {"kind": "computer", "spec": "cmd:/bin/sh"},
        {"kind": "computer", "spec": "py:/etc/passwd"},
        {"kind": "computer", "spec": "mo:x.py"},
        {"kind": "computer", "spec": "level:11"},
        {"kind": "computer", "spec": "level:10,book=/etc/passwd"},
        {"kind": "computer", "spec": "level:10,book=book.json"},
        {"kind": "computer", "spec": "mcts:memory=60000"},
        {"kind": "computer", "spec": "mcts:time=86400"},
        {"kind": "computer", "spec": "alphabeta:threads=200"},
        {"kind": "computer", "spec": "classic:loa-mcts"},
        {"kind": "engine", "spec": "cmd:/bin/sh"},
        {"kind": "engine", "spec": "nobody"},
    ],
)
def test_only_harmless_players_can_be_named(server: Server, seat: dict[str, str]) -> None:
    status, answer, _ = server.call("POST", "/api/games", {"game": "gomoku", "seats": [HUMAN, seat]})
    assert status in (400, 404)
    assert set(answer["error"]["text"]) == {"en", "zh_CN"}


@pytest.mark.parametrize(
    "more",
    [
        {"options": {"size": 500}},
        {"options": {"backend": "python"}},
        {"game": "chess"},
        {"clock": "soon"},
        {"start": {"position": "nonsense"}},
        {"start": {"moves": "z99"}},
        {"start": {"from": {"id": "nothere", "node": 0}}},
        {"seats": [HUMAN]},
        {"surprise": 1},
    ],
)
def test_bad_wishes_are_refused(server: Server, more: dict[str, Any]) -> None:
    body = {"game": "gomoku", "seats": [HUMAN, HUMAN], **more}
    status, answer, _ = server.call("POST", "/api/games", body)
    assert status in (400, 404, 422)
    assert answer["error"]["text"]["zh_CN"]


def test_uploads_are_limited(server: Server) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert server.call("POST", "/api/import", b"text=" + b"x" * 5_000_000, kind)[0] == 413


def test_on_the_network_rooms_need_the_token(database: Path) -> None:
    with running(database, "--lan", "--host", "127.0.0.1") as server:
        token = server.join_token()
        body = {"game": "gomoku", "seats": [HUMAN, computer()]}
        assert server.call("POST", "/api/games", body)[0] == 403
        assert server.call("POST", "/api/games", {**body, "join_token": token[:-1]})[0] == 403
        status, made, _ = server.call("POST", "/api/games", {**body, "join_token": token})
        assert status == 201
        assert server.call("DELETE", f"/api/games/{made['id']}")[0] == 403
        assert server.call("POST", f"/api/games/{made['id']}/claim")[0] == 403
        own = {"X-Boyi-Token": made["tokens"]["owner"]}
        assert server.call("GET", "/api/catalog")[1]["needs_token"] is True
        assert server.call("DELETE", f"/api/games/{made['id']}", headers=own)[0] == 200

"""A teacher's class: the lock with its code, all boards at once, assignments with their results."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from boyi.server.access import Opened
from boyi.server.passcode import TRIES, CodeCheck, code_hash
from boyi.server.refusals import Refusal
from boyi.server.rooms import assignments
from boyi.server.rooms.assignments import Task
from tests.server.client import Server, enter
from tests.server.in_process import HOST, Application, application, run

JOIN = {"X-Boyi-Server-Token": "let-me-in"}
OWNER = {"X-Boyi-Server-Token": "mine"}
LAN: dict[str, Any] = {"lan": True, "join_token": "let-me-in", "owner_token": "mine"}
FOUR = "15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/15 x"
ASSIGNMENT = {"game": "gomoku", "position": FOUR, "side": 0, "level": 1, "within": 1, "title": "Win!"}


async def code(app: Application, method: str, path: str, status: int = 403, **more: Any) -> str:
    return str((await app.call(method, path, status, **more))["error"]["code"])


def test_a_code_is_kept_as_a_hash_and_cannot_be_tried_quickly() -> None:
    kept = code_hash("1234")
    assert "1234" not in kept
    assert kept != code_hash("1234")
    codes = CodeCheck()
    codes.check("1234", kept)
    for _ in range(TRIES - 1):
        with pytest.raises(Refusal, match="not the teacher's code"):
            codes.check("1235", kept)
    with pytest.raises(Refusal, match="wait"):
        codes.check("1234", kept)
    with pytest.raises(Refusal, match="at least 4"):
        code_hash("123")


def test_the_lock_of_a_room_needs_its_code(database: Path) -> None:
    async def test() -> None:
        async with application(database) as app:
            made = await app.new("gomoku", locked=True, lock_code="mouse-7")
            async with app.enter(made["id"], made["tokens"]["owner"]) as pupil:
                assert pupil.room["lock_code"] is True
                assert "mouse" not in str(pupil.told)
                assert (await pupil.ask("lock", on=False))["code"] == "locked"
                assert (await pupil.ask("lock", on=False, code="guess"))["code"] == "locked"
                await pupil.do("lock", on=True, code="mine")  # does not change the code
                assert (await pupil.ask("lock", on=False, code="mine"))["code"] == "locked"
                # Another owner of the game, and its next game, have the same lock.
                again = await app.call("POST", f"/api/games/{made['id']}/claim")
                async with app.enter(made["id"], again["tokens"]["owner"]) as other:
                    assert (await other.ask("lock", on=False))["code"] == "locked"
                await pupil.play("h8")
                await pupil.send("act", what="restart")
                following = (await pupil.until("next"))["id"]
            async with app.enter(following, made["tokens"]["owner"]) as pupil:
                assert pupil.room["locked"]
                assert (await pupil.ask("lock", on=False))["code"] == "locked"
                await pupil.send("lock", on=False, code="mouse-7")
                people = await pupil.until("people", lambda message: not message["locked"])
                assert not people["lock_code"]

    run(test())


def test_the_lock_of_the_server(database: Path) -> None:
    async def test() -> None:
        async with application(database) as app:
            made = await app.new()
            place = "/api/class/lock"
            await app.call("POST", place, 400, json={"on": True, "code": "1"})
            async with app.enter(made["id"], made["tokens"]["owner"]) as pupil:
                assert (await app.call("POST", place, json={"on": True, "code": "4711"}))["locked"]
                await pupil.until("people", lambda message: message["locked"])
                assert (await pupil.ask("act", what="hint"))["code"] == "locked"
                assert (await pupil.ask("lock", on=False))["code"] == "locked"
                assert await code(app, "POST", place, json={"on": False}) == "locked"
                assert await code(app, "POST", place, json={"on": False, "code": "4712"}) == "locked"
                assert await code(app, "POST", "/api/network/open") in ("locked", "not-allowed")
                assert not (await app.call("POST", place, json={"on": False, "code": "4711"}))["locked"]
                await pupil.until("people", lambda message: not message["locked"])

    run(test())


def test_opening_to_the_network_does_not_get_round_the_code(database: Path) -> None:
    async def listening() -> Opened:
        return Opened("http://192.0.2.9:8710", lambda client: None)

    async def test() -> None:
        async with application(database, listen=listening) as app:
            await app.call("POST", "/api/class/lock", json={"on": True, "code": "4711"})
            assert await code(app, "POST", "/api/network/open") == "locked"
            await app.call("POST", "/api/class/lock", json={"on": False, "code": "4711"})
            await app.call("POST", "/api/network/open")

    run(test())


def test_all_boards_for_the_owner_alone(database: Path) -> None:
    async def test() -> None:
        async with application(database, **LAN) as app:
            made = [await app.new(game, join_token="let-me-in") for game in ("gomoku", "othello", "loa")]
            for path in ("/api/class", "/api/assignments"):
                assert await code(app, "GET", path) == "not-allowed"
                assert await code(app, "GET", path, headers=JOIN) == "not-allowed"
            assert (
                await code(app, "POST", "/api/class/lock", headers=JOIN, json={"on": True}) == "not-allowed"
            )
            async with (
                app.enter(made[0]["id"], made[0]["tokens"]["owner"], "Ann") as ann,
                app.enter(made[1]["id"], made[1]["tokens"]["owner"], "Bob"),
            ):
                await ann.play("h8")
                boards = (await app.call("GET", "/api/class", headers=OWNER))["boards"]
                assert {board["id"] for board in boards} == {made[0]["id"], made[1]["id"]}
                shown = next(board for board in boards if board["id"] == made[0]["id"])
                assert shown["position"]["cells"].count("x") == 1
                assert shown["online"] == [True, True]
                locked = await app.call("POST", "/api/class/lock", headers=OWNER, json={"on": True})
                assert locked["locked"]

    run(test())


def test_an_assignment_needs_its_link(database: Path) -> None:
    async def test() -> None:
        async with application(database, **LAN) as app:
            assert await code(app, "POST", "/api/assignments", json=ASSIGNMENT) == "needs-token"
            body = {**ASSIGNMENT, "join_token": "mine"}
            made = await app.call("POST", "/api/assignments", 201, json=body)
            game, key = made["id"], made["link"].partition("#")[2]
            path = f"/api/assignments/{game}"
            assert await code(app, "GET", path) == "needs-token"
            assert await code(app, "GET", path, headers=JOIN) == "needs-token"
            assert await code(app, "POST", f"{path}/begin", json={}) == "needs-token"
            pupil = await app.call("GET", path, headers={"X-Boyi-Token": key})
            assert (pupil["title"], pupil["side"], pupil["is_owner"]) == ("Win!", 0, False)
            assert key not in str(pupil)
            begun = await app.call(
                "POST", f"{path}/begin", 201, json={"name": "Mia"}, headers={"X-Boyi-Token": key}
            )
            async with app.enter(begun["id"], begun["tokens"]["owner"]) as mia:
                assert mia.room["task"]["state"] == "open"
                assert mia.room["locked"]
                assert (await mia.ask("lock", on=False))["code"] == "locked"
                assert (await mia.ask("act", what="restart"))["code"] == "not-allowed"
                await mia.play("i8")
                people = await mia.until("people", lambda message: message["phase"] == "over")
                assert people["task"]["state"] == "solved"
            for headers, seen in (
                (OWNER, 1),
                ({"X-Boyi-Token": made["owner"]}, 1),
                ({"X-Boyi-Token": key}, 0),
            ):
                attempts = (await app.call("GET", path, headers=headers))["attempts"]
                assert len(attempts) == seen
                assert all(
                    (one["name"], one["state"], one["moves"]) == ("Mia", "solved", 1) for one in attempts
                )
            found = (await app.call("GET", "/api/assignments", headers=OWNER))["assignments"]
            assert [one["id"] for one in found] == [game]
            # It is no game of the library, and a game is no assignment.
            listed = await app.call("GET", "/api/games", headers=JOIN)
            assert game not in {one["id"] for one in listed["games"]}
            other = await app.new(join_token="let-me-in")
            assert (
                await code(app, "GET", f"/api/assignments/{other['id']}", 404, headers=OWNER) == "not-found"
            )

    run(test())


def test_one_pupil_does_not_use_up_the_tries(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignments, "MOST_OF_ONE", 2)

    async def test() -> None:
        async with application(database, **LAN) as app:
            made = await app.call("POST", "/api/assignments", 201, json={**ASSIGNMENT, "join_token": "mine"})
            path = f"/api/assignments/{made['id']}/begin"
            pupil = {"X-Boyi-Token": made["link"].partition("#")[2]}
            for status in (201, 201, 429):
                refused = await app.call("POST", path, status, json={}, headers=pupil)
            assert "from your computer" in refused["error"]["text"]["en"]
            # Another pupil and the teacher still begin.
            other = httpx.ASGITransport(app.app, client=("192.0.2.8", 50_000))
            async with httpx.AsyncClient(transport=other, base_url=f"http://{HOST}") as http:
                assert (await http.post(path, json={}, headers=pupil)).status_code == 201
            for _ in range(3):
                await app.call("POST", path, 201, json={}, headers=OWNER)

    run(test())


def test_the_position_of_a_locked_game_counts_after_everyone_has_left(database: Path) -> None:
    async def test() -> None:
        async with application(database, idle=0.0, linger=0.0) as app:
            rooms = app.app.state.rooms
            locked = await app.new(locked=True, start={"moves": "h8 h9 i8 i9"})
            other = await app.new(start={"moves": "i8 i9 h8 h9"})

            async def analyse() -> str:
                async with app.enter(other["id"], other["tokens"]["owner"]) as pupil:
                    return str((await pupil.ask("analyse", on=True, node=4)).get("code"))

            async with app.enter(locked["id"], locked["tokens"]["owner"]):
                assert await analyse() == "locked"
            while locked["id"] in [room.id for room in rooms.in_memory()]:
                await rooms._sweep_all()
                await asyncio.sleep(0)
            assert await analyse() == "locked"
            assert locked["id"] not in [room.id for room in rooms.in_memory()]
            async with app.enter(locked["id"], locked["tokens"]["owner"]) as player:
                await player.do("act", what="resign")
            assert await analyse() != "locked"

    run(test())


def test_bad_assignments(database: Path) -> None:
    async def test() -> None:
        async with application(database) as app:
            over = FOUR.replace("4xxxx7", "4xxxxx6")
            for change, status in (
                ({"position": over}, 400),
                ({"position": "?"}, 400),
                ({"game": "chess"}, 400),
                ({"level": 11}, 422),
                ({"side": 2}, 422),
            ):
                await app.call("POST", "/api/assignments", status, json={**ASSIGNMENT, **change})

    run(test())


@pytest.mark.parametrize(
    ("plies", "over", "winner", "state"),
    [
        (0, False, None, "open"),
        (1, True, 0, "solved"),
        (3, True, 0, "solved"),
        (5, True, 0, "failed"),  # a move too late
        (3, False, None, "open"),  # the computer is to move
        (4, False, None, "failed"),
        (2, True, 1, "failed"),
        (2, True, None, "failed"),
    ],
)
def test_black_wins_within_two_moves(plies: int, over: bool, winner: int | None, state: str) -> None:
    assert Task("", 0, 1, 2).judge(plies, over, winner) == state


def test_the_computer_answers_and_a_failure_is_told(server: Server) -> None:
    async def play() -> None:
        _, made, _ = server.call("POST", "/api/assignments", {**ASSIGNMENT, "side": 1, "within": 0})
        _, begun, _ = server.call("POST", f"/api/assignments/{made['id']}/begin", {"name": "Mia"})
        async with enter(server, begun["id"], begun["tokens"]["owner"]) as mia:
            people = await mia.until("people", lambda message: message["phase"] == "over")
            assert people["task"]["state"] == "failed"  # black had four
        _, results, _ = server.call("GET", f"/api/assignments/{made['id']}")
        assert [one["state"] for one in results["attempts"]] == ["failed"]

    run(play())

"""Strangers, guests and the owner of a server: what each is shown and may do, over REST and the WebSocket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boyi.cli.main import main
from boyi.core.message import Message
from boyi.server.rooms.state import MOST_CHAT, MOST_SPECTATOR_CHAT, RoomInfo, Seat
from tests.server.client import FRIEND, HUMAN, Server, computer, enter, running

MOVES = "h8 h9 i8 i9 g8"
FOUR = "15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/15 x"
GAME = "(;GM[4]SZ[15];B[hh];W[hg];B[ih];W[ig];B[gh])"


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("lan")
    with running(folder / "games.db", "--lan", "--host", "127.0.0.1") as server:
        server.join_token()
        yield server


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("locked") / "games.db", "--lock") as server:
        yield server


def proof(token: str) -> dict[str, str]:
    return {"X-Boyi-Server-Token": token}


def imported(server: Server, text: str, join: str = "") -> tuple[str, str]:
    from urllib.parse import urlencode

    body = urlencode({"text": text, "join_token": join}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    status, answer, _ = server.call("POST", "/api/import", body, kind)
    assert status == 200, answer
    game = answer["games"][0]
    return game["id"], game["tokens"]["owner"]


# The library, files and talk of a server on the network


def test_strangers_see_no_library_and_get_no_files(lan: Server) -> None:
    made = lan.new(join_token=lan.join_token())
    one, many = f"/api/games/{made['id']}/export", {"ids": [made["id"]], "format": "sgf"}
    wrong: list[dict[str, str]] = [{}, proof("guess"), {"X-Boyi-Token": "guess"}]
    for headers in wrong:
        for method, path, body in (
            ("GET", "/api/games", None),
            ("GET", one, None),
            ("POST", "/api/export", many),
        ):
            status, answer, _ = lan.call(method, path, body, headers)
            assert (status, answer["error"]["code"]) == (403, "needs-token"), path
            assert set(answer["error"]["text"]) == {"en", "zh_CN"}
            assert made["id"] not in json.dumps(answer)
    own = {"X-Boyi-Token": made["tokens"]["owner"]}
    assert lan.call("GET", one, headers=own)[0] == 200
    assert lan.call("GET", "/api/games", headers=own)[0] == 403
    for token in (lan.join_token(), lan.owner_token()):
        assert made["id"] in json.dumps(lan.call("GET", "/api/games", headers=proof(token))[1])
        assert lan.call("GET", one, headers=proof(token))[0] == 200
        assert lan.call("POST", "/api/export", many, proof(token))[0] == 200


def test_a_link_opens_its_game_without_the_talk(lan: Server) -> None:
    async def play() -> None:
        made = lan.new("gomoku", [HUMAN, FRIEND], join_token=lan.join_token())
        where, owner, friend = made["id"], made["tokens"]["owner"], made["tokens"]["seats"][1]
        join = lan.join_token()
        async with (
            enter(lan, where, owner, "Ann") as ann,
            enter(lan, where, friend, "Bob") as bob,
            enter(lan, where) as stranger,
            enter(lan, where, server_token=join) as guest,
        ):
            await ann.do("answer", granted=True)
            await ann.do("say", text="a secret plan")
            await ann.play("h8")
            for client in (stranger, guest, bob):
                await client.until("moved")
            assert "a secret plan" in json.dumps(guest.told)
            assert "a secret plan" in json.dumps(bob.told)
            assert "a secret plan" not in json.dumps(stranger.told)
            assert (stranger.you["chat"], guest.you["chat"], bob.you["chat"]) == (False, True, True)
            assert stranger.room["position"]["cells"].count("x") == 0
            assert stranger.position["cells"].count("x") == 1
            assert (await stranger.ask("say", text="hello"))["code"] == "needs-token"
            # The owner's leave is for guests; a stranger is still one.
            await ann.do("open-chat", on=True)
            assert (await stranger.ask("say", text="hello"))["code"] == "needs-token"
            await guest.do("say", text="from a guest")
            assert "from a guest" not in json.dumps(stranger.told)
        async with enter(lan, where) as late:
            assert late.room["chat"] == []
            assert late.room["position"]["ply"] == 1
        status, view, _ = lan.call("GET", f"/api/games/{where}")
        assert (status, view["chat"], view["position"]["ply"]) == (200, [], 1)
        for headers in (proof(join), {"X-Boyi-Token": friend}, {"X-Boyi-Token": owner}):
            assert (
                lan.call("GET", f"/api/games/{where}", headers=headers)[1]["chat"][0]["text"]
                == "a secret plan"
            )

    asyncio.run(play())


def test_the_owner_of_the_server_manages_its_games(lan: Server) -> None:
    made = lan.new(join_token=lan.owner_token())  # the owner's token is a join token too
    for token in ("", lan.join_token()):
        assert lan.call("POST", f"/api/games/{made['id']}/claim", {}, proof(token))[0] == 403
        assert lan.call("DELETE", f"/api/games/{made['id']}", headers=proof(token))[0] == 403
    assert lan.call("POST", f"/api/games/{made['id']}/claim", {}, proof(lan.owner_token()))[0] == 200
    assert lan.call("DELETE", f"/api/games/{made['id']}", headers=proof(lan.owner_token()))[0] == 200


# Chat


def test_several_games_are_deleted_with_the_token_of_each(lan: Server) -> None:
    made = [lan.new(join_token=lan.join_token()) for _ in range(3)]
    ids = [game["id"] for game in made]
    tokens = {game["id"]: game["tokens"]["owner"] for game in made}

    def delete(wanted: list[str], proofs: dict[str, str]) -> tuple[int, Any]:
        return lan.call("POST", "/api/games/delete", {"ids": wanted, "tokens": proofs})[:2]

    for proofs in ({}, tokens | {ids[2]: "guess"}, tokens | {ids[2]: tokens[ids[0]]}):
        status, answer = delete(ids, proofs)
        assert (status, answer["error"]["code"]) == (403, "not-allowed")
        assert all(lan.call("GET", f"/api/games/{one}")[0] == 200 for one in ids)  # none is half done
    assert delete([*ids[:2], "222222222222"], tokens) == (200, {"deleted": 2})
    assert [lan.call("GET", f"/api/games/{one}")[0] for one in ids] == [404, 404, 200]


def test_spectators_write_with_the_owners_leave_only(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, computer()])
        async with (
            enter(server, made["id"], made["tokens"]["owner"], "Ann") as ann,
            enter(server, made["id"], name="Eve") as eve,
        ):
            refused = await eve.ask("say", text="hello")
            assert refused["code"] == "not-allowed"
            assert "观战" in refused["text"]["zh_CN"]
            assert (await eve.ask("open-chat", on=True))["code"] == "not-allowed"
            await ann.do("open-chat", on=True)
            assert (await eve.until("people", lambda m: m["spectator_chat"]))["type"] == "people"
            await eve.do("say", text="hello")
            said = await ann.until("said")
            assert (said["chat"]["name"], said["chat"]["seat"], said["chat"]["spectator"]) == (
                "Eve",
                None,
                True,
            )
            await ann.do("open-chat", on=False)
            assert (await eve.ask("say", text="again"))["code"] == "not-allowed"
        async with enter(server, made["id"]) as other:  # it was stored
            assert [line["text"] for line in other.room["chat"]] == ["hello"]

    asyncio.run(play())


def test_whoever_writes_too_fast_waits_on_all_their_pages(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, HUMAN])
        owner = made["tokens"]["owner"]
        async with enter(server, made["id"], owner) as ann, enter(server, made["id"], owner) as second:
            answers = [await ann.ask("say", text=f"line {number}") for number in range(30)]
            refused = [answer for answer in answers if answer["type"] == "refused"]
            assert {answer["code"] for answer in refused} == {"too-many"}
            assert len(refused) >= 10
            assert answers[0]["type"] == "done"
            while (answer := await second.ask("say", text="and here"))["type"] == "done":
                pass  # as much as the moment since has earned
            assert answer["code"] == "too-many"
            await ann.play("h8")  # and the connection stands

    asyncio.run(play())


def test_spectators_never_push_out_the_players_lines() -> None:
    info = RoomInfo([Seat("human"), Seat("human")])
    for number in range(1, 6):
        info.add_chat({"number": number, "text": "player", "spectator": False})
    for number in range(6, 1000):
        info.add_chat({"number": number, "text": "guest", "spectator": True})
    kept = [line["text"] for line in info.chat]
    assert (kept.count("player"), kept.count("guest")) == (5, MOST_SPECTATOR_CHAT)
    assert info.chat[-1]["number"] == 999
    for number in range(1000, 2000):
        info.add_chat({"number": number, "text": "player", "spectator": False})
    kept = [line["text"] for line in info.chat]
    assert (kept.count("player"), kept.count("guest")) == (MOST_CHAT, MOST_SPECTATOR_CHAT)
    assert [line["number"] for line in info.chat] == sorted(line["number"] for line in info.chat)


def test_the_next_game_has_the_people_and_nothing_that_happened() -> None:
    info = RoomInfo([Seat("human", "Ann"), Seat("computer", "Level 3", "level:3")])
    owner = info.add_owner()
    info.let_computer_play(0, on=True)
    info.add_chat({"number": 1, "text": "hello", "spectator": False})
    info.end(Message("The other program left."), [3.0, None])
    info.lead_to("next", played=True)
    following = info.for_next_game(swap=True)
    assert [seat.name for seat in following.seats] == ["Level 3", "Ann"]
    assert following.is_owner(owner)
    assert not any(seat.auto for seat in following.seats)
    assert (following.chat, following.rematch, following.stopped, following.ending) == ([], None, [], {})
    # The game before it stays as it was.
    assert [seat.name for seat in info.seats] == ["Ann", "Level 3"]
    assert (info.seats[0].auto, info.rematch, len(info.chat)) == (True, "next", 1)


# The lock


async def help_is_locked(client: Any, node: int) -> None:
    for message in ({"kind": "analyse", "on": True, "node": node}, {"kind": "review", "on": True}):
        answer = await client.ask(**message)
        assert (answer["type"], answer["code"]) == ("refused", "locked"), message


def test_a_locked_server_analyses_imports_for_its_owner_only(locked: Server) -> None:
    async def study() -> None:
        made = locked.new("gomoku", [HUMAN, HUMAN], start={"moves": MOVES})
        status, text, _ = locked.call("GET", f"/api/games/{made['id']}/export")
        assert status == 200
        game_id, token = imported(locked, text.decode())
        async with enter(locked, game_id, token) as student:
            assert not student.you["server_owner"]
            await help_is_locked(student, student.room["nodes"][-1]["node"])
        async with enter(locked, game_id, token, server_token="guess") as student:
            await help_is_locked(student, 0)
        async with enter(locked, made["id"], made["tokens"]["owner"]) as student:
            await student.do("act", what="resign")
            await student.until("over")
            await help_is_locked(student, 0)
        async with enter(locked, game_id, token, server_token=locked.owner_token()) as teacher:
            assert teacher.you["server_owner"]
            await teacher.do("analyse", on=True, node=teacher.room["nodes"][-1]["node"])
            await teacher.until("analysis")
            await teacher.do("analyse", on=False)

    asyncio.run(study())


def test_on_a_locked_server_the_computer_plays_on_from_nobodys_position(locked: Server) -> None:
    made = locked.new("gomoku", [HUMAN, HUMAN], start={"moves": MOVES})
    body = {"game": "gomoku", "seats": [HUMAN, computer()]}
    for start in ({"moves": MOVES}, {"from": {"id": made["id"], "node": 3}}):
        status, answer, _ = locked.call("POST", "/api/games", {**body, "start": start})
        assert (status, answer["error"]["code"]) == (403, "locked")
        teacher = {**body, "start": start, "join_token": locked.owner_token()}
        assert locked.call("POST", "/api/games", teacher)[0] == 201
    assert locked.call("POST", "/api/games", body)[0] == 201


def test_copies_of_a_locked_game_are_locked_while_it_goes_on(server: Server) -> None:
    async def play() -> None:
        first = server.new("gomoku", [HUMAN, HUMAN], start={"moves": MOVES}, locked=True)
        start = {"from": {"id": first["id"], "node": 5}}
        copy = server.new("gomoku", [HUMAN, HUMAN], start=start)
        async with enter(server, first["id"], first["tokens"]["owner"]) as ann:
            async with enter(server, copy["id"], copy["tokens"]["owner"]) as student:
                await student.do("act", what="resign")  # a copy that is over is still a copy
                await student.until("over")
                await help_is_locked(student, 0)
            again = {"from": {"id": copy["id"], "node": 5}}
            second = server.new("gomoku", [HUMAN, computer()], start=again, hidden=True)
            async with enter(server, second["id"], second["tokens"]["owner"]) as student:
                assert student.room["locked"]
                assert (await student.ask("lock", on=False))["code"] == "locked"
            game_id, token = imported(server, GAME)
            async with enter(server, game_id, token) as student:
                last = student.room["nodes"][-1]["node"]
                await help_is_locked(student, last)
                # Earlier positions tell nothing of the moves that come.
                await student.do("analyse", on=True, node=student.room["nodes"][2]["node"])
                await student.do("analyse", on=False)
                await ann.do("act", what="resign")
                await ann.until("over")
                await student.do("analyse", on=True, node=last)
                await student.do("analyse", on=False)

    asyncio.run(play())


def test_the_position_of_a_locked_game_is_recognised_in_another_room(server: Server) -> None:
    """However it came about there: by other moves, by moves that follow, or as a position that was set up."""
    around = "i8 h9 h8 i9 g8 g9"
    after = "15/15/15/15/15/15/6ooo6/6xxx6/15/15/15/15/15/15/15 x"

    async def play() -> None:
        first = server.new("gomoku", [HUMAN, HUMAN], start={"moves": f"{MOVES} g9"}, locked=True)
        made_up = server.new("gomoku", [HUMAN, HUMAN], start={"position": FOUR}, locked=True)
        async with (
            enter(server, first["id"], first["tokens"]["owner"]) as ann,
            enter(server, made_up["id"], made_up["tokens"]["owner"]) as eve,
        ):
            starts = (
                {"moves": around},
                {"moves": f"{around} f8 f9"},
                {"position": after},
                {"position": FOUR},
            )
            rooms = [server.new("gomoku", [HUMAN, computer()], start=start) for start in starts]
            for room in rooms:
                async with enter(server, room["id"], room["tokens"]["owner"]) as student:
                    await help_is_locked(student, student.room["nodes"][-1]["node"])
                    assert (await student.ask("act", what="hint"))["code"] == "locked"
            for player in (ann, eve):
                await player.do("act", what="resign")
                await player.until("over")
            for room in rooms:
                async with enter(server, room["id"], room["tokens"]["owner"]) as student:
                    await student.do("analyse", on=True, node=student.room["nodes"][-1]["node"])

    asyncio.run(play())


def test_a_server_for_one_machine_has_no_owners_link(server: Server, locked: Server, lan: Server) -> None:
    assert "#owner=" not in server.said
    assert len(locked.owner_token()) == len(lan.owner_token()) == 32


def test_networks_are_checked_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--db", str(tmp_path / "games.db"), "--course-network", "the class"]) == 2
    assert "is not a network" in capsys.readouterr().err

"""Rules of rooms: help between two people, the lock, explanations, the list, the pace, the join token."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.client import FRIEND, HUMAN, Server, computer, enter, running
from tests.server.test_study import GAME, imported


def test_between_two_people_nobody_lets_the_computer_play(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND])
        async with (
            enter(server, made["id"], made["tokens"]["owner"]) as ann,
            enter(server, made["id"], made["tokens"]["seats"][1]),
        ):
            await ann.until("requested")
            await ann.do("answer", granted=True)
            refusal = await ann.ask("auto", side=0, on=True)
            assert refusal["code"] == "not-allowed"
            assert refusal["text"]["zh_CN"] == "两人对局时电脑不提供建议。"

    asyncio.run(play())


def test_an_empty_hand_in_lines_of_action_is_told_about_the_cell(server: Server) -> None:
    async def ask() -> None:
        made = server.new("loa", [HUMAN, computer()])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            for cell, words in (
                (27, "d5 has no piece of yours."),
                (8, "a7 has no piece of yours."),
                (1, "The piece on b8 must go to another cell."),
            ):
                answer = await client.ask("explain", node=0, cell=cell)
                assert answer["text"]["en"] == words

    asyncio.run(ask())


def test_the_list_of_games_in_progress_has_no_imports(database: Path) -> None:
    with running(database) as server:
        going = server.new("othello")["id"]
        for _ in range(3):
            imported(server, GAME)
        listing = server.call("GET", "/api/games?state=playing&limit=1")[1]
        assert (listing["total"], [game["id"] for game in listing["games"]]) == (1, [going])
        assert server.call("GET", "/api/games?state=unfinished")[1]["total"] == 4
        for words in ("level%201", "Computer,%20level%201", "%E7%94%B5%E8%84%91", "computer"):
            assert server.call("GET", f"/api/games?text={words}")[1]["total"] == 1, words


def test_two_computers_play_so_that_they_can_be_followed(server: Server) -> None:
    async def watch() -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        made = server.new("gomoku", [computer(), computer()], pace=0.3)
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            while client.position["ply"] < 4:
                await client.hear()
            assert loop.time() - began >= 0.85

    asyncio.run(watch())


def test_a_teachers_server_is_locked_for_everyone(database: Path) -> None:
    async def play(server: Server) -> None:
        made = server.new("gomoku", [HUMAN, computer()], locked=False)
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            assert client.room["locked"]
            assert (await client.ask("act", what="hint"))["code"] == "locked"
            assert (await client.ask("auto", side=0, on=True))["code"] == "locked"
            assert (await client.ask("lock", on=False))["code"] == "locked"
            assert (await client.ask("watch", on=True))["code"] == "locked"

    with running(database, "--lock") as server:
        assert server.call("GET", "/api/catalog")[1]["locked"] is True
        asyncio.run(play(server))


def test_the_join_token_is_told_from_others_at_once(database: Path) -> None:
    with running(database, "--lan", "--host", "127.0.0.1") as server:
        token = server.join_token()
        assert server.call("POST", "/api/join", {"join_token": token})[0] == 200
        for word, said in (("", "Making a room needs"), ("guess", "That is not the join token")):
            status, answer, _ = server.call("POST", "/api/join", {"join_token": word})
            assert status == 403
            assert answer["error"]["text"]["en"].startswith(said)

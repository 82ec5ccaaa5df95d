"""Analysis, review and editing of games that nobody plays."""

from __future__ import annotations

import asyncio

import pytest

from tests.patience import wait_until
from tests.server.client import FRIEND, HUMAN, Server, computer, enter
from tests.server.test_games import busy

GAME = "f5d6c3d3c4f4c5b3c2e3d2c6b4a3"


def imported(server: Server, text: str, **more: str) -> tuple[str, str]:
    from urllib.parse import urlencode

    body = urlencode({"text": text, **more}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    status, answer, _ = server.call("POST", "/api/import", body, kind)
    assert status == 200, answer
    assert not answer["errors"], answer
    game = answer["games"][0]
    return game["id"], game["tokens"]["owner"]


@pytest.mark.outside
def test_analysis_begins_moves_and_stops(server: Server) -> None:
    async def study() -> None:
        game_id, token = imported(server, GAME)
        async with enter(server, game_id, token) as client:
            assert client.room["phase"] == "review"
            node = client.room["nodes"][5]["node"]
            await client.do("analyse", on=True, node=node, candidates=3)
            # How often it comes, benchmarks/page.py measures.
            found = [await client.until("analysis") for _ in range(8)]
            searched = found[0]["search"]["nodes"]
            found.append(await client.until("analysis", lambda m: m["search"]["nodes"] > searched))
            assert found[-1]["search"]["node"] == node
            assert 1 < len(found[-1]["search"]["candidates"]) <= 3
            await client.do("analyse", on=True, node=0)
            await client.until("analysis", lambda m: m["search"]["node"] == 0)
            await client.do("analyse", on=False)
            wait_until(lambda: busy(server) == 0, "the end of the work")
            heard = len(client.told)
            await client.do("ping")
            assert not [m for m in client.told[heard:] if m["type"] == "analysis"]

    asyncio.run(study())


def test_an_analysis_gives_way_to_the_games(server: Server) -> None:
    async def study() -> None:
        ids = [imported(server, GAME) for _ in range(3)]
        made = server.new("gomoku", [HUMAN, computer("level:2")])
        async with (
            enter(server, *ids[0]) as one,
            enter(server, *ids[1]) as two,
            enter(server, *ids[2]) as three,
            enter(server, made["id"], made["tokens"]["owner"]) as player,
        ):
            for client in (one, two, three):
                await client.do("analyse", on=True, node=3)
            await one.until("analysis")
            await player.play("h8")
            assert await player.my_turn()
            # Those that gave way go on when there is room.
            await one.do("analyse", on=False)
            await two.until("analysis")
            for client in (two, three):
                await client.do("analyse", on=False)

    asyncio.run(study())


def test_review_marks_mistakes_and_is_kept(server: Server) -> None:
    async def study() -> None:
        # Black leaves a row of three alone, then white's four.
        game_id, token = imported(server, "h8 i9 a1 i8 a2 i10 a3 i11 b1 i7", game="gomoku")
        async with enter(server, game_id, token) as client:
            await client.do("review", seconds=0.2)
            reviewed = [await client.until("reviewed") for _ in range(10)]
            assert reviewed[-1]["progress"] == 1
            nodes = [message["node"] for message in reviewed]
            assert all(node["evaluation"] is not None for node in nodes)
            bad = [node for node in nodes if node["mark"] in ("mistake", "blunder")]
            assert bad, nodes
            assert all(node["better"] for node in bad)
            assert nodes[-1]["evaluation"] == 0
        export = f"/api/games/{game_id}/export?format=sgf"
        wait_until(lambda: b"BM[" in server.call("GET", export)[1], "the marks in the file")

    asyncio.run(study())


def test_the_tree_is_edited_by_its_owner_only(server: Server) -> None:
    async def study() -> None:
        game_id, token = imported(server, GAME)
        async with enter(server, game_id, token) as owner, enter(server, game_id) as guest:
            assert (guest.you["seats"], guest.you["owner"]) == ([], False)
            refusal = await guest.ask("edit", what="comment", node=1, text="mine")
            assert refusal["code"] == "not-allowed"
            await owner.do("edit", what="comment", node=1, text="<script>alert(1)</script> 好棋")
            tree = await guest.until("tree")
            assert tree["nodes"][1]["comment"] == "<script>alert(1)</script> 好棋"
            ref = await owner.send("look", node=0)
            start = (await owner.until("position"))["position"]
            assert (await owner.answer(ref))["type"] == "done"
            assert 19 in start["moves"]  # d3
            await owner.do("edit", what="add", node=0, move=19)
            at = owner.told[-2]["at"]
            await owner.do("edit", what="promote", node=at)
            assert (await owner.ask("edit", what="add", node=at, move=0))["code"] == "illegal"
            await owner.do("edit", what="remove", node=at)
            assert (await owner.ask("look", node=at))["code"] == "not-found"
            assert (await owner.ask("edit", what="remove", node=0))["type"] == "refused"
        view = server.call("GET", f"/api/games/{game_id}")[1]
        assert len(view["nodes"]) == 15

    asyncio.run(study())


@pytest.mark.parametrize("seats", [[HUMAN, HUMAN], [HUMAN, computer()], [HUMAN, FRIEND]])
def test_a_game_that_goes_on_is_analysed_for_one_and_changed_for_nobody(
    server: Server, seats: list[dict[str, str]]
) -> None:
    async def study() -> None:
        made = server.new("gomoku", seats, start={"moves": "h8 h9"})
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            for node in (0, 1, client.position["node"]):
                if FRIEND not in seats:
                    await client.do("analyse", on=True, node=node)
                    await client.until("analysis")
                    continue
                refusal = await client.ask("analyse", on=True, node=node)
                assert refusal["code"] == "not-allowed"
                assert refusal["text"]["en"].startswith("In a game between two people")
            refusal = await client.ask("edit", what="add", node=0, move=0)
            assert refusal["text"]["en"] == "The game is not over: only a finished game can be changed."

    asyncio.run(study())


def test_an_analysis_ends_when_the_game_goes_on(server: Server) -> None:
    async def study() -> None:
        made = server.new("othello", [HUMAN, HUMAN])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.play(client.moves[0])
            await client.do("act", what="resign")
            if client.outcome is None:
                await client.until("over")
            await client.do("analyse", on=True, node=0)
            await client.until("analysis")
            await client.do("act", what="undo")
            wait_until(lambda: busy(server) == 0, "the end of the work")
            heard = len(client.told)
            await client.do("ping")
            assert not [m for m in client.told[heard:] if m["type"] == "analysis"]

    asyncio.run(study())


@pytest.mark.parametrize("hidden", [True, False])
def test_a_lock_goes_with_the_game(server: Server, hidden: bool) -> None:
    async def study() -> None:
        seats = [HUMAN, computer()]
        locked = server.new("othello", seats, locked=True)
        start = {"from": {"id": locked["id"], "node": 0}}
        made = server.new("othello", seats, start=start, hidden=hidden)
        async with (
            enter(server, locked["id"], locked["tokens"]["owner"]) as teacher,
            enter(server, made["id"], made["tokens"]["owner"]) as client,
        ):
            assert client.room["locked"]
            assert (await client.ask("act", what="hint"))["code"] == "locked"
            refusal = await client.ask("lock", on=False)
            assert (refusal["code"], refusal["text"]["zh_CN"]) == (
                "locked",
                "这盘棋来自一盘尚未结束的锁定棋局：仍然锁定。",
            )
            await teacher.do("act", what="resign")
            if teacher.outcome is None:
                await teacher.until("over")
            await client.do("lock", on=False)
            await client.do("act", what="hint")
        again = server.new("othello", seats, start=start, hidden=hidden)
        assert server.call("GET", f"/api/games/{again['id']}")[1]["locked"] is False

    asyncio.run(study())


def test_a_try_out_begins_where_the_game_stood(server: Server) -> None:
    async def study() -> None:
        game_id, _ = imported(server, GAME)
        made = server.new(
            "othello", [HUMAN, computer()], start={"from": {"id": game_id, "node": 4}}, hidden=True
        )
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            assert client.room["origin"] == {"id": game_id, "node": 4, "ply": 4}
            assert client.position["ply"] == 4
            await client.play(client.moves[0])
            assert await client.my_turn()
            await client.do("act", what="undo")
            await client.until("taken-back")
            assert client.position["ply"] == 4
            assert (await client.ask("act", what="undo"))["code"] == "not-allowed"
        listed = server.call("GET", "/api/games?limit=200")[1]
        assert made["id"] not in [game["id"] for game in listed["games"]]
        assert game_id in [game["id"] for game in listed["games"]]

    asyncio.run(study())


def test_a_line_is_shown_with_what_it_turns_and_takes() -> None:
    from boyi.core.record import GameRecord
    from boyi.core.registry import make_game
    from boyi.engines.search import search
    from boyi.server.serializers import search_view

    for name, changes in (("othello", True), ("loa", True), ("gomoku", False)):
        record = GameRecord(make_game(name))
        best = search_view(record, 0, search(record, depth=3)).candidates[0]
        position = record.position
        for move in best.pv:
            position = position.play(move.move)
        assert best.after == (position.cells if changes else "")  # type: ignore[attr-defined]

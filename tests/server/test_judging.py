"""Numbers that can be compared, what a move costs, and what is drawn on the board."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from boyi.core.outcome import Outcome
from boyi.core.result import Candidate, SearchResult
from boyi.engines.judging import Worth, mark_for, worth_of_end
from tests.server.client import Server, enter
from tests.server.in_process import application, run
from tests.server.test_study import imported

LOST = "h8 i9 a1 i8 a2 i10 a3 i11 b1 i7"
"""Gomoku: Black leaves a row of three alone, then White's four."""


def test_all_moves_get_values_of_one_depth(server: Server) -> None:
    async def study() -> None:
        game_id, token = imported(server, "h8 i9 h9 i10", game="gomoku")
        async with enter(server, game_id, token) as client:
            await client.do("analyse", on=True, node=4, candidates=400)
            told = await client.until("analysis", lambda m: len(m["search"]["candidates"]) > 5)
            await client.do("analyse", on=False)
        rates = [one["win_rate"] for one in told["search"]["candidates"]]
        assert rates == sorted(rates, reverse=True)
        assert all(one["visits"] == 0 for one in told["search"]["candidates"])

    asyncio.run(study())


def test_a_proven_win_says_its_length(server: Server) -> None:
    async def study() -> None:
        game_id, token = imported(server, "h8 a1 i8 a2 j8 a3", game="gomoku")
        async with enter(server, game_id, token) as client:
            await client.do("analyse", on=True, node=6)
            search = (await client.until("analysis", lambda m: m["search"]["proven"]))["search"]
        assert (search["proven"], search["plies"]) == ("win", 3)
        best = search["candidates"][0]
        assert (best["proven"], best["plies"], best["win_rate"]) == ("win", 3, 1)

    asyncio.run(study())


def test_a_review_says_what_each_move_cost(server: Server) -> None:
    async def study() -> None:
        game_id, token = imported(server, LOST, game="gomoku")
        async with enter(server, game_id, token) as client:
            await client.do("review", seconds=0.2)
            nodes = [(await client.until("reviewed"))["node"] for _ in range(10)]
            assert all(node["loss"] is not None for node in nodes)
            for node in nodes:
                assert (node["loss"] >= 0.06) == (node["mark"] != "")
            assert nodes[-1]["loss"] == 0  # the move that won
        kept = server.call("GET", f"/api/games/{game_id}")[1]["nodes"]
        assert [node["loss"] for node in kept[1:]] == [node["loss"] for node in nodes]

    asyncio.run(study())


def test_a_move_that_is_tried_is_judged_and_not_kept(server: Server) -> None:
    async def study() -> None:
        game_id, token = imported(server, LOST, game="gomoku")
        async with enter(server, game_id, token) as client:
            far, block = 0 + 7 * 15 + 14, (15 - 12) * 15 + 8  # o8; i12, an end of the row of four
            for move, good in ((far, False), (block, True)):
                await client.send("judge", node=8, move=move)
                judged = await client.until("judged")
                assert judged["move"] == move
                assert judged["loss"] is not None
                # After a four with two open ends nothing helps, so nothing costs anything.
                assert judged["mark"] == "" or not good
            await client.send("judge", node=6, move=far)
            assert (await client.until("judged"))["loss"] is not None
            refusal = await client.ask("judge", node=8, move=7 * 15 + 7)
            assert refusal["code"] == "illegal"
        assert len(server.call("GET", f"/api/games/{game_id}")[1]["nodes"]) == 11

    asyncio.run(study())


def test_discs_are_said_where_the_game_has_them(server: Server) -> None:
    async def study() -> None:
        game_id, token = imported(server, "f5d6c3d3c4f4c5b3c2e3")
        async with enter(server, game_id, token) as client:
            assert client.room["board"]["points"] == {"en": "{points} discs", "zh_CN": "{points} 子"}
            await client.do("review", seconds=0.1)
            nodes = [(await client.until("reviewed"))["node"] for _ in range(10)]
            assert all(node["loss_points"] is not None for node in nodes)

    asyncio.run(study())


def test_shapes_are_kept_as_sgf(database: Path) -> None:
    shapes: list[dict[str, Any]] = [
        {"kind": "circle", "cell": 112},
        {"kind": "arrow", "cell": 0, "to": 16},
        {"kind": "label", "cell": 3, "text": "A]:b"},
    ]

    async def draw() -> None:
        async with application(database) as app:
            sgf = "(;GM[4]SZ[15];B[hh]TR[aa];W[hi])"
            answer = await app.call("POST", "/api/import", data={"text": sgf})
            game = answer["games"][0]
            async with app.enter(game["id"], game["tokens"]["owner"]) as client:
                assert [shape["kind"] for shape in client.room["nodes"][1]["shapes"]] == ["triangle"]
                await client.do("edit", what="shapes", node=1, shapes=shapes)
                tree = next(m for m in reversed(client.told) if m["type"] == "tree")
                drawn = [
                    {k: v for k, v in shape.items() if v not in (None, "")}
                    for shape in tree["nodes"][1]["shapes"]
                ]
                assert drawn == shapes
                outside = await client.ask(
                    "edit", what="shapes", node=1, shapes=[{"kind": "circle", "cell": 225}]
                )
                assert outside["code"] == "not-found"
            async with app.enter(game["id"]) as guest:
                assert (await guest.ask("edit", what="shapes", node=1, shapes=[]))["code"] == "not-allowed"
            token = {"X-Boyi-Token": game["tokens"]["owner"]}
            file = await app.call("GET", f"/api/games/{game['id']}/export?format=sgf", headers=token)
            assert b"CR[hh]" in file
            assert b"AR[aa:bb]" in file
            assert b"TR[" not in file
            again = await app.call("POST", "/api/import", data={"text": file.decode()})
            view = await app.call("GET", f"/api/games/{again['games'][0]['id']}")
            assert [shape["kind"] for shape in view["nodes"][1]["shapes"]] == ["circle", "arrow", "label"]
            assert view["nodes"][1]["shapes"][2]["text"] == "A]:b"

    run(draw())


def test_what_is_not_known_costs_nothing_known() -> None:
    unknown = SearchResult(3, None, 0.5, (3,), (Candidate(3, 0, 0.5, bound="none"),), 0, 1, 0.0)
    assert not unknown.rated
    assert unknown.comparable == ()
    assert Worth.of(unknown).loss_by(Worth(0.2)) == (None, None)
    assert Worth(0.7, 4.0).loss_by(Worth(0.4, -2.0)) == (0.7 - 0.4, 6.0)
    assert Worth(0.4).loss_by(Worth(0.7)) == (0.0, None)
    assert [mark_for(loss) for loss in (None, 0.05, 0.07, 0.2, 0.3)] == [
        "",
        "",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert worth_of_end(Outcome(1, "discs", 12), 0) == Worth(0.0, -12.0)


def test_ordinary_replies_are_not_marked_by_the_page(server: Server) -> None:
    async def study() -> None:
        losses = {}
        for reply in ("g9", "i7", "g8", "h7"):
            game_id, token = imported(server, f"h8 {reply}", game="gomoku")
            async with enter(server, game_id, token) as client:
                await client.do("review", seconds=0.2)
                nodes = [(await client.until("reviewed"))["node"] for _ in range(2)]
                assert [node["mark"] for node in nodes] == ["", ""]
                await client.send("judge", node=1, move=nodes[1]["move"])
                losses[reply] = (await client.until("judged"))["mark"]
        assert set(losses.values()) == {""}

    asyncio.run(study())

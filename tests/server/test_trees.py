"""Large trees: bounded, shown in parts, and nobody waits for them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boyi
from boyi import GameRecord
from boyi.server.api.files import read_sources
from boyi.server.api.lanes import Cancellation
from boyi.server.serializers import SHOWN_NODES, node_views
from boyi.store import rows
from boyi.store.rows import MOST_NODES
from boyi.store.store import Store
from tests.patience import processor_time
from tests.server.client import HUMAN, Server, enter, running
from tests.server.test_files import upload


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large files take their time on a busy machine."""
    monkeypatch.setattr("tests.server.client.PATIENCE", 120.0)


def grow(record: GameRecord, nodes: int, seed: int = 1) -> GameRecord:
    """Variations at random places, in depth and in breadth."""
    chance, ends = Random(seed), [0]
    while len(record.nodes) < nodes:
        node = chance.choice(ends[-50:]) if chance.random() < 0.9 else chance.randrange(len(record.nodes))
        if record.outcome_at(node) is None:
            move = chance.choice(record.position_at(node).moves())
            ends.append(record.play(move, node))
    return record


def large(nodes: int) -> GameRecord:
    record = GameRecord(boyi.game("gomoku"))
    record.play_text("h8 h9 i8 i9 j8")
    return grow(record, nodes)


def test_a_small_tree_is_shown_whole() -> None:
    record = large(SHOWN_NODES)
    views = node_views(record)
    assert [view.node for view in views] == list(record.walk())
    assert not any(view.more for view in views)


def test_of_a_large_tree_the_main_line_and_what_is_near_is_shown() -> None:
    record = large(20_000)
    far = max(range(len(record.nodes)), key=lambda node: len(record.path(node)))
    for near in (None, far, 12_345):
        views = node_views(record, near)
        shown = {view.node for view in views}
        assert len(views) <= SHOWN_NODES + 2 * 225 + 225
        assert shown.issuperset(record.main_line())
        assert shown.issuperset(record.path(near or 0))
        assert shown.issuperset(record.nodes[near or 0].children)
        for view in views:
            children = record.nodes[view.node].children
            assert view.more == len([child for child in children if child not in shown])
            assert view.parent is None or view.parent in shown
        # Each node comes before its children, and the children in their order.
        order = [node for node in record.walk() if node in shown]
        assert [view.node for view in views] == order


def test_an_import_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    from boyi.server.api import files as files_api

    monkeypatch.setattr(files_api, "MOST_NODES", 3)
    texts: list[tuple[str, bytes | str]] = [
        ("large.sgf", "(;GM[4]SZ[15];B[hh];W[ii];B[jj])"),
        ("small.sgf", "(;GM[4]SZ[15];B[hh])"),
    ]
    games, [error] = read_sources(texts, None, 10, Cancellation())
    assert [game.plies for game in games] == [1]
    assert error.name == "large.sgf"
    assert str(MOST_NODES) in error.text["en"]
    assert str(MOST_NODES) in error.text["zh_CN"]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A library with a game of 60,000 nodes, as it may be there from before the limit."""
    database = tmp_path_factory.mktemp("trees") / "games.db"
    with pytest.MonkeyPatch.context() as patch, Store.open(str(database)) as store:
        patch.setattr(rows, "MOST_NODES", 100_000)
        [game_id] = store.import_many([large(60_000)])
    return database, game_id


def test_the_rest_of_a_large_tree_is_looked_at(stored: tuple[Path, str]) -> None:
    database, game_id = stored

    async def look(server: Server) -> None:
        async with enter(server, game_id) as client:
            nodes = {node["node"]: node for node in client.room["nodes"]}
            assert len(nodes) < 2 * SHOWN_NODES
            for _ in range(5):
                hidden = next(node for node in sorted(nodes, reverse=True) if nodes[node]["more"])
                await client.send("look", node=hidden, around=True)
                told = (await client.until("nodes"))["nodes"]
                assert (await client.until("position"))["position"]["node"] == hidden
                known = [node for node in nodes.values() if node["parent"] == hidden]
                all_of_them = [node for node in told if node["parent"] == hidden]
                assert len(all_of_them) == len(known) + nodes[hidden]["more"]
                nodes = {node["node"]: node for node in told}
                assert nodes[hidden]["more"] == 0

    with running(database) as server:
        asyncio.run(look(server))
        status, room, _ = server.call("GET", f"/api/games/{game_id}")
        assert status == 200
        assert len(json.dumps(room)) < 500_000
        assert len(room["nodes"]) < 2 * SHOWN_NODES


def test_nobody_waits_for_a_large_tree(stored: tuple[Path, str]) -> None:
    """Another room's pings while the tree is shown again and again; all of it at once took half a second.

    Of the server's processor time: what else the machine does makes a ping late, and nobody's view large.
    """
    database, game_id = stored

    async def ping(server: Server, other: Any) -> float:
        worst, done = 0.0, asyncio.Event()

        async def show() -> None:
            for _ in range(8):
                await asyncio.to_thread(server.call, "GET", f"/api/games/{game_id}")
            done.set()

        async with enter(server, other["id"], other["tokens"]["owner"]) as client:
            task = asyncio.create_task(show())
            while not done.is_set():
                began = processor_time(server.process.pid)
                await client.do("ping")
                worst = max(worst, processor_time(server.process.pid) - began)
                await asyncio.sleep(0.06)
            await task
        return worst

    with running(database) as server:
        assert server.call("GET", f"/api/games/{game_id}")[0] == 200  # it is loaded
        other = server.new("gomoku", [HUMAN, HUMAN])
        worst = asyncio.run(ping(server, other))
        assert worst < 0.4


def test_an_imported_tree_is_edited_up_to_the_limit(server: Server) -> None:
    status, answer = upload(server, {"a.sgf": b"(;GM[4]SZ[15];B[hh];W[ii])"})
    assert status == 200
    games: Any = answer["games"]

    async def edit() -> None:
        async with enter(server, games[0]["id"], games[0]["tokens"]["owner"]) as client:
            await client.send("edit", what="add", node=1, move=0)
            tree = await client.until("tree")
            assert len(tree["nodes"]) == 4
            assert not any(node["more"] for node in tree["nodes"])

    asyncio.run(edit())

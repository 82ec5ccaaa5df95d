"""What was acknowledged is never lost: reconnecting, kill -9, restarts, dead workers."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import FRIEND, HUMAN, Server, StartedServer, computer, enter, running


def moves_of(room: dict[str, Any]) -> list[str]:
    return [node["text"] for node in room["nodes"] if node["ply"]]


def test_reconnect_in_the_middle(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND], clock="60")
        owner, friend = made["tokens"]["owner"], made["tokens"]["seats"][1]
        async with enter(server, made["id"], owner) as ann:
            async with enter(server, made["id"], friend) as bob:
                await ann.until("requested")
                await ann.do("answer", granted=True)
                await ann.play("h8")
                await bob.until("moved")
            lost = await ann.until("people", lambda m: not m["seats"][1]["online"])
            assert lost["phase"] == "playing"
            async with enter(server, made["id"], friend) as bob:
                assert bob.you["seats"] == [1]
                assert moves_of(bob.room) == ["h8"]
                assert bob.room["clock"]["running"] == 1
                assert 50 < bob.room["clock"]["left"][1] < 60
                await ann.until("people", lambda m: m["seats"][1]["online"])
                # The same move sent again, as after a lost answer, counts once.
                await bob.play("h9")
                for _ in range(2):
                    assert (await bob.ask("play", ply=2, move=6 * 15 + 7))["type"] == "done"
                assert (await bob.ask("play", ply=2, move=0))["code"] == "stale"
                await ann.until("moved")
                await ann.play("a1")
                moved = await bob.until("moved")
                assert moved["position"]["ply"] == 3

    asyncio.run(play())


@pytest.mark.parametrize("ended", ["kill", "stop"])
def test_the_server_ends_in_the_middle_of_games(database: Path, ended: str) -> None:
    async def play(server: Server) -> None:
        person = server.new("gomoku", [HUMAN, HUMAN], clock="300+5")
        against = server.new("othello", [HUMAN, computer("level:1")])
        acknowledged = []
        async with (
            enter(server, person["id"], person["tokens"]["owner"]) as one,
            enter(server, against["id"], against["tokens"]["owner"]) as other,
        ):
            await other.play(other.moves[0])
            await other.my_turn()
            await one.do("say", text="still here?")
            for text in ("h8", "h9", "i8", "i9", "j8"):
                await one.play(text)
                acknowledged.append(text)
            left = one.told[-1]["clock"]["left"]
            # Moves are on their way when the end comes: they may be lost, but not half.
            await one.send("play", ply=6, move=0)
            getattr(server, ended)()
            await one.closed()
        assert server.worker_pids() == []
        assert "leaked" not in server.said
        assert "Traceback" not in server.said
        server.start()
        async with enter(server, person["id"], person["tokens"]["owner"]) as one:
            assert one.you["seats"] == [0, 1]
            assert moves_of(one.room)[:5] == acknowledged
            assert len(moves_of(one.room)) in (5, 6)
            assert [line["text"] for line in one.room["chat"]] == ["still here?"]
            assert one.room["clock"]["control"] == "300+5"
            for before, after in zip(left, one.room["clock"]["left"], strict=True):
                assert after == pytest.approx(before, abs=6)
            await one.play(one.moves[-1])
        async with enter(server, against["id"], against["tokens"]["owner"]) as other:
            assert other.position["ply"] == 2
            await other.play(other.moves[0])
            assert await other.my_turn()

    with running(database, kind=StartedServer) as server:
        asyncio.run(play(server))


def test_a_restart_while_the_computer_thinks(database: Path) -> None:
    async def play(server: Server) -> None:
        made = server.new("nogo", [HUMAN, computer("mcts:time=1")])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.play("E5")
            server.kill()
        server.start()
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            assert client.position["ply"] == 1
            assert await client.my_turn()

    with running(database, kind=StartedServer) as server:
        asyncio.run(play(server))


def test_a_worker_killed_in_the_middle_of_its_search(server: Server) -> None:
    async def play() -> None:
        made = server.new("nogo", [HUMAN, computer("mcts:time=1.5")])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            before = server.worker_pids()
            await client.play("E5")
            await client.until("thinking")
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            assert await client.my_turn()
            assert client.position["ply"] == 2
            assert len(server.worker_pids()) == len(before)
            assert not set(server.worker_pids()) & set(before)

    asyncio.run(play())

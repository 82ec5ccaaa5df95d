"""The swap2 opening, between people and with a computer on either side."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.client import FRIEND, HUMAN, Server, computer, enter, running


@pytest.mark.parametrize(
    ("choices", "proposer"), [(["white"], 0), (["black"], 1), (["more", "black"], 0), (["more", "white"], 1)]
)
def test_between_two_people(server: Server, choices: list[str], proposer: int) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND], opening="swap2", clock="60+5")
        async with (
            enter(server, made["id"], made["tokens"]["owner"], "Ann") as ann,
            enter(server, made["id"], made["tokens"]["seats"][1], "Bob") as bob,
        ):
            if not ann.room["request"]:
                await ann.until("requested")
            await ann.do("answer", granted=True)
            await bob.until("room", lambda m: m["you"]["seats"] == [1])
            assert bob.room["opening"] == {"step": "place3", "side": 0, "stones": 3, "choices": []}
            assert bob.room["headers"]["opening"] == "swap2"
            assert (await bob.ask("play", ply=1, move=0))["code"] == "not-your-turn"
            for text in ("h8", "a1", "b5"):
                await ann.play(text)
            assert (await ann.ask("play", ply=4, move=0))["code"] == "not-your-turn"
            assert (await ann.ask("choose", what="black"))["code"] == "not-your-turn"
            await bob.until("opening", lambda m: m["opening"]["step"] == "choose")
            await bob.do("choose", what=choices[0])
            if choices[0] == "more":
                await bob.play("c3")
                await bob.play("d9")
                await ann.until("opening", lambda m: m["opening"]["step"] == "choose2")
                assert (await ann.ask("choose", what="more"))["code"] == "not-allowed"
                await ann.do("choose", what=choices[1])
            clock = (await ann.until("clocks"))["clock"]
            assert max(clock["left"]) <= 60  # no stone of the opening has brought anyone time
            assert ann.you["seats"] == [proposer]
            assert ann.room["seats"][proposer]["name"] == "Ann"
            assert ann.room["opening"] is None
            white = bob if proposer == 0 else ann
            while not white.room or white.room["opening"] is not None:
                await white.hear()
            assert white.you["seats"] == [1]
            await white.play("o15")

    asyncio.run(play())


@pytest.mark.parametrize("own", [0, 1])
def test_with_a_computer_and_over_a_restart(database: Path, own: int) -> None:
    async def play(server: Server) -> None:
        seats = [computer("level:1"), computer("level:1")]
        seats[own] = HUMAN
        made = server.new("gomoku", seats, opening="swap2", options={"size": 9})
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            if own == 0:
                await client.play("e5")
                await client.play("a1")
            else:
                await client.until("opening", lambda m: m["opening"]["step"] == "choose")
        server.kill()
        server.start()
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            if own == 0:
                assert client.room["opening"]["stones"] == 1
                await client.play("b9")
            else:
                assert client.room["opening"]["step"] == "choose"
                await client.do("choose", what="more")
                await client.play(client.moves[0])
                await client.play(client.moves[-1])
            await client.until("opening", lambda m: m["opening"] is None)
            await client.until("clocks")
            for _ in range(2):
                assert await client.my_turn()
                await client.play(client.moves[5])

    with running(database) as server:
        asyncio.run(play(server))


def test_only_gomoku_has_it(server: Server) -> None:
    body = {"game": "othello", "seats": [HUMAN, HUMAN], "opening": "swap2"}
    assert server.call("POST", "/api/games", body)[0] == 400

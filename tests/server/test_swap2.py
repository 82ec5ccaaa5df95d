"""The swap2 opening, between people and with a computer on either side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import HUMAN, Client, Server, computer, enter, running, two_people


@asynccontextmanager
async def against_computer(server: Server, own: int, **more: Any) -> AsyncIterator[Client]:
    """A person on one side, at the first step that is theirs."""
    seats = [computer(), computer()]
    seats[own] = HUMAN
    made = server.new("gomoku", seats, opening="swap2", **more)
    async with enter(server, made["id"], made["tokens"]["owner"]) as client:
        if own == 1 and client.room["opening"]["step"] != "choose":
            await client.until("opening", lambda m: m["opening"]["step"] == "choose")
        yield client


@pytest.mark.parametrize(
    ("choices", "proposer"), [(["white"], 0), (["black"], 1), (["more", "black"], 0), (["more", "white"], 1)]
)
def test_between_two_people(server: Server, choices: list[str], proposer: int) -> None:
    async def play() -> None:
        async with two_people(server, opening="swap2", clock="60+5") as (ann, bob, _):
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


def last_step(client: Client) -> Any:
    """The opening as it was told last."""
    return [m["opening"] for m in client.told if m["type"] == "opening"][-1]


@pytest.mark.parametrize("placed", [0, 1, 2])
def test_auto_puts_the_stones_that_are_missing(server: Server, placed: int) -> None:
    async def play() -> None:
        async with against_computer(server, 0) as client:
            for text in ("h8", "a1")[:placed]:
                await client.play(text)
            await client.do("auto", side=0, on=True)
            while client.position["ply"] < 3:
                await client.hear()
            # The other computer chooses, then both play.
            await client.until("opening", lambda m: m["opening"] is None)
            await client.until("moved", lambda m: m["position"]["ply"] >= 4)

    asyncio.run(play())


@pytest.mark.parametrize("more", [False, True])
def test_auto_chooses(server: Server, more: bool) -> None:
    async def play() -> None:
        async with against_computer(server, 1) as client:
            if more:  # it puts one of two stones, and the other side chooses
                await client.do("choose", what="more")
                await client.play(client.moves[0])
            await client.do("auto", side=1, on=True)
            await client.until("opening", lambda m: m["opening"] is None)
            assert client.position["ply"] == (5 if more else 3)

    asyncio.run(play())


def test_a_choice_comes_back_from_the_computer(server: Server) -> None:
    async def play() -> None:
        async with against_computer(server, 1) as client:
            for on in (True, False, True, False):
                await client.do("auto", side=1, on=on)
            await client.do("choose", what="more")
            opening = last_step(client)
            assert (opening["step"], opening["stones"]) == ("place2", 2)
            await client.play(client.moves[0])

    asyncio.run(play())


@pytest.mark.parametrize("step", ["place3", "choose"])
@pytest.mark.parametrize("loser", [0, 1])
def test_resigning_in_the_opening(server: Server, step: str, loser: int) -> None:
    async def play() -> None:
        async with two_people(server, opening="swap2", clock="60+5") as (ann, bob, _):
            await ann.play("h8")
            if step == "choose":
                await ann.play("a1")
                await ann.play("b5")
            who, other = (ann, bob) if loser == 0 else (bob, ann)
            await who.do("act", what="resign")
            over = await other.until("over")
            assert (over["outcome"]["winner"], over["outcome"]["reason"]) == (1 - loser, "resigned")
            assert over["clock"]["left"] == [60, 60]
            assert (await other.until("opening"))["opening"] is None
            for kind, more in (("choose", {"what": "black"}), ("play", {"ply": 4, "move": 0})):
                assert (await bob.ask(kind, **more))["text"]["en"] == "The game is over."
        view = server.call("GET", f"/api/games/{ann.room['id']}")[1]
        assert (view["phase"], view["opening"]) == ("over", None)

    asyncio.run(play())


@pytest.mark.parametrize("own", [0, 1])
def test_resigning_against_a_computer_and_thinking_better_of_it(server: Server, own: int) -> None:
    async def play() -> None:
        async with against_computer(server, own) as client:
            if own == 0:
                await client.play("h8")
            await client.do("act", what="resign")
            assert client.outcome is not None
            assert client.outcome["winner"] == 1 - own
            assert last_step(client) is None
            await client.do("act", what="undo")
            assert client.outcome is None
            assert last_step(client)["step"] == ("place3" if own == 0 else "choose")
            if own == 0:
                await client.play("a1")
            else:
                await client.do("choose", what="white")

    asyncio.run(play())


def test_resigning_while_the_computer_chooses(server: Server) -> None:
    async def play() -> None:
        async with against_computer(server, 0) as client:
            for text in ("h8", "a1", "b5"):
                await client.play(text)
            await client.do("act", what="resign")
            assert client.outcome is not None
            await client.do("ping")
            assert client.told[-1]["type"] == "done"
            assert client.position["ply"] == 3

    asyncio.run(play())


def test_a_draw_in_the_opening(server: Server) -> None:
    async def play() -> None:
        async with two_people(server, opening="swap2") as (ann, bob, _):
            await bob.do("act", what="draw")
            asked = await ann.until("requested", lambda m: m["request"] is not None)
            assert (asked["request"]["request"], asked["request"]["player"]) == ("draw", 1)
            await ann.play("h8")  # which is a refusal
            assert (await bob.until("requested", lambda m: m["request"] is None))["granted"] is False
            await ann.do("act", what="draw")
            await ann.play("a1")  # the offer stands
            await bob.do("answer", granted=True)
            over = await ann.until("over")
            assert (over["outcome"]["winner"], over["outcome"]["reason"]) == (None, "agreed")

    asyncio.run(play())


def test_an_offer_ends_with_the_opening(server: Server) -> None:
    async def play() -> None:
        async with two_people(server, opening="swap2") as (ann, bob, _):
            for text in ("h8", "a1", "b5"):
                await ann.play(text)
            await bob.until("opening", lambda m: m["opening"]["step"] == "choose")
            await bob.do("act", what="draw")
            await bob.do("choose", what="black")  # now Ann has its colour
            await ann.until("requested", lambda m: m["granted"] is False)
            assert (await ann.ask("answer", granted=True))["code"] == "stale"

    asyncio.run(play())


def test_a_computer_is_offered_no_draw_in_the_opening(server: Server) -> None:
    async def play() -> None:
        async with against_computer(server, 0) as client:
            refusal = await client.ask("act", what="draw")
            assert refusal["text"]["en"] == "Draws cannot be offered in this match."
            await client.play("h8")

    asyncio.run(play())


NO_STONE = "In this step of the opening you have put no stone to take back."


def test_stones_of_the_opening_are_taken_back(server: Server) -> None:
    async def play() -> None:
        async with two_people(server, opening="swap2", take_back="ask") as (ann, bob, _):
            for who in (ann, bob):
                assert (await who.ask("act", what="undo"))["text"]["en"] == NO_STONE
            await ann.play("h8")
            await ann.play("a1")
            assert (await bob.ask("act", what="undo"))["text"]["en"] == NO_STONE
            await ann.do("act", what="undo")
            assert ann.position["ply"] == 1
            assert (await bob.until("opening", lambda m: m["opening"]["stones"] == 2))["opening"]["side"] == 0
            await ann.play("a2")
            await ann.play("b5")
            refusal = await ann.ask("act", what="undo")
            assert refusal["text"]["zh_CN"] == "开局的这一步里您还没有可以收回的棋子。"
            await bob.do("choose", what="more")
            await bob.play("c3")
            await bob.do("act", what="undo")
            assert (await bob.ask("act", what="undo"))["text"]["en"] == NO_STONE
            assert bob.position["ply"] == 3

    asyncio.run(play())


def test_the_opening_stays_when_moves_are_taken_back(server: Server) -> None:
    async def play() -> None:
        async with against_computer(server, 1) as client:
            await client.do("choose", what="white")
            await client.until("clocks")
            refusal = await client.ask("act", what="undo")
            assert refusal["text"]["en"] == "There is no move of yours to take back."
            await client.play(client.moves[0])
            await client.do("act", what="undo")
            while client.position["ply"] != 3:
                await client.hear()

    asyncio.run(play())


def test_where_nothing_is_taken_back(server: Server) -> None:
    async def play() -> None:
        async with against_computer(server, 0, take_back="never") as client:
            await client.play("h8")
            refusal = await client.ask("act", what="undo")
            assert refusal["text"]["en"] == "Moves cannot be taken back in this match."

    asyncio.run(play())


@pytest.mark.parametrize("own", [0, 1])
def test_no_hints_but_a_restart(server: Server, own: int) -> None:
    async def play() -> None:
        async with against_computer(server, own) as client:
            refusal = await client.ask("act", what="hint")
            assert refusal["text"] == {
                "en": "The opening has no hints: its stones should suit both colours.",
                "zh_CN": "开局阶段没有提示：摆下的棋子应对双方都合适。",
            }
            await client.send("act", what="restart")
            following = await client.until("next")
            async with enter(server, following["id"], following["token"]) as again:
                assert again.room["opening"]["step"] == "place3"

    asyncio.run(play())

"""What each role may do, as the page is told: one table, and the commands agree with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from boyi.core.outcome import Outcome
from boyi.server.bodies import NewGame, NewSeat
from boyi.server.rooms.permissions import permissions, roles_of, seat_to_act
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.room import Room
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.server.views import RequestView, Role
from boyi.store.store import Store
from boyi.store.writer import Writer
from tests.server.client import FRIEND, HUMAN, Server, computer, enter

PERSON, OTHER = NewSeat(kind="human"), NewSeat(kind="friend")
COMPUTER = NewSeat(kind="computer", spec="level:1")


@asynccontextmanager
async def rooms_of(database: Path, **settings: Any) -> AsyncIterator[Rooms]:
    with Store.open(str(database)) as store, Writer(store) as writer:
        rooms = Rooms(Settings(**settings), store, writer, Workers(1))
        yield rooms
        await rooms.close()


async def open_room(
    rooms: Rooms, seats: tuple[NewSeat, NewSeat] = (PERSON, COMPUTER), moves: str = "", **more: Any
) -> Room:
    new = NewGame(game="gomoku", seats=list(seats), **more)
    room = await rooms.find((await rooms.make(new)).id)
    for seat in room.info.seats:
        seat.taken = True
    await room.run(room.wake)
    for word in moves.split():
        room.record.play_text(word)
    return room


def may(room: Room, role: Role) -> set[str]:
    return set(permissions(room).get(role, []))


def check(database: Path, test: Callable[[Rooms], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        async with rooms_of(database, **settings) as rooms:
            await test(rooms)

    asyncio.run(run())


def test_taking_back_needs_a_move_of_ones_own(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms, (PERSON, PERSON))
        assert "undo" not in may(room, "player0") | may(room, "player1")
        room.record.play_text("h8")
        assert "undo" in may(room, "player0")
        assert "undo" not in may(room, "player1")
        room.record.play_text("h9")
        assert "undo" in may(room, "player1")
        assert not may(room, "guest") & {"undo", "hint", "draw", "resign", "restart", "auto", "say"}

    check(database, test)


@pytest.mark.parametrize(
    ("seats", "take_back", "over", "allowed"),
    [
        ((PERSON, COMPUTER), "free", False, True),
        ((PERSON, COMPUTER), "never", False, False),
        ((PERSON, COMPUTER), "free", True, True),
        ((PERSON, COMPUTER), "never", True, False),
        ((PERSON, OTHER), "ask", False, True),
        ((PERSON, OTHER), "ask", True, False),
        ((PERSON, PERSON), "ask", True, True),
    ],
)
def test_taking_back_follows_the_rule_and_the_end(
    database: Path, seats: tuple[NewSeat, NewSeat], take_back: str, over: bool, allowed: bool
) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms, seats, "h8 h9", take_back=take_back)
        if over:
            room.match.end(Outcome(1, "resigned"))
            await room.run(room.follow_match)
        assert ("undo" in may(room, "player0")) == allowed
        assert "resign" in may(room, "player0") or over

    check(database, test)


def test_an_end_without_a_move_stays(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms)
        room.match.resign(0)
        await room.run(room.follow_match)
        assert "undo" not in may(room, "player0")
        assert may(room, "player0") >= {"rematch", "restart", "say", "analyse"}

    check(database, test)


def test_in_an_opening_ones_own_stones_and_no_hint(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms, (PERSON, PERSON), opening="swap2")
        assert "undo" not in may(room, "player0")
        room.match.submit(0, 112)
        await room.run(room.follow_match)
        assert "undo" in may(room, "player0")
        assert "undo" not in may(room, "player1")
        assert "hint" not in may(room, "player0") | may(room, "player1")
        assert seat_to_act(room) == 0

    check(database, test)


def test_help_is_for_those_who_play_alone_or_at_one_device(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        for seats, allowed in (
            ((PERSON, COMPUTER), True),
            ((PERSON, PERSON), True),
            ((PERSON, OTHER), False),
        ):
            room = await open_room(rooms, seats)
            assert ("hint" in may(room, "player0")) == allowed
            assert ("auto" in may(room, "player0")) == allowed
            assert ("draw" in may(room, "player0")) == (not allowed)
            room.info.locked = True
            assert "hint" not in may(room, "player0")
            assert not any("analyse" in actions for actions in permissions(room).values())
            await room.run(room.pause)
            room.match.resign(0)
            await room.run(room.follow_match)
            assert "hint" not in may(room, "player0")
            assert "analyse" in may(room, "stranger")

    check(database, test)


def test_a_locked_server_analyses_for_its_owner_when_the_game_is_over(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms)
        assert not any("analyse" in actions for actions in permissions(room).values())
        room.match.resign(0)
        await room.run(room.follow_match)
        assert [role for role, actions in permissions(room).items() if "analyse" in actions] == ["host"]
        assert "lock" not in may(room, "owner")

    check(database, test, locked=True, owner_token="secret")


def test_the_owner_changes_the_record_when_nobody_plays(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms)
        assert may(room, "owner") >= {"say", "open-chat", "lock", "restart"}
        assert not may(room, "owner") & {"edit", "promote"}
        room.match.resign(0)
        await room.run(room.follow_match)
        assert "edit" in may(room, "owner")
        assert "promote" not in may(room, "owner")  # the moves that were played stay the main line
        room.info.review = True
        assert may(room, "owner") >= {"edit", "promote", "say"}
        assert not may(room, "owner") & {"restart", "rematch"}

    check(database, test)


def test_the_one_who_is_asked_answers(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms, (PERSON, OTHER))
        for request, role in (("draw", "player1"), ("rematch", "player1"), ("join", "owner")):
            room.request = RequestView(request=cast(Any, request), player=0, name="")
            granted = [known for known, actions in permissions(room).items() if "answer" in actions]
            assert granted == [role]

    check(database, test)


def test_spectators_write_where_the_owner_lets_them(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms)
        assert "say" not in may(room, "guest") | may(room, "stranger")
        room.info.spectator_chat = True
        assert "say" in may(room, "guest")
        assert "say" not in may(room, "stranger")

    check(database, test)


def test_roles() -> None:
    class Who:
        def __init__(self, seats: list[int], owner: bool, invited: bool, server_owner: bool) -> None:
            self.seats, self.owner, self.invited, self.server_owner = seats, owner, invited, server_owner
            self.watching = not seats and not owner

    cases: list[tuple[Who, list[Role]]] = [
        (Who([0, 1], True, True, False), ["player0", "player1", "owner"]),
        (Who([1], False, True, False), ["player1"]),
        (Who([], False, True, False), ["guest"]),
        (Who([], False, False, False), ["stranger"]),
        (Who([], True, True, True), ["owner", "host"]),
    ]
    for who, roles in cases:
        assert roles_of(cast(Any, who)) == roles


def test_the_page_is_told_whenever_it_changes(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND], take_back="ask")
        friend = made["tokens"]["seats"][1]
        async with (
            enter(server, made["id"], made["tokens"]["owner"], "Ann") as ann,
            enter(server, made["id"], friend, "Bob") as bob,
        ):
            assert ann.you["roles"] == ["player0", "owner"]
            assert bob.you["roles"] == ["guest"]
            await ann.until("may", lambda m: "answer" in m["may"]["owner"])
            await ann.do("answer", granted=True)
            await bob.until("room", lambda m: m["you"]["roles"] == ["player1"])
            assert bob.room["acts"] == 0
            assert "draw" in bob.room["may"]["player1"]
            await ann.play("h8")
            assert [m["acts"] for m in ann.told if m["type"] == "moved"] == [1]
            told = await bob.until("may", lambda m: "undo" in m["may"]["player0"])
            assert "undo" not in told["may"]["player1"]
            await bob.play("h9")
            await bob.do("act", what="draw")
            await ann.until("may", lambda m: "answer" in m["may"]["player0"])
            await ann.do("act", what="resign")
            told = await bob.until("may", lambda m: "resign" not in m["may"]["player1"])
            assert not {"undo", "draw", "hint"} & set(told["may"]["player1"])
            assert {"restart", "rematch"} <= set(told["may"]["player1"])

    asyncio.run(play())


def test_a_computer_that_plays_leaves_nobody_to_act(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, computer("level:1")])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            assert client.room["acts"] == 0
            await client.play("h8")
            acts = [m["acts"] for m in client.told if m["type"] == "moved"]
            assert acts[0] is None
            while len(acts) < 2:
                await client.until("moved")
                acts = [m["acts"] for m in client.told if m["type"] == "moved"]
            assert acts[1] == 0
            await client.do("auto", side=0, on=True)
            people = [m for m in client.told if m["type"] == "people"]
            assert people[-1]["acts"] is None

    asyncio.run(play())

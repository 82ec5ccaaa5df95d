"""What each role may do, as the page is told: one table, and the commands agree with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

import pytest

from boyi.core.outcome import Outcome
from boyi.server.bodies import NewGame, NewSeat, Place, Start
from boyi.server.client_messages import client_messages
from boyi.server.messages import Refused, SocketMessage
from boyi.server.rooms.commands import carry_out
from boyi.server.rooms.people import Person
from boyi.server.rooms.permissions import permissions, roles_of
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.room import Room
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.server.views import Action, RequestView, Role
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
    return set(permissions(room.facts()).get(role, []))


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


def test_an_end_without_a_move_is_taken_back_like_any_other(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms)
        room.match.resign(0)
        await room.run(room.follow_match)
        assert "undo" in may(room, "player0")
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
        assert room.seat_to_act() == 0

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
            assert ("analyse" in may(room, "stranger")) == allowed
            assert ("draw" in may(room, "player0")) == (not allowed)
            assert all("watch" in actions for actions in permissions(room.facts()).values())
            room.info.locked = True
            assert not may(room, "player0") & {"hint", "auto"}
            assert not any(
                {"analyse", "watch"} & set(actions) for actions in permissions(room.facts()).values()
            )
            room.info.seats[0].auto = True
            assert "auto" in may(room, "player0")  # the lock does not keep anyone from playing again
            room.info.seats[0].auto = False
            await room.run(room.pause)
            room.match.resign(0)
            await room.run(room.follow_match)
            assert not may(room, "player0") & {"hint", "auto"}
            assert "analyse" in may(room, "stranger")

    check(database, test)


def test_a_try_out_is_not_resigned_and_nothing_follows_it(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        game = await open_room(rooms, (PERSON, PERSON), "h8 h9")
        start = Start.model_validate({"from": Place(id=game.id, node=2)})
        room = await open_room(rooms, start=start, hidden=True)
        counting = {"resign", "draw", "restart", "rematch", "auto"}
        assert not (may(room, "player0") | may(room, "owner")) & counting
        assert may(room, "player0") >= {"hint", "analyse", "watch"}

    check(database, test)


def test_a_game_is_judged_for_those_who_played_it_when_it_is_over(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms)
        assert not any("review" in actions for actions in permissions(room.facts()).values())
        room.match.resign(0)
        await room.run(room.follow_match)
        judged = [role for role, actions in permissions(room.facts()).items() if "review" in actions]
        assert judged == ["player0", "player1", "owner", "host"]
        rooms.access.locked = True
        assert [role for role, actions in permissions(room.facts()).items() if "review" in actions] == [
            "host"
        ]

    check(database, test)


def test_a_locked_server_analyses_for_its_owner_when_the_game_is_over(database: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = await open_room(rooms)
        assert not any("analyse" in actions for actions in permissions(room.facts()).values())
        room.match.resign(0)
        await room.run(room.follow_match)
        assert [role for role, actions in permissions(room.facts()).items() if "analyse" in actions] == [
            "host"
        ]
        assert "lock" not in may(room, "owner")

    check(database, test, locked=True, owner_token="secret")


class Visitor(Person):
    """Someone in a room, who remembers what was refused."""

    relaxed = plays = True
    watches = left = False
    token = name = person = address = speaker = ""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.refused: list[str] = []

    def send(self, message: SocketMessage) -> None:
        if isinstance(message, Refused):
            self.refused.append(message.code)

    def send_text(self, text: str) -> None:
        """What everyone is told."""

    def close(self, code: int, reason: str) -> None:
        """Nothing is to be closed."""


MOMENTARY = {"busy", "not-your-turn", "too-many"}
"""Refusals of what is allowed, but not at this moment."""


def message_of(room: Room, who: Person, action: Action) -> dict[str, Any]:
    """The message by which the page asks for something."""
    side = who.seats[0] if who.seats else 0
    messages: dict[str, dict[str, Any]] = {
        "auto": {"side": side, "on": not room.info.seats[side].auto},
        "pace": {"paused": True},
        "answer": {"granted": False},
        "say": {"text": "Hello"},
        "open-chat": {"on": True},
        "lock": {"on": not room.info.locked},
        "watch": {"on": True},
        "analyse": {"on": True},
        "review": {"on": True},
        "edit": {"what": "comment", "node": 0, "text": "Black begins."},
        "promote": {"type": "edit", "what": "promote", "node": room.record.end},
    }
    return {"type": action, **messages[action]} if action in messages else {"type": "act", "what": action}


async def ask(room: Room, who: Visitor, message: dict[str, Any]) -> str:
    """Carry out a message; with which code it was refused, if it was."""
    who.refused.clear()
    asked = client_messages.validate_python({"ref": 1, **message})
    await carry_out(room, cast(Any, who), asked, 0.0)
    return who.refused[-1] if who.refused else ""


async def compare(room: Room, who: Visitor, action: Action) -> None:
    """Do something as a command of the room, which agrees with what was granted just before."""
    if action == "analyse" and room.record.outcome_at(0) is not None:
        return  # it ended without a move: there is no position to analyse
    roles = roles_of(who) if action != "auto" else roles_of(who)[:1]
    granted = any(action in permissions(room.facts()).get(role, []) for role in roles)
    code = await ask(room, who, message_of(room, who, action))
    assert code != "failed", (action, roles)
    assert (code == "" or code in MOMENTARY) if granted else code, (action, roles, code)


async def random_room(rooms: Rooms, random: Random) -> Room:
    """A room with any seats and rules, or a try-out of another, perhaps an assignment or open for review."""
    seats = random.choice(
        ((PERSON, PERSON), (PERSON, OTHER), (PERSON, COMPUTER), (OTHER, OTHER), (COMPUTER,) * 2)
    )
    more: dict[str, Any] = {"take_back": random.choice(("never", "ask", "free"))}
    if random.random() < 0.2:
        game = await open_room(rooms, (PERSON, PERSON), "h8 h9 i8")
        more |= {"start": Start.model_validate({"from": Place(id=game.id, node=3)}), "hidden": True}
    elif random.random() < 0.2:
        more["opening"] = "swap2"
    room = await open_room(rooms, seats, **more)
    room.info.review, room.info.task_of = random.random() < 0.1, random.choice(("", "", "", "task"))
    return room


def random_people(room: Room, random: Random) -> list[Visitor]:
    """The owner, the friends and the spectators of a room; one of them may have started the server."""
    kinds = [seat.kind for seat in room.info.seats]
    people = [
        Visitor(owner=True, invited=True, seats=[side for side in (0, 1) if kinds[side] == "human"]),
        *(Visitor(invited=True, seats=[side]) for side in (0, 1) if kinds[side] == "friend"),
        Visitor(invited=True),
        Visitor(),
    ]
    random.choice(people).server_owner = True
    return people


@pytest.mark.parametrize("seed", range(40))
def test_a_command_is_carried_out_where_it_is_granted_and_refused_where_not(
    database: Path, seed: int
) -> None:
    random = Random(seed)

    async def test(rooms: Rooms) -> None:
        room = await random_room(rooms, random)
        people = random_people(room, random)
        for who in people:
            room.audience.add(cast(Any, who))
        for _ in range(60):
            if room.info.rematch is not None:
                break  # the game that follows is another room
            who = random.choice(people)
            if random.random() < 0.3:
                moves = list(room.record.position.moves()) or [0]
                move = {"type": "play", "ply": room.record.plies + 1, "move": moves[0]}
                await room.run(partial(ask, room, who, move))
                continue
            if random.random() < 0.05:
                rooms.access.locked = not rooms.access.locked
            action = random.choice([a for a in get_args(Action.__value__) if a != "delete"])
            await room.run(partial(compare, room, who, action))
            room.analyses.stop_all()

    check(database, test)


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
            granted = [known for known, actions in permissions(room.facts()).items() if "answer" in actions]
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

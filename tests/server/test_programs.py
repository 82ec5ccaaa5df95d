"""Places for programs: how many run at once, who waits, who makes room."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any, cast

import pytest

import boyi
from boyi.core.clock import Clock
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.players.base import Decision, Player
from boyi.programs.script import CHILD
from boyi.server.bodies import NewGame, NewSeat
from boyi.server.messages import SocketMessage
from boyi.server.refusals import Refusal
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.search_progress import progress_of
from boyi.server.search import programs as programs_module
from boyi.server.search.programs import SPARE, HostedPlayer, Programs
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.store.store import Store
from boyi.store.writer import Writer

LONG = 240.0
"""Seconds after which a test gives up."""
ROOMS, PLACES = 40, 4


class Thinker(Player):
    """A player that decides when the test lets it, and counts how often it was closed."""

    def __init__(self) -> None:
        self.may_move = asyncio.Event()
        self.may_move.set()
        self.closed = 0

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        await self.may_move.wait()
        return Decision(record.position.moves()[0])

    async def close(self) -> None:
        self.closed += 1


class Table:
    """Programs with a clock that the test moves."""

    def __init__(self, most: int, of_one: int, idle: float = 600.0) -> None:
        self.now = 1000.0
        self.programs = Programs(most, of_one, idle, lambda: self.now)
        self.record = GameRecord(boyi.game("tictactoe"))

    def player(self, owner: str) -> tuple[HostedPlayer, Thinker]:
        thinker = Thinker()
        hosted = HostedPlayer(self.programs, thinker)
        hosted.owner = owner
        return hosted, thinker

    def ask(self, hosted: HostedPlayer) -> asyncio.Task[Decision]:
        return asyncio.create_task(hosted.choose(self.record))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_program_waits_for_a_place_and_an_idle_one_makes_room() -> None:
    async def wait() -> None:
        table = Table(most=2, of_one=2)
        first, second, third = (table.player(name) for name in "abc")
        await asyncio.gather(table.ask(first[0]), table.ask(second[0]))
        second[1].may_move.clear()
        thinking = table.ask(second[0])
        waiting = table.ask(third[0])
        await settle()
        assert (table.programs.running, waiting.done()) == (2, False)
        assert [player.waits for player, _ in (first, second, third)] == [False, False, True]
        table.now += SPARE - 0.1
        await table.programs.close_idle()
        assert first[1].closed == 0
        table.now += 0.2
        await table.programs.close_idle()
        await waiting
        assert (first[1].closed, second[1].closed, table.programs.running) == (1, 0, 2)
        second[1].may_move.set()
        await thinking
        await asyncio.gather(*(player.close() for player, _ in (first, second, third)))
        assert table.programs.running == 0

    asyncio.run(wait())


def test_one_owner_does_not_take_all_places() -> None:
    async def wait() -> None:
        table = Table(most=3, of_one=2)
        greedy = [table.player("greedy") for _ in range(5)]
        for _, thinker in greedy:
            thinker.may_move.clear()
        asked = [table.ask(player) for player, _ in greedy]
        await settle()
        assert table.programs.running == 2
        async with asyncio.timeout(LONG):
            await table.ask(table.player("modest")[0])
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)

    asyncio.run(wait())


def test_a_program_that_is_not_asked_for_long_is_closed_and_started_again() -> None:
    async def wait() -> None:
        table = Table(most=3, of_one=3, idle=600)
        player, thinker = table.player("someone")
        await table.ask(player)
        table.now += 599
        await table.programs.close_idle()
        assert (thinker.closed, table.programs.running) == (0, 1)
        table.now += 2
        await table.programs.close_idle()
        assert (thinker.closed, table.programs.running) == (1, 0)
        assert (await table.ask(player)).move is not None
        await player.close()

    asyncio.run(wait())


def test_who_stops_waiting_takes_no_place() -> None:
    async def wait() -> None:
        table = Table(most=1, of_one=1)
        first, second, third = (table.player(name) for name in "abc")
        first[1].may_move.clear()
        thinking, leaving = table.ask(first[0]), table.ask(second[0])
        await settle()
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        first[1].may_move.set()
        await thinking
        await first[0].close()
        assert table.programs.running == 0
        async with asyncio.timeout(LONG):
            await table.ask(third[0])

    asyncio.run(wait())


def test_a_full_server_says_so_before_a_game_is_made() -> None:
    async def wait() -> None:
        table = Table(most=1, of_one=1)
        first, second = table.player("a"), table.player("b")
        first[1].may_move.clear()
        table.programs.check_places()
        asked = [table.ask(first[0]), table.ask(second[0])]
        await settle()
        with pytest.raises(Refusal, match="All places for programs are taken"):
            table.programs.check_places()
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        table.programs.check_places()

    asyncio.run(wait())


class Listener:
    """Someone in a room, as far as the computer's progress is told to them."""

    relaxed, watches, plays = True, False, False

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def send_text(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "thinking":
            self.told.append(message)

    def send(self, message: SocketMessage) -> None:
        """What else the room says."""


SLOW_BOT = """
import time
class Slow:
    def choose(self, position):
        time.sleep(600)
"""


@pytest.mark.parametrize("side", [0, 1])
def test_a_room_says_that_its_program_waits(tmp_path: Path, database: Path, side: int) -> None:
    """Before the first move, when nobody's time runs, and after a person's move."""
    bot = tmp_path / "slow.py"
    bot.write_text(SLOW_BOT)

    async def wait() -> None:
        with Store.open(str(database)) as store, Writer(store) as writer:
            store.add_engine("slow", f"py:{bot}?sandbox=plain&timeout=600")
            rooms = Rooms(Settings(programs=1), store, writer, Workers(1))
            await rooms.learn_engines()
            seats = [NewSeat(kind="engine", spec="slow"), NewSeat(kind="human")]
            holder = await rooms.find((await rooms.make(NewGame(game="tictactoe", seats=seats))).id)
            await holder.run(holder.wake)
            seats = seats if side == 0 else seats[::-1]
            room = await rooms.find((await rooms.make(NewGame(game="tictactoe", seats=seats))).id)
            listeners = Listener(), Listener()
            for where, listener in zip((holder, room), listeners, strict=True):
                where.audience.add(cast(Any, listener))
            async with asyncio.timeout(LONG):
                while not listeners[0].told:
                    await asyncio.sleep(0.05)
                await room.run(room.wake)
                if side == 1:
                    room.match.submit(0, 0)
                    await room.run(room.follow_match)
                while not any(one["waits"] for one in listeners[1].told):
                    await asyncio.sleep(0.05)
            assert {one["player"] for one in listeners[1].told} == {side}
            assert not any(one["waits"] for one in listeners[0].told)
            for where, listener in zip((holder, room), listeners, strict=True):
                where.audience.remove(cast(Any, listener))
            await rooms.close()

    asyncio.run(wait())


def test_the_bar_knows_the_servers_time_limit() -> None:
    position = boyi.game("gomoku").start()
    result = SearchResult(-1, None, 0.5, (), (), 1000, 5, 15.0)
    for spec in (f"mcts:nodes={2**63 - 1}", "mcts:time=3600"):
        assert progress_of(result, spec, position, None, 60.0) == 0.25
        assert progress_of(result, spec, position, None) < 0.01
    assert progress_of(result, "mcts:nodes=2000", position, None, 60.0) == 0.5


BOT = """
class FirstMove:
    def choose(self, position):
        return position.legal_moves[0]
"""


def running() -> int:
    """How many programs this process has started and not ended."""
    found = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            found += parent == os.getpid() and CHILD.encode() in line
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes by /proc")
def test_many_rooms_with_programs_keep_within_the_places(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs_module, "SPARE", 0.1)
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)

    async def play() -> None:
        with Store.open(str(database)) as store, Writer(store) as writer:
            store.add_engine("mine", f"py:{bot}?sandbox=plain")
            rooms = Rooms(Settings(programs=PLACES), store, writer, Workers(1))
            await rooms.learn_engines()
            seats = [NewSeat(kind="engine", spec="mine"), NewSeat(kind="human")]
            made = [await rooms.make(NewGame(game="tictactoe", seats=seats)) for _ in range(ROOMS)]
            found = [await rooms.find(one.id) for one in made]
            for room in found:
                await room.run(room.wake)
            most = 0
            async with asyncio.timeout(LONG):
                while not all(room.record.plies for room in found):
                    most = max(most, await asyncio.to_thread(running))
                    assert rooms.programs.running <= PLACES
                    await asyncio.sleep(0.05)
            assert 0 < most <= PLACES
            assert all(room.phase == "playing" for room in found)
            await rooms.close()
            assert rooms.programs.running == 0

    asyncio.run(play())

"""LAN games over real sockets: whole games, every ending, and peers that misbehave."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random

import pytest

import boyi
from boyi.core.clock import Clock
from boyi.core.record import GameRecord
from boyi.course.computer import LanComputer
from boyi.course.connection import LanEvent, LanHost, LanPeer, NoConnection, Sent, connect
from boyi.course.message import Op, format_cell, parse_cell
from boyi.course.session import (
    Began,
    Chatted,
    Confirmed,
    Declined,
    Ended,
    Ignored,
    Invited,
    Left,
    Played,
)
from boyi.players.base import Decision, Player
from boyi.players.spec import make_player
from boyi.protocols.errors import ProtocolError
from boyi.protocols.situation import Situation
from tests.patience import PATIENCE


def play(scene: Callable[[], Awaitable[None]]) -> None:
    """Run a scene that must not take too long."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await scene()

    asyncio.run(limited())


class Listening(Player):
    """A player that keeps the records it was shown: each game has one."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.records: list[GameRecord] = []

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        self.records.append(record)
        return await self.player.choose(record, clock)


class Wire:
    """A peer that sends what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, op: int, data1: str = "Bob", data2: str = "") -> None:
        self.writer.write(json.dumps({"op": op, "data1": data1, "data2": data2}).encode() + b"\n")

    async def receive(self) -> tuple[int, str, str]:
        value = json.loads(await self.reader.readline())
        assert list(value) == ["data1", "data2", "op"]
        return value["op"], value["data1"], value["data2"]


@asynccontextmanager
async def wired(move_seconds: float = 30) -> AsyncIterator[tuple[LanPeer, Wire]]:
    """Our host and a bare socket that has joined it."""
    host = LanHost("Ann", move_seconds=move_seconds)
    port = await host.start(port=0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    peer = await host.peer()
    try:
        yield peer, Wire(reader, writer)
    finally:
        writer.close()
        await host.close()


async def expect(events: AsyncIterator[LanEvent], *kinds: type) -> list[LanEvent]:
    found = [await anext(events) for _ in kinds]
    assert [type(event) for event in found] == list(kinds)
    return found


def begin(wire: Wire) -> None:
    wire.send(Op.READY, "Bob", "w")


def test_computers_play_whole_games() -> None:
    async def scene() -> None:
        host = LanHost("Ann")
        port = await host.start(port=0)
        guest = await connect(port=port, name="Bob")
        peer = await host.peer()
        games: dict[str, list[tuple[int, tuple[int, ...]]]] = {"Ann": [], "Bob": []}

        async def side(peer: LanPeer, seed: int, *, invites: bool) -> None:
            player = Listening(make_player("random", seed))
            computer = LanComputer(peer, player)
            if invites:
                peer.invite(0)
            async for event in peer:
                computer.handle(event)
                if isinstance(event, Ended):
                    assert event.reason == "no move"
                    games[peer.session.name].append((event.winner, peer.session.situation.moves))
                if isinstance(event, Confirmed) and invites:
                    if len(games["Bob"]) == 3:
                        peer.leave()
                    else:
                        peer.invite(len(games["Bob"]) % 2)
            assert len({id(record) for record in player.records}) == 3

        await asyncio.gather(side(peer, 1, invites=False), side(guest, 2, invites=True))
        assert games["Ann"] == games["Bob"]
        assert len(games["Ann"]) == 3
        assert all(len(moves) > 20 for _, moves in games["Ann"])
        await host.close()

    play(scene)


def test_refusals_and_a_busy_host() -> None:
    async def scene() -> None:
        async with wired() as (peer, wire):
            events = peer.events()
            begin(wire)
            (invited,) = await expect(events, Invited)
            assert invited == Invited("Bob", 0)
            peer.decline("not now")
            assert await wire.receive() == (Op.REJECT, "Ann", "not now")
            peer.invite(1)
            assert await wire.receive() == (Op.READY, "Ann", "w")
            wire.send(Op.REJECT, "Bob", "busy")
            assert await expect(events, Declined) == [Declined("Bob", "busy")]
            with pytest.raises(ProtocolError):
                peer.play(0)
            address = wire.writer.get_extra_info("peername")
            reader, writer = await asyncio.open_connection(*address)
            assert json.loads(await reader.readline())["op"] == Op.REJECT
            assert await reader.read() == b""
            writer.close()

    play(scene)


def test_halves_and_two_at_once() -> None:
    async def scene() -> None:
        async with wired() as (peer, wire):
            events = peer.events()
            wire.writer.write(b'{"op":200000,"data1":"Bob",')
            await wire.writer.drain()
            await asyncio.sleep(0.02)
            wire.writer.write('"data2":"w"}\r\n{"op":200008,"data1":"你好","data2":""}\n'.encode())
            assert await expect(events, Invited, Chatted) == [Invited("Bob", 0), Chatted("你好")]
            peer.accept()
            await expect(events, Began)
            assert await wire.receive() == (Op.READY, "Ann", "")
            peer.play(40)
            op, cell, stamp = await wire.receive()
            assert (op, cell) == (Op.MOVE, "E5")
            assert stamp.isdigit()
            peer.chat("hm")
            assert await wire.receive() == (Op.CHAT, "hm", "")
            wire.writer.write(
                b'{"op":200002,"data1":"A1","data2":""}\n{"op":200003,"data1":"Bob","data2":""}\n'
            )
            await expect(events, Sent, Played)
            assert await expect(events, Ended) == [Ended(0, "resigned")]
            assert (await wire.receive())[0] == Op.GIVEUP_END
            wire.send(Op.GIVEUP_END)
            await expect(events, Confirmed)

    play(scene)


def test_resigning_and_an_end_that_nobody_confirms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boyi.course.connection.CONFIRM_SECONDS", 0.1)

    async def scene() -> None:
        async with wired() as (peer, wire):
            events = peer.events()
            for answered in (True, False):
                begin(wire)
                await expect(events, Invited)
                peer.accept()
                peer.resign()
                assert [(await wire.receive())[0] for _ in "12"] == [Op.READY, Op.GIVEUP]
                if answered:
                    wire.send(Op.GIVEUP_END)
                    assert (await wire.receive())[0] == Op.GIVEUP_END
                _, ended, _ = await expect(events, Began, Ended, Confirmed)
                assert ended == Ended(1, "resigned")
            peer.invite(0)

    play(scene)


def test_a_peer_that_takes_too_long() -> None:
    async def scene() -> None:
        async with wired(move_seconds=0.2) as (peer, wire):
            events = peer.events()
            wire.send(Op.READY, "Bob", "b")
            await expect(events, Invited)
            peer.accept()
            await expect(events, Began)
            await wire.receive()
            assert (await wire.receive())[0] == Op.TIMEOUT_END
            assert await expect(events, Ended) == [Ended(1, "time out")]
            wire.send(Op.TIMEOUT_END)
            await expect(events, Confirmed)
            # The other way round: the peer claims our time.
            begin(wire)
            await expect(events, Invited)
            peer.accept()
            await expect(events, Began)
            await wire.receive()
            wire.send(Op.TIMEOUT_END)
            assert (await wire.receive())[0] == Op.TIMEOUT_END
            assert await expect(events, Ended, Confirmed) == [Ended(1, "time out"), Confirmed()]

    play(scene)


@pytest.mark.parametrize("cell", ["E5", "Z9", "", "e5e5e5", "E5\x00"])
def test_an_illegal_move_loses(cell: str) -> None:
    async def scene() -> None:
        async with wired() as (peer, wire):
            events = peer.events()
            begin(wire)
            await expect(events, Invited)
            peer.accept()
            peer.play(40)
            await expect(events, Began, Sent)
            wire.send(Op.MOVE, cell)
            assert await expect(events, Ended) == [Ended(0, "illegal move")]
            assert [(await wire.receive())[0] for _ in "123"][-1] == Op.SUICIDE_END

    play(scene)


def test_messages_do_not_run_together() -> None:
    """A client that takes what it reads at once for one message must get one at a time."""

    async def scene() -> None:
        async with wired() as (peer, wire):
            begin(wire)
            await anext(peer.events())
            peer.accept()
            peer.play(40)
            peer.chat("hello")
            for op in (Op.READY, Op.MOVE, Op.CHAT):
                assert json.loads(await wire.reader.read(10_000))["op"] == op
            peer.chat("bye")
            peer.leave()
            rest = (await wire.reader.read()).splitlines()
            assert [json.loads(line)["op"] for line in rest] == [Op.CHAT, Op.LEAVE]

    play(scene)


@pytest.mark.parametrize("how", ["close", "abort", "word"])
def test_a_peer_that_vanishes(how: str) -> None:
    async def scene() -> None:
        async with wired() as (peer, wire):
            events = peer.events()
            begin(wire)
            await expect(events, Invited)
            peer.accept()
            await expect(events, Began)
            if how == "word":
                wire.send(Op.LEAVE)
            elif how == "close":
                wire.writer.close()
            else:
                wire.writer.transport.abort()
            assert await expect(events, Left, Ended) == [Left("Bob"), Ended(0, "left")]
            with pytest.raises(StopAsyncIteration):
                await anext(events)

    play(scene)


def test_garbage() -> None:
    async def scene() -> None:
        async with wired() as (peer, wire):
            events = peer.events()
            for junk in (
                b"\x00\xff\xfe\n",
                b"[" * 5000 + b"\n",
                b"{}\n",
                b'{"op":200002}\n',
                b"x" * 200_000 + b"\n",
            ):
                wire.writer.write(junk)
            await expect(events, *[Ignored] * 5)
            begin(wire)
            await expect(events, Invited)
            wire.writer.write(b"rubbish\n" * 5000)
            last = [event async for event in events][-1]
            assert last == Left("Bob")

    play(scene)


def test_nobody_there_and_no_such_place() -> None:
    async def scene() -> None:
        host = LanHost()
        port = await host.start(port=0)
        with pytest.raises(NoConnection, match="cannot be listened on"):
            await LanHost().start(port=port)
        await host.close()
        with pytest.raises(NoConnection, match="cannot be reached"):
            await connect(port=port)

    play(scene)


def test_a_player_that_fails_resigns() -> None:
    class Broken(Player):
        async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
            return Decision(-5)

    async def scene() -> None:
        async with wired() as (peer, wire):
            computer = LanComputer(peer, Broken(), colour=0)
            events = peer.events()
            wire.send(Op.READY, "Bob", "b")
            (event,) = await expect(events, Invited)
            computer.handle(event)
            assert await wire.receive() == (Op.REJECT, "Ann", "I play black")
            begin(wire)
            for kind in (Invited, Began):
                (event,) = await expect(events, kind)
                computer.handle(event)
            assert await expect(events, Ended) == [Ended(1, "resigned")]
            assert computer.trouble

    play(scene)


@pytest.mark.parametrize(("allowed", "used"), [(30, 28), (3, 1.5)])
def test_the_computer_keeps_a_reserve_of_its_time(allowed: float, used: float) -> None:
    class Punctual(Player):
        left: float | None = None

        async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
            assert clock is not None
            self.left = clock.left(record.position.turn)
            return Decision(next(iter(record.position.legal_moves)))

    async def scene() -> None:
        async with wired(move_seconds=allowed) as (peer, wire):
            player = Punctual()
            computer = LanComputer(peer, player)
            events = peer.events()
            begin(wire)
            for kind in (Invited, Began):
                (event,) = await expect(events, kind)
                computer.handle(event)
            await expect(events, Sent)
            assert player.left == used

    play(scene)


def command(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "boyi", "lan", *arguments, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def test_the_command_by_hand_against_the_computer() -> None:
    host = command("host", "--port", "0", "--player", "random", "--name", "Hal", "--games", "1")
    try:
        assert host.stdout is not None
        port = host.stdout.readline().split("127.0.0.1:")[1].split()[0]
        joined = command("join", "--port", port, "--name", "Ann", "--language", "zh", "--color", "b")
        assert joined.stdin is not None
        assert joined.stdout is not None
        text = ""
        while "对局开始" not in text:
            text += joined.stdout.readline()
        joined.stdin.write("说 你好\nQ99\nE5\n")
        joined.stdin.flush()
        while "Hal 走" not in text:
            text += joined.stdout.readline()
        more, errors = joined.communicate("认输\n退出\n", timeout=PATIENCE)
        text += more
        assert errors == ""
        assert joined.returncode == 0
        assert "您走 E5" in text
        assert "Hal 获胜（认输）" in text
        shown, errors = host.communicate(timeout=PATIENCE)
        assert "Ann: 你好" in shown
        assert "you win (resigned)" in shown
        assert (errors, host.returncode) == ("", 0)
    finally:
        for process in (host, joined):
            process.kill()
            process.communicate()


def test_a_peer_without_a_move_is_named_while_it_is_waited_for() -> None:
    """The desktop program of the course has no move left and neither gives up nor says anything."""
    host = command("host", "--port", "0", "--player", "mcts:nodes=60", "--games", "1")
    try:
        assert host.stdout is not None
        port = int(host.stdout.readline().split("127.0.0.1:")[1].split()[0])
        play(lambda: _play_at_random_until_stuck(port))
        text = ""
        while "waiting for it to give up" not in text:
            line = host.stdout.readline()
            assert line
            text += line
        *_, played, waiting = text.splitlines()
        assert played.startswith("You play ")
        assert waiting == "Bob has no move; waiting for it to give up."
    finally:
        host.kill()
        host.communicate()


async def _play_at_random_until_stuck(port: int) -> None:
    wire = Wire(*await asyncio.open_connection("127.0.0.1", port))
    wire.send(Op.READY, "Bob", "w")
    assert (await wire.receive())[0] == Op.READY
    chance, situation = Random(1), Situation.start_of(boyi.game("nogo"))
    while True:
        op, cell, _ = await wire.receive()
        assert op == Op.MOVE
        situation = situation.play(parse_cell(cell))
        if situation.position.outcome is not None:
            wire.writer.close()
            return
        move = chance.choice(list(situation.position.legal_moves))
        situation = situation.play(move)
        wire.send(Op.MOVE, format_cell(move))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["join", "--port", "1"], "cannot be reached"),
        (["join", "127.0.0.1:1"], "127.0.0.1:1 cannot be reached"),
        (["join", "127.0.0.1:x"], "--port 'x'"),
        (["join", "127.0.0.1", "--host", "127.0.0.1"], "the address once"),
        (["join", "127.0.0.1:1", "--port", "1"], "the port once"),
        (["host", "--port", "70000"], "--port"),
        (["host", "--color", "red"], "b or w"),
        (["host", "--player", "nobody"], "no player"),
        (["host", "--player", "classic:five-tuple"], "classic:five-tuple plays gomoku, not nogo."),
        (["join", "--player", "classic:five-tuple"], "classic:five-tuple plays gomoku, not nogo."),
        (["host", "--host", "999.1.1.1"], "cannot be listened on"),
    ],
)
def test_wrong_arguments(arguments: list[str], words: str) -> None:
    process = command(*arguments)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (output, process.returncode, errors.count("\n")) == ("", 2, 1)
    assert words in errors

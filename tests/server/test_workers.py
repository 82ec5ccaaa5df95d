"""The worker processes, real ones: limits in time, pauses, fair shares, frozen and killed processes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Timer

import pytest

import boyi
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.server.refusals import Refusal
from boyi.server.search import worker_process as worker_process_module
from boyi.server.search import workers as workers_module
from boyi.server.search.pool import WorkerPool
from boyi.server.search.scheduler import GUEST, STUDY, Urgency
from boyi.server.search.starvation import waited
from boyi.server.search.worker_process import WorkerProcess
from boyi.server.search.workers import Workers
from boyi.server.settings import Settings
from boyi.server.specs import check_spec
from tests.patience import PATIENCE, wait_until
from tests.server.client import HUMAN, Server, computer, enter

ENDLESS = "mcts:nodes=9223372036854775807"
SOON = 55.0
"""Seconds for a short search beside endless ones of a server, which end by themselves only after 60."""
UNENDING = Settings(longest_move=3600.0)


@asynccontextmanager
async def working(processes: int, settings: Settings) -> AsyncIterator[Workers]:
    workers = Workers(processes, settings)
    workers.start()
    try:
        async with asyncio.timeout(PATIENCE):
            yield workers
    finally:
        await workers.close()


class Asker:
    """Asks for searches of one position and keeps what it was told."""

    def __init__(self, workers: Workers, game: str = "gomoku", moves: str = "h8 i9") -> None:
        self.workers = workers
        self.record = GameRecord(boyi.game(game))
        self.record.play_text(moves)
        self.nodes: dict[str, list[int]] = {}

    async def ask(
        self, owner: str, spec: str, urgency: Urgency = 0, seconds: float | None = None
    ) -> SearchResult:
        seen = self.nodes.setdefault(owner, [])
        found = await self.workers.search(
            self.record,
            self.record.end,
            spec,
            owner=owner,
            key=owner,
            urgency=urgency,
            seconds=seconds,
            watch=lambda result: seen.append(result.nodes),
        )
        assert found is not None
        assert self.record.position.is_legal(found.move)
        return found

    def begin(self, owner: str, spec: str, urgency: Urgency = 0) -> asyncio.Task[SearchResult]:
        return asyncio.create_task(self.ask(owner, spec, urgency, 600.0 if urgency else None))

    async def hears(self, owner: str, reports: int = 1) -> None:
        """Wait until a search has told something more."""
        wanted = len(self.nodes.get(owner, ())) + reports
        while len(self.nodes.get(owner, ())) < wanted:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("backend", ["auto", "python"])
@pytest.mark.parametrize(
    ("game", "moves", "spec"),
    [
        ("gomoku", "h8 i9", ENDLESS),
        ("gomoku", "h8 i9", "alphabeta:depth=99"),
        ("gomoku", "h8 i9", "minimax:depth=99"),
        ("gomoku", "h8 i9", "alphabeta:nodes=9223372036854775807,method=pvs"),
        ("gomoku", "h8 i9", "level:10,nodes=9223372036854775807"),
        ("gomoku", "h8 i9", "classic:alphabeta,depth=99,width=0"),
        ("othello", "f5 d6", "playout:playouts=1000000000000"),
        ("othello", "f5 d6", "classic:reversi-mcts"),
        ("othello", "f5 d6", f"{ENDLESS},rollouts=1000000"),
        ("nogo", "", "classic:nogo-alphabeta,depth=99,time=60"),
    ],
)
def test_every_search_that_a_client_may_ask_for_ends(
    game: str, moves: str, spec: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if backend == "python":
        monkeypatch.setenv("BOYI_BACKEND", "python")

    async def search() -> None:
        assert check_spec(spec, boyi.game(game))
        async with working(1, Settings(longest_move=0.2)) as workers:
            pids = workers.pids
            await Asker(workers, game, moves).ask("someone", spec)
            assert workers.pids == pids, "it ended by itself"

    asyncio.run(search())


@pytest.mark.parametrize(("game", "moves", "spec"), [("nogo", "", "mcts"), ("gomoku", "h8 i9", "alphabeta")])
def test_the_servers_limit_makes_no_player_take_longer_than_it_would(
    game: str, moves: str, spec: str
) -> None:
    async def search() -> None:
        async with working(1, Settings(longest_move=3600.0)) as workers:
            await Asker(workers, game, moves).ask("someone", spec)  # a second by itself

    asyncio.run(search())


def test_pondering_is_not_for_clients() -> None:
    with pytest.raises(boyi.BoyiError, match="ponder cannot be chosen here"):
        check_spec("mcts:ponder=yes", boyi.game("nogo"))


def test_long_searches_are_paused_and_go_on_where_they_were() -> None:
    async def share() -> None:
        async with working(1, Settings(longest_move=3600.0)) as workers:
            asker = Asker(workers)
            specs = {"tree": ENDLESS, "depth": "alphabeta:depth=99", "plain": "minimax:depth=99"}
            searches = [asker.begin(owner, spec) for owner, spec in specs.items()]
            for _ in range(2):  # each of them runs again after the others
                for owner in specs:
                    await asker.hears(owner)
            for search in searches:
                assert not search.done()
                search.cancel()
            for owner, nodes in asker.nodes.items():
                assert nodes == sorted(nodes), owner  # none began again

    asyncio.run(share())


def test_a_short_search_does_not_wait_for_the_long_ones() -> None:
    async def wait() -> None:
        async with working(2, UNENDING) as workers:
            asker = Asker(workers)
            specs = [ENDLESS, "minimax:depth=99", "alphabeta:depth=99", "playout:playouts=1000000000000"]
            endless = [asker.begin(f"endless {number}", spec) for number, spec in enumerate(specs * 2)]
            await asker.hears("endless 0")
            async with asyncio.timeout(PATIENCE):
                for _ in range(3):
                    await asker.ask("short", "level:3")
            # Each process keeps four of them; one had to make room and was answered.
            assert sum(task.done() for task in endless) <= 2
            for task in endless:
                task.cancel()

    asyncio.run(wait())


def test_a_search_that_cannot_be_paused_ends_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    # The textbook's tree search looks up only after all random games of a leaf.
    monkeypatch.setenv("BOYI_BACKEND", "python")
    monkeypatch.setattr(workers_module, "PATIENCE", 1.0)
    monkeypatch.setattr(workers_module, "LAST_PATIENCE", 3.0)

    async def wait() -> None:
        async with working(1, Settings()) as workers:
            asker = Asker(workers, "othello", "f5 d6")
            deaf = asker.begin("deaf", f"{ENDLESS},rollouts=1000000")
            await asyncio.sleep(1.5)
            async with asyncio.timeout(PATIENCE):
                await asker.ask("short", "random")
                await deaf

    asyncio.run(wait())


def test_a_stopped_process_is_noticed_and_its_search_asked_again() -> None:
    async def freeze() -> None:
        async with working(1, Settings(worker_silence=3.0)) as workers:
            asker = Asker(workers)
            first = asker.begin("someone", f"{ENDLESS},reuse=yes")
            await asker.hears("someone")
            (pid,) = workers.pids
            os.kill(pid, signal.SIGSTOP)
            await asker.ask("other", "level:3")
            assert pid not in workers.pids
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)
            await asker.hears("someone")  # it was asked again
            first.cancel()

    asyncio.run(freeze())


def test_a_stopped_process_does_not_hold_up_the_other() -> None:
    async def freeze() -> None:
        async with working(2, replace(UNENDING, worker_silence=3600.0)) as workers:
            asker = Asker(workers)
            await asker.ask("warm", "level:3")
            frozen = workers.pids[0]
            for number in range(4):
                asker.begin(f"endless {number}", ENDLESS)
            await asker.hears("endless 3")
            os.kill(frozen, signal.SIGSTOP)
            async with asyncio.timeout(PATIENCE):
                await asker.ask("short", "level:3")
            os.kill(frozen, signal.SIGCONT)

    asyncio.run(freeze())


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="Linux counts the waits")
def test_waiting_for_a_processor_is_counted_and_being_stopped_is_not() -> None:
    with spinners(3, {min(os.sched_getaffinity(0))}) as pids:
        wait_until(lambda: all(waited(pid) > 0.3 for pid in pids), "the wait for a processor")
        os.kill(pids[0], signal.SIGSTOP)
        wait_until(lambda: state(pids[0]) == "T", "the stop")
        before = [waited(pid) for pid in pids]
        wait_until(lambda: waited(pids[1]) > before[1] + 0.3, "the wait for a processor")
        assert waited(pids[0]) == before[0]
    assert waited(pids[0]) == 0


def state(pid: int) -> str:
    """R: it runs or is ready to, T: it was stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_process_that_waits_for_a_processor_is_not_taken_for_a_frozen_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        process = WorkerProcess(child, 0.0)
        waits = iter([1.0, 2.0, 2.9, 3.0, 3.1, 3.2])
        monkeypatch.setattr(worker_process_module, "waited", lambda pid: next(waits))
        unanswered = []
        for _ in range(6):
            process.beat()
            unanswered.append(process.unanswered)
        assert unanswered == [0, 0, 0, 1, 2, 3]
        process.pong()
        assert not process.is_silent
        child.kill()


@contextmanager
def spinners(count: int, processors: set[int]) -> Iterator[list[int]]:
    """Processes that use all of some processors; their ids."""
    children = [subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) for _ in range(count)]
    try:
        for child in children:
            os.sched_setaffinity(child.pid, processors)
        yield [child.pid for child in children]
    finally:
        for child in children:
            child.kill()
            child.wait()


def test_a_killed_process_takes_no_paused_search_with_it() -> None:
    async def kill() -> None:
        async with working(1, Settings(longest_move=6.0)) as workers:
            asker = Asker(workers)
            both = [asker.begin("one", ENDLESS), asker.begin("two", ENDLESS)]
            await asker.hears("one")
            await asker.hears("two")
            os.kill(workers.pids[0], signal.SIGKILL)
            await asyncio.gather(*both)

    asyncio.run(kill())


def test_analyses_are_limited_by_owner_and_spectators_have_the_least() -> None:
    async def ask() -> None:
        async with working(1, replace(UNENDING, analyses=3, guest_analyses=2)) as workers:
            asker = Asker(workers)
            guests = [asker.begin("spectator", "mcts", GUEST) for _ in range(50)]
            owners = [asker.begin("owner", "mcts", STUDY) for _ in range(5)]
            await asker.hears("owner")
            refused = [task for task in (*guests, *owners) if task.done()]
            assert len(refused) == 48 + 2
            assert all(isinstance(task.exception(), Refusal) for task in refused)
            async with asyncio.timeout(PATIENCE):
                await asker.ask("owner", "level:10")
            for task in (*guests, *owners):
                task.cancel()

    asyncio.run(ask())


def test_endless_opponents_in_some_rooms_do_not_stop_the_others(server: Server) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            for spec in (ENDLESS, "minimax:depth=99", "alphabeta:depth=99", ENDLESS):
                made = server.new("gomoku", [HUMAN, computer(spec)])
                client = await stack.enter_async_context(enter(server, made["id"], made["tokens"]["owner"]))
                await client.play("h8")
                await client.until("thinking")
                stack.push_async_callback(client.send, "act", what="leave")
            made = server.new("gomoku", [HUMAN, computer("level:3")])
            client = await stack.enter_async_context(enter(server, made["id"], made["tokens"]["owner"]))
            async with asyncio.timeout(SOON):
                for move in ("h8", "a1", "a15"):
                    await client.play(move)
                    assert await client.my_turn()
                await client.do("act", what="hint")

    asyncio.run(play())


def test_a_spectators_many_analyses_do_not_delay_the_owner(server: Server) -> None:
    async def study() -> None:
        made = server.new("othello", [HUMAN, computer("level:3")])
        async with AsyncExitStack() as stack:
            owner = await stack.enter_async_context(enter(server, made["id"], made["tokens"]["owner"]))
            answers = []
            for _ in range(50):
                guest = await stack.enter_async_context(enter(server, made["id"]))
                answers.append(await guest.ask("analyse", on=True, node=0))
            refused = [answer["code"] for answer in answers if answer["type"] == "refused"]
            assert len(refused) >= 40
            assert set(refused) == {"busy"}
            async with asyncio.timeout(SOON):
                await owner.do("act", what="hint")
                await owner.do("analyse", on=True, node=0)
                await owner.until("analysis")
                await owner.play(owner.moves[0])
                assert await owner.my_turn()

    asyncio.run(study())


CLOSES = "import os, time; os.close(1); time.sleep(3600)"
"""A child that says nothing any more and lives on."""
DEAF = "import time; time.sleep(3600)"


@pytest.fixture
def child_runs(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Worker processes that run another program."""
    popen = subprocess.Popen

    def use(text: str) -> None:
        monkeypatch.setattr(
            subprocess, "Popen", lambda _, **pipes: popen([sys.executable, "-c", text], **pipes)
        )

    return use


def test_a_child_that_only_closed_its_output_is_ended(child_runs: Callable[[str], None]) -> None:
    child_runs(CLOSES)

    async def use() -> None:
        pool, over = WorkerPool(), asyncio.Event()
        process = pool.start(WorkerProcess, lambda *_: None, lambda _: over.set())
        guard = Timer(PATIENCE, process.child.kill)  # ends the test where the loop waits for the child
        guard.start()
        await over.wait()
        assert guard.is_alive()
        guard.cancel()
        assert process.child.returncode == -signal.SIGKILL
        assert pool.pids == []
        await pool.close()

    asyncio.run(use())


def test_orders_to_a_child_that_reads_nothing_do_not_hold_the_loop(
    child_runs: Callable[[str], None],
) -> None:
    child_runs(DEAF)

    async def use() -> None:
        pool = WorkerPool()
        process = pool.start(WorkerProcess, lambda *_: None, lambda _: None)
        guard = Timer(PATIENCE, process.child.kill)  # ends the test where the order is written here
        guard.start()
        process.order("x" * 1_000_000)
        process.order("y")
        assert process.child.poll() is None
        guard.cancel()
        await pool.end(process)
        assert process.child.returncode == -signal.SIGKILL
        await pool.close()

    asyncio.run(use())

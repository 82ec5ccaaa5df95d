"""Threads that the system does not grant, and the end of the program while one searches: never an abort."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable

import pytest

import boyi

pytestmark = pytest.mark.skipif(
    boyi.game("othello").backend != "native", reason="the native module is not there"
)
MEGABYTE = 1 << 20

SEARCH = """
import boyi
from boyi.native.alphabeta import alphabeta
from boyi.native.mcts import search
from boyi.native.solve_request import SolveRequest
from boyi.native.othello_solver import solve
position = boyi.game("othello", backend="native").start()
small = boyi.game("othello", size=4, backend="native").start()
memory = 1 << 22
for work in (
    lambda: search(position, nodes=3000, threads=64, memory=memory).nodes,
    lambda: alphabeta(position, depth=4, threads=64, memory=memory).depth,
    lambda: solve(SolveRequest(small, memory=memory)).score,
):
    try:
        print(work())
    except boyi.BoyiError as error:
        print(f"{type(error).__name__}: {error}")
"""

EXIT = """
import sys, threading, boyi
from boyi.native.alphabeta import alphabeta
from boyi.native.mcts import search
inside = threading.Event()

def told(_):
    inside.set()
    while CALLBACK:
        sum(range(1000))

def work():
    position = boyi.game(GAME, backend="native").start()
    if KIND == "perft":
        inside.set()
        position.perft(12)
    if KIND == "playouts":
        inside.set()
        position.board.playouts(1 << 60, 1e6, 1, 1000)
    if KIND == "alphabeta":
        alphabeta(position, time=86_400, threads=2, progress=told)
    while KIND == "short":
        search(position, nodes=20)
        inside.set()
    search(position, time=86_400, threads=2, progress=told)

threading.Thread(target=work, daemon=True).start()
inside.wait()
print("ends")
"""


def limited(stack: int, memory: int) -> Callable[[], None]:
    """Threads of ``stack`` megabytes each, in a process that has ``memory`` megabytes for everything."""

    def limit() -> None:
        for what, megabytes in ((resource.RLIMIT_STACK, stack), (resource.RLIMIT_AS, memory)):
            resource.setrlimit(what, (megabytes * MEGABYTE, resource.getrlimit(what)[1]))

    return limit


def run(code: str, limit: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, preexec_fn=limit, check=False)


def test_fewer_threads_are_enough() -> None:
    done = run(SEARCH, limited(stack=256, memory=1500))
    assert (done.returncode, done.stdout.split()) == (0, ["3000", "4", "-10"]), done


def test_no_thread_at_all_is_a_sentence() -> None:
    done = run(SEARCH, limited(stack=2000, memory=1500))
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("NoThreads: The search cannot start: this machine gr") for line in lines), done


@pytest.mark.parametrize(
    ("kind", "game", "callback"),
    [
        ("search", "gomoku", True),
        ("search", "nogo", False),
        ("alphabeta", "gomoku", False),
        ("short", "othello", False),
        ("perft", "loa", False),
        ("playouts", "gomoku", False),
    ],
)
def test_the_program_ends_while_a_daemon_thread_searches(kind: str, game: str, callback: bool) -> None:
    head = f"KIND, GAME, CALLBACK = {kind!r}, {game!r}, {callback}\n"
    for _ in range(3):
        done = run(head + EXIT)
        assert (done.returncode, done.stdout, done.stderr) == (0, "ends\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="on_exit is a function of glibc")
def test_a_search_outlives_the_interpreter() -> None:
    """Between Python's end and the end of the process; on_exit calls sleep with the exit code, 1."""
    slow = "import ctypes, sys\nlibc = ctypes.CDLL(None)\nlibc.on_exit(libc.sleep, None)\nsys.exit(1)\n"
    done = run("KIND, GAME, CALLBACK = 'search', 'nogo', False\n" + EXIT + slow)
    assert (done.returncode, done.stdout, done.stderr) == (1, "ends\n", "")

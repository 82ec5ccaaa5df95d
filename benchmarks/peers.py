"""Boyi and OpenSpiel side by side on one machine: playouts, perft, tree search and start-up, with ratios.

    python benchmarks/peers.py [--seconds S] [--json]

Run it with a Python that has Boyi. OpenSpiel gets a virtual environment of its own in benchmarks/.peers,
made on the first run. The two take turns in short slices, and each keeps its best one, because other
programs on the machine can only slow a slice down.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

FOLDER = Path(__file__).resolve().parent
PEERS = FOLDER / ".peers"
REQUIREMENTS = FOLDER / "requirements-peers.txt"
SLICES = 5
MISSING = "–"


@dataclass(frozen=True)
class Work:
    """One line of the table: what Boyi runs and what OpenSpiel runs against it."""

    title: str
    game: str
    peer: str
    kind: str = "playouts"
    """``playouts``, ``perft``, ``mcts``, ``textbook`` (a search in Python) or ``start-up``."""
    amount: int = 1
    """Plies of a perft, threads of a tree search."""


TABLE = (
    Work("Othello playouts", "othello", "othello"),
    Work("Gomoku 15x15 playouts", "gomoku", "gomoku"),
    Work("Lines of Action playouts", "loa", "lines_of_action"),
    Work("NoGo 9x9 playouts (v Go 9x9)", "nogo", "go(board_size=9)"),
    Work("Othello perft 11", "othello", "othello", "perft", 11),
    Work("Lines of Action perft 5", "loa", "lines_of_action", "perft", 5),
    Work("Othello MCTS", "othello", "othello", "mcts"),
    Work("Gomoku 15x15 MCTS", "gomoku", "gomoku", "mcts"),
    Work("Lines of Action MCTS", "loa", "lines_of_action", "mcts"),
    Work("NoGo 9x9 MCTS (v Go 9x9)", "nogo", "go(board_size=9)", "mcts"),
    Work("Othello MCTS, two threads", "othello", "", "mcts", 2),
    Work("Gomoku 15x15 MCTS, two threads", "gomoku", "", "mcts", 2),
    Work("Lines of Action MCTS, 2 threads", "loa", "", "mcts", 2),
    Work("NoGo 9x9 MCTS, two threads", "nogo", "", "mcts", 2),
    Work("Othello MCTS in Python", "othello", "othello", "textbook"),
    Work("Gomoku 15x15 MCTS in Python", "gomoku", "gomoku", "textbook"),
    Work("Lines of Action MCTS in Python", "loa", "lines_of_action", "textbook"),
    Work("Othello: start and 100 nodes", "othello", "othello", "start-up"),
)
UNITS = {
    "playouts": "playouts",
    "perft": "nodes",
    "mcts": "simulations",
    "textbook": "simulations",
    "start-up": "starts",
}
PLAIN = "mcts:c=1,rave=no,solver=no,decisive=no"
"""A simulation is one random game, as OpenSpiel's is."""

PEER_DEPTH = {"othello": 6, "lines_of_action": 3}
"""How deep OpenSpiel's perft goes: nodes per second hardly change with depth, the time does."""


@dataclass(frozen=True)
class Row:
    """Units (playouts, nodes, simulations, starts) per second; None where there is no figure."""

    work: str
    unit: str
    boyi: float | None
    peer_cpp: float | None
    """OpenSpiel without Python in the loop."""
    peer_python: float | None
    """OpenSpiel's states driven from a Python loop."""
    ratio: float | None
    """Boyi over the faster of the two; with two threads over Boyi with one, in slices beside it."""


# The part that runs inside the peer's environment: answers one JSON line for each JSON line it reads.

WORKER = r'''
import json, random, sys, time
import pyspiel

games = {}

def game(name):
    if name not in games:
        games[name] = pyspiel.load_game(name)
    return games[name]

def rollouts(name, seconds, seed):
    """Random games inside C++: a search of one simulation, whose evaluator plays them all."""
    loaded, count, done, began = game(name), 16, 0, time.perf_counter()
    state = loaded.new_initial_state()
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(count, seed + done)
        bot = pyspiel.MCTSBot(loaded, evaluator, 2.0, 1, 1000, False, seed, False)
        bot.step(state)
        done += count
        spent = time.perf_counter() - began
        if spent >= seconds:
            return done / spent
        count = max(16, min(100000, int(done / spent * (seconds - spent) / 2)))

def loop(name, seconds, seed):
    """Random games by a Python loop over the peer's states."""
    loaded, choose, done, began = game(name), random.Random(seed).choice, 0, time.perf_counter()
    while True:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
        done += 1
        spent = time.perf_counter() - began
        if spent >= seconds:
            return done / spent

def count(state, depth):
    if state.is_terminal():
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(count(state.child(action), depth - 1) for action in actions)

def perft(name, depth, seed):
    began = time.perf_counter()
    nodes = count(game(name).new_initial_state(), depth)
    return nodes / (time.perf_counter() - began)

def grow(make, name, seconds, seed):
    """Simulations of a tree search: searches of growing size until the time is over; the last one counts."""
    state, count, began = game(name).new_initial_state(), 50, time.perf_counter()
    while True:
        bot = make(game(name), count, seed)
        start = time.perf_counter()
        bot.step(state)
        now = time.perf_counter()
        if now - began >= seconds / 2:
            return count / (now - start)
        count = max(2 * count, int(count * seconds / 2 / max(now - start, 1e-3)))

def tree(name, seconds, seed):
    def make(loaded, count, seed):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.MCTSBot(loaded, evaluator, 2.0, count, 1000, False, seed, False)
    return grow(make, name, seconds, seed)

def python_tree(name, seconds, seed):
    import numpy
    from open_spiel.python.algorithms import mcts
    def make(loaded, count, seed):
        luck = numpy.random.RandomState(seed)
        return mcts.MCTSBot(loaded, 2.0, count, mcts.RandomRolloutEvaluator(1, luck), False, luck)
    return grow(make, name, seconds, seed)

work = {"rollouts": rollouts, "loop": loop, "perft": perft, "tree": tree, "python_tree": python_tree}
for line in sys.stdin:
    kind, name, amount, seed = json.loads(line)
    print(json.dumps(work[kind](name, amount, seed)), flush=True)
'''


class Peer:
    """OpenSpiel in its own process, asked for one slice at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, kind: str, game: str, amount: float, seed: int) -> float:
        """Run one slice and return its units per second."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([kind, game, amount, seed]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"OpenSpiel stopped while it ran {kind} of {game}")
        return float(json.loads(answer))


def peer_python() -> Path:
    """The interpreter of the peer's environment."""
    return PEERS / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install() -> str:
    """Make the peer's environment if it is not there; return why that failed, or nothing."""
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    stamp = PEERS / "installed.txt"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return ""
    print(f"Installing {wanted.strip()} into {PEERS} …", file=sys.stderr, flush=True)
    try:
        venv.create(PEERS, clear=True, with_pip=True)
        command = [str(peer_python()), "-m", "pip", "install", "--quiet", "-r", str(REQUIREMENTS)]
        done = subprocess.run(command, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        return str(error)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        return lines[-1] if lines else f"pip ended with code {done.returncode}"
    stamp.write_text(wanted, encoding="utf-8")
    return ""


@contextmanager
def open_peer() -> Iterator[Peer | None]:
    """OpenSpiel, or None (with one line that says why) where it cannot be installed."""
    if problem := install():
        print(f"OpenSpiel cannot be installed here, so only Boyi is measured: {problem}", file=sys.stderr)
        yield None
        return
    command = [str(peer_python()), "-c", WORKER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Peer(process)
        finally:
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.close()


def make_boyi(name: str) -> Any:
    """The starting position on Boyi's fastest back end, or None if this Boyi has no such game."""
    import boyi

    try:
        return boyi.game(name).start()
    except (boyi.BoyiError, ImportError):
        return None


def boyi_playouts(start: Any, seconds: float, seed: int) -> float:
    """Random games per second."""
    began = perf_counter()
    tally = start.playouts(seconds=seconds, seed=seed)
    return float(tally.games) / (perf_counter() - began)


def boyi_perft(start: Any, depth: int) -> float:
    """Nodes per second."""
    began = perf_counter()
    nodes = start.perft(depth)
    return float(nodes) / (perf_counter() - began)


def boyi_mcts(start: Any, threads: int, seconds: float, seed: int) -> float:
    """Simulations per second."""
    import boyi

    result = boyi.search(start, player=PLAIN, time=seconds, threads=threads, seed=seed)
    return result.nodes / result.seconds


def boyi_textbook(start: Any, seconds: float, seed: int) -> float:
    """Simulations per second of the search to read."""
    from boyi.textbook.mcts import search

    result = search(start, iterations=10**9, time=seconds, seed=seed)
    return result.nodes / result.seconds


def start_up(command: list[str]) -> float:
    """New processes per second, each of which answers once."""
    # Both sides may keep their compiled modules, as they would on a user's machine.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=clean)
    return 1 / (perf_counter() - began)


PEER_START = (
    "import pyspiel; game = pyspiel.load_game('othello');"
    "evaluator = pyspiel.RandomRolloutEvaluator(1, 0);"
    "pyspiel.MCTSBot(game, evaluator, 2.0, 100, 100, False, 0, False).step(game.new_initial_state())"
)


def runs_of(work: Work, length: float, peer: Peer | None) -> dict[str, Callable[[int], float]]:
    """What each side runs for one slice of a line."""
    runs: dict[str, Callable[[int], float]] = {}
    start = make_boyi(work.game)
    if start is not None:
        runs["boyi"] = {
            "playouts": lambda seed: boyi_playouts(start, length, seed),
            "perft": lambda _: boyi_perft(start, work.amount),
            "mcts": lambda seed: boyi_mcts(start, work.amount, length, seed),
            "textbook": lambda seed: boyi_textbook(start, length, seed),
            "start-up": lambda _: start_up(
                [sys.executable, "-m", "boyi", "search", work.game, "--nodes", "100"]
            ),
        }[work.kind]
        if work.kind == "mcts" and work.amount > 1:
            runs["one thread"] = lambda seed: boyi_mcts(start, 1, length, seed)
        # A perft to depth 11 on Python rules would take an hour.
        if work.kind == "perft" and start.game.backend == "python":
            runs.clear()
    if peer is not None and work.peer:
        kinds: dict[str, dict[str, tuple[str, float]]] = {
            "playouts": {"cpp": ("rollouts", length), "python": ("loop", length)},
            "perft": {"python": ("perft", PEER_DEPTH.get(work.peer, 1))},
            "mcts": {"cpp": ("tree", length), "python": ("python_tree", length)},
            "textbook": {"python": ("python_tree", length)},
        }
        for name, (kind, amount) in kinds.get(work.kind, {}).items():
            runs[name] = partial(peer.ask, kind, work.peer, amount)
        if work.kind == "start-up":
            runs["cpp"] = lambda _: start_up([str(peer_python()), "-c", PEER_START])
    return runs


def measure(work: Work, seconds: float, peer: Peer | None) -> Row:
    """Both sides in alternating slices, the best of each."""
    runs = runs_of(work, seconds / SLICES, peer)
    best = dict.fromkeys(runs, 0.0)
    began = perf_counter()
    for slice_number in range(SLICES):
        for name, run in runs.items():
            best[name] = max(best[name], run(slice_number))
        if work.kind == "perft" and perf_counter() - began > 3 * seconds:
            break
    boyi, cpp, python = (best.get(name) for name in ("boyi", "cpp", "python"))
    fastest = best.get("one thread") or max(filter(None, (cpp, python)), default=None)
    ratio = boyi / fastest if boyi and fastest else None
    return Row(work.title, UNITS[work.kind], boyi, cpp, python, ratio)


def shown(value: float | None, suffix: str = "") -> str:
    """A figure for the table."""
    digits = 0 if value is None or value >= 20 else 1 if value >= 3 else 2
    return MISSING if value is None else f"{value:,.{digits}f}{suffix}"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Boyi and OpenSpiel side by side.")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each side of each playout line")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    if not 0 < options.seconds < 3600:
        parser.error("--seconds must be between 0 and 3600")
    try:
        import boyi  # noqa: F401
    except ImportError:
        print("This Python has no Boyi; run benchmarks/peers.py with the one that has.", file=sys.stderr)
        return 2
    if not options.json:
        heads = f"{'Boyi':>14} {'OpenSpiel C++':>14} {'from Python':>12} {'ratio':>8}"
        print(f"{'per second, one thread':<32} {heads}", flush=True)
    rows = []
    with open_peer() as peer:
        for work in TABLE:
            row = measure(work, options.seconds, peer)
            rows.append(asdict(row))
            if not options.json:
                figures = f"{shown(row.boyi):>14} {shown(row.peer_cpp):>14} {shown(row.peer_python):>12}"
                print(f"{row.work:<32} {figures} {shown(row.ratio, 'x'):>8}", flush=True)
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

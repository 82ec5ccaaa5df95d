"""Boyi and OpenSpiel side by side on one machine: random playouts and perft, with ratios.

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
    depth: int = 0
    """Plies of a perft; 0 for playouts."""


TABLE = (
    Work("Othello playouts", "othello", "othello"),
    Work("Gomoku 15x15 playouts", "gomoku", "gomoku"),
    Work("Lines of Action playouts", "loa", "lines_of_action"),
    Work("NoGo 9x9 playouts (v Go 9x9)", "nogo", "go(board_size=9)"),
    Work("Othello perft 11", "othello", "othello", 11),
    Work("Lines of Action perft 5", "loa", "lines_of_action", 5),
)

PEER_DEPTH = {"othello": 6, "lines_of_action": 3}
"""How deep OpenSpiel's perft goes: nodes per second hardly change with depth, the time does."""


@dataclass(frozen=True)
class Row:
    """Units (playouts or nodes) per second; None where there is no figure."""

    work: str
    unit: str
    boyi: float | None
    peer_cpp: float | None
    """OpenSpiel without Python in the loop."""
    peer_python: float | None
    """OpenSpiel's states driven from a Python loop."""
    ratio: float | None
    """Boyi over the faster of the two."""


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

work = {"rollouts": rollouts, "loop": loop, "perft": perft}
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


def measure(work: Work, seconds: float, peer: Peer | None) -> Row:
    """Both sides in alternating slices, the best of each."""
    start = make_boyi(work.game)
    # A perft to depth 11 on Python rules would take an hour.
    if start is not None and work.depth and start.game.backend == "python":
        start = None
    runs: dict[str, Callable[[int], float]] = {}
    length = seconds / SLICES
    if work.depth:
        depth = PEER_DEPTH[work.peer]
        if start is not None:
            runs["boyi"] = lambda _: boyi_perft(start, work.depth)
        if peer is not None:
            runs["python"] = lambda seed: peer.ask("perft", work.peer, depth, seed)
    else:
        if start is not None:
            runs["boyi"] = lambda seed: boyi_playouts(start, length, seed)
        if peer is not None:
            runs["cpp"] = lambda seed: peer.ask("rollouts", work.peer, length, seed)
            runs["python"] = lambda seed: peer.ask("loop", work.peer, length, seed)
    best = dict.fromkeys(runs, 0.0)
    began = perf_counter()
    for slice_number in range(SLICES):
        for name, run in runs.items():
            best[name] = max(best[name], run(slice_number))
        if work.depth and perf_counter() - began > 3 * seconds:
            break
    boyi, cpp, python = (best.get(name) for name in ("boyi", "cpp", "python"))
    fastest = max(filter(None, (cpp, python)), default=None)
    ratio = boyi / fastest if boyi and fastest else None
    return Row(work.title, "nodes" if work.depth else "playouts", boyi, cpp, python, ratio)


def shown(value: float | None, suffix: str = "") -> str:
    """A figure for the table."""
    return MISSING if value is None else f"{value:,.0f}{suffix}"


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
        print(f"{'per second, one thread':<30} {heads}", flush=True)
    rows = []
    with open_peer() as peer:
        for work in TABLE:
            row = measure(work, options.seconds, peer)
            rows.append(asdict(row))
            if not options.json:
                figures = f"{shown(row.boyi):>14} {shown(row.peer_cpp):>14} {shown(row.peer_python):>12}"
                print(f"{row.work:<30} {figures} {shown(row.ratio, 'x'):>8}", flush=True)
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

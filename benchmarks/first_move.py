"""How long an engine takes from the start of its process to its first move: platforms may give it a second.

    python -m benchmarks.first_move [--game G]… [--runs N] [--seed N]

Each run starts a process in a position of a random game. ``botzone``: the whole turn, one line in, one line
out, until the process has ended. ``gtp``: ``time_settings 0 1 1``, the moves and ``genmove``, all sent at
once when the process starts, until the move is read. ``gtp later``: the same, but ``genmove`` is sent when
the process has answered all before it, and only that move is timed. All times are on the clock, so the
machine should do nothing else.
"""

from __future__ import annotations

import argparse
import sys
from json import dumps
from random import Random
from statistics import mean
from subprocess import PIPE, Popen
from time import perf_counter

import boyi
from boyi.core.grid import GridGame
from boyi.core.record import GameRecord
from boyi.protocols.botzone.text import BotzoneMoves

TURN = 1.0
MOST_PLIES = 40


def random_game(name: str, random: Random) -> GameRecord:
    """A game of random moves, not over."""
    while True:
        record = GameRecord(boyi.game(name))
        for _ in range(random.randrange(MOST_PLIES)):
            if record.position.outcome is not None:
                break
            record.play(random.choice(record.position.moves()))
        if record.position.outcome is None:
            return record


def start(name: str, protocol: str) -> Popen[str]:
    """The engine's process."""
    command = [sys.executable, "-m", "boyi", "engine", name, "--protocol", protocol]
    return Popen(command, stdin=PIPE, stdout=PIPE, text=True)


def botzone(record: GameRecord) -> float:
    """Seconds of a turn in a process of its own."""
    game = record.game
    assert isinstance(game, GridGame)
    moves = BotzoneMoves(game)
    told = [moves.write(move) for move in record.moves]
    if len(told) % 2 == 0:
        told.insert(0, moves.write(None))
    text = dumps({"requests": told[::2], "responses": told[1::2]})
    began = perf_counter()
    process = start(game.name, "botzone")
    answer, _ = process.communicate(text + "\n")
    spent = perf_counter() - began
    if '"response"' not in answer or "-1" in answer:
        raise SystemExit(f"no move: {answer}")
    return spent


def gtp(record: GameRecord, *, later: bool = False) -> float:
    """Seconds to the answer of ``genmove``, since the start of the process or since it was asked."""
    game, position = record.game, record.start
    lines = [f"boardsize {game.settings['size']}"] if "size" in game.settings else []
    lines += ["clear_board", "time_settings 0 1 1"]
    for move in record.moves:
        lines.append(f"play {'bw'[position.turn]} {game.format_move(move)}")
        position = position.play(move)
    ask = f"genmove {'bw'[position.turn]}"
    began = perf_counter()
    process = start(game.name, "gtp")

    def send(text: list[str]) -> None:
        assert process.stdin is not None
        process.stdin.write("\n".join(text) + "\n")
        process.stdin.flush()

    def answer() -> str:
        assert process.stdout is not None
        while not (line := process.stdout.readline()).strip():
            if not line:
                raise SystemExit("the engine ended without an answer")
        if not line.startswith("="):
            raise SystemExit(f"the engine refused: {line}")
        return line

    send(lines if later else [*lines, ask])
    for _ in lines:
        answer()
    if later:
        began = perf_counter()
        send([ask])
    answer()
    spent = perf_counter() - began
    process.communicate("quit\n")
    return spent


def main() -> int:
    """Print the table; 1 if a move came too late."""
    parser = argparse.ArgumentParser(description="From the start of a process to its first move.")
    parser.add_argument("--game", action="append", help="nogo and loa unless given")
    parser.add_argument("--runs", type=int, default=10, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    late = 0
    print(f"{'game':<8} {'protocol':<10} {'runs':>4} {'mean s':>7} {'longest s':>9}  later than {TURN:g} s")
    for name in options.game or ["nogo", "loa"]:
        for kind in ("botzone", "gtp", "gtp later"):
            random, times = Random(options.seed), []
            for _ in range(options.runs):
                record = random_game(name, random)
                times.append(botzone(record) if kind == "botzone" else gtp(record, later=kind == "gtp later"))
            beyond = sum(time > TURN for time in times)
            late += beyond
            print(
                f"{name:<8} {kind:<10} {len(times):>4} {mean(times):>7.3f} {max(times):>9.3f}  {beyond}",
                flush=True,
            )
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())

"""How much of the time of a move ``boyi engine gomoku`` uses, and its memory: a game against itself.

    python -m benchmarks.gomocup_times [--seconds S] [--size N] [--memory MB] [--moves N]

Each side is a process that speaks the Gomocup protocol without a book and is told ``timeout_turn`` and
``max_memory``. The time of a move runs from the command to the answer, as a manager measures it; moves that
were decided at once (less than half of the time) are counted apart. The machine must be quiet.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import mean
from time import perf_counter

import boyi


class Program:
    """One side."""

    def __init__(self, size: int, *settings: str) -> None:
        words = [sys.executable, "-m", "boyi", "engine", "gomoku", "--protocol", "gomocup", "--no-book"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask(f"START {size}")
        self.say(*(f"INFO {setting}" for setting in settings))

    def say(self, *lines: str) -> None:
        """Send lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, line: str) -> str:
        """Send a line and wait for the answer."""
        assert self.process.stdout is not None
        self.say(line)
        return self.process.stdout.readline().strip()

    def peak(self) -> int:
        """The most memory that it has used, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0]) // 1024


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--memory", type=int, default=350)
    parser.add_argument("--moves", type=int, default=24)
    given = parser.parse_args()
    settings = (f"timeout_turn {given.seconds * 1000:.0f}", f"max_memory {given.memory << 20}")
    programs = Program(given.size, *settings), Program(given.size, *settings)
    position = boyi.game("gomoku", size=given.size).start()
    used, answer = list[float](), ""
    for number in range(given.moves):
        began = perf_counter()
        answer = programs[number % 2].ask(f"TURN {answer}" if answer else "BEGIN")
        used.append(perf_counter() - began)
        x, y = map(int, answer.split(","))
        position = position.play(y * given.size + x)
        if position.outcome is not None:
            break
    full = [seconds for seconds in used[2:] if seconds > given.seconds / 2]
    print(f"first moves {used[0]:.3f} and {used[1]:.3f} s of {given.seconds:g} s")
    print(f"{len(full)} others: {min(full):.3f} to {max(full):.3f} s, mean {mean(full):.3f} s")
    print(f"{len(used) - 2 - len(full)} decided at once; peak memory {max(map(Program.peak, programs))} MB")
    for program in programs:
        program.say("END")
        program.process.wait()


if __name__ == "__main__":
    main()

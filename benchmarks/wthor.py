"""How quickly a WTHOR base is imported: random games written as one file, read by ``boyi library import``.

python -m benchmarks.wthor [--games 137000] [--seed 1]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter

import boyi
from boyi.formats.wthor import GAME, HEADER


def base(games: int, seed: int) -> bytes:
    """A file of so many random games; a thousand different ones, over and over."""
    random, start = Random(seed), boyi.game("othello").start()
    different = []
    for _ in range(min(games, 1000)):
        position, moves = start, bytearray()
        while position.outcome is None:
            move = random.choice(list(position.moves()))
            if move < 64:
                moves.append(10 * (move // 8 + 1) + move % 8 + 1)
            position = position.play(move)
        score = position.outcome.score or 0
        different.append(GAME.pack(0, 0, 0, 32 + score // 2, 32, bytes(moves)))
    head = HEADER.pack(20, 26, 1, 1, games, 0, 2025, 8, 0, 22, 0)
    return head + b"".join(different[number % len(different)] for number in range(games))


def main() -> None:
    """Write, import and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=137_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        file, store = Path(folder, "WTH_2025.wtb"), Path(folder, "games.db")
        file.write_bytes(base(arguments.games, arguments.seed))
        began = perf_counter()
        command = [sys.executable, "-m", "boyi", "library", "import", str(file), "--db", str(store)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds = perf_counter() - began
        usage = getrusage(RUSAGE_CHILDREN)
        processor = usage.ru_utime + usage.ru_stime
        print(f"{arguments.games:,} games, {seconds:.1f} s, {arguments.games / seconds:,.0f} games/s")
        print(f"processor {processor:.1f} s, {arguments.games / processor:,.0f} games/s")
        print(f"database {store.stat().st_size / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()

"""How many moves a second the store acknowledges, each of them durable.

    python benchmarks/store.py [--db URL] [--seconds S]

One caller shows what a transaction costs; many callers, each waiting for its own acknowledgement, show
what group commit (``boyi.store.writer.Writer``) makes of that.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from threading import Thread
from time import perf_counter

import boyi
from boyi.store.changes import Append
from boyi.store.store import Store
from boyi.store.writer import Writer

Put = Callable[[str, int], None]
CALLERS = (1, 8, 64, 300)


def measure(store: Store, put: Put, callers: int, seconds: float) -> tuple[float, float, float]:
    """Moves a second, and the median and the 99th hundredth of the waiting times in milliseconds."""
    ids = store.import_many(boyi.GameRecord(boyi.game("gomoku")) for _ in range(callers))
    waits: list[float] = []
    until = perf_counter() + seconds

    def play(game_id: str) -> None:
        ply = 0
        while (before := perf_counter()) < until:
            ply += 1
            put(game_id, ply)
            waits.append(perf_counter() - before)

    threads = [Thread(target=play, args=(game_id,)) for game_id in ids]
    began = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = perf_counter() - began
    stored = sum(store.summary(game_id).plies for game_id in ids)
    assert stored == len(waits), "an acknowledged move is missing"
    hundredths = quantiles(waits, n=100)
    return len(waits) / took, hundredths[49] * 1000, hundredths[98] * 1000


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", help="measure this database instead of a temporary SQLite file")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each line")
    arguments = parser.parse_args()
    # Not in /tmp, which may be memory and then has no disk to wait for.
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        Store.open(arguments.db or Path(folder) / "bench.db") as store,
    ):
        print(f"{store.name}\n{'callers':<8} {'by':<8} {'moves/s':>9} {'median ms':>10} {'99% ms':>8}")
        with Writer(store) as writer:
            ways: list[tuple[str, Put, tuple[int, ...]]] = [
                ("append", lambda game_id, ply: store.append(game_id, ply, ply), (1,)),
                (
                    "writer",
                    lambda game_id, ply: writer.submit(Append(game_id, ply, ply)).result(),
                    CALLERS,
                ),
            ]
            for name, put, counts in ways:
                for callers in counts:
                    rate, median, late = measure(store, put, callers, arguments.seconds)
                    print(f"{callers:<8} {name:<8} {rate:>9,.0f} {median:>10.1f} {late:>8.1f}")


if __name__ == "__main__":
    main()

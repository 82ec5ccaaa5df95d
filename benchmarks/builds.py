"""Two builds of the native module side by side: CPU seconds for the same searches and random games.

    python -m benchmarks.builds BEFORE.so AFTER.so [--rounds N]

The searches are those of ``boyi bench``, whose signature is printed for each build; the random games are a
fixed number from the start position. The builds take turns, each round in a process of its own, and the best
of all rounds counts, because other programs on the machine can only slow one down.
"""

from __future__ import annotations

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from types import ModuleType

MODULE = "boyi._native"
PLAYOUTS = {"gomoku": 200_000, "othello": 100_000, "loa": 20_000, "nogo": 50_000}


class OneBuild(importlib.abc.MetaPathFinder):
    """Finds the native module in the file given."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != MODULE:
            return None
        return importlib.util.spec_from_file_location(MODULE, self.path)


def measure(build: Path) -> dict[str, float]:
    """CPU seconds by game and kind of work, and the signature."""
    sys.meta_path.insert(0, OneBuild(build))
    from boyi.core.registry import make_game
    from boyi.engines.bench import BenchSample, bench_games, samples, signature

    seconds: dict[str, float] = {}
    found: list[BenchSample] = []
    searches = samples(bench_games("native"))
    began = process_time()
    for sample in searches:
        found.append(sample)
        name = f"{sample.game} {sample.player}"
        seconds[name] = seconds.get(name, 0.0) + process_time() - began
        began = process_time()
    for name, count in PLAYOUTS.items():
        start = make_game(name, backend="native").start()
        began = process_time()
        start.playouts(count, seed=1)
        seconds[f"{name} playouts"] = process_time() - began
    used = sys.modules[MODULE].__file__
    if used is None or Path(used) != build:
        raise SystemExit(f"{used} was measured instead of {build}.")
    return {**seconds, "signature": signature(found)}


def main() -> None:
    """Measure both in turns and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("builds", nargs="+", type=Path, help="files of the module, before and after")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (5 unless told)")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    builds = [path.resolve() for path in arguments.builds]
    if arguments.one:
        print(json.dumps(measure(builds[0])))
        return
    if len(builds) != 2:
        parser.error("two builds are compared")
    best: list[dict[str, float]] = [{}, {}]
    for _ in range(arguments.rounds):
        for row, build in zip(best, builds, strict=True):
            command = [sys.executable, "-m", "benchmarks.builds", "--one", str(build)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            for name, value in json.loads(done.stdout).items():
                row[name] = min(row.get(name, value), value)
    signatures = [int(row.pop("signature")) for row in best]
    print(f"{'CPU seconds':<20} {'before':>8} {'after':>8} {'after/before':>13}")
    for name, before in (*best[0].items(), ("all", sum(best[0].values()))):
        after = sum(best[1].values()) if name == "all" else best[1][name]
        print(f"{name:<20} {before:>8.3f} {after:>8.3f} {after / before:>13.3f}")
    print(f"Signatures: {signatures[0]} and {signatures[1]}.")


if __name__ == "__main__":
    main()

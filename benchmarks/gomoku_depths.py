"""How deep Gomoku's search looks in a given time on ten fixed positions that decide nothing (8 to 16 stones).

    python -m benchmarks.gomoku_depths [--seconds S] [--spec SPEC ...]

SPEC is ``build:REV`` (Boyi at another revision), or ``now``. Each position is searched by one thread without
what other searches have learned. ``plies`` are the finished depths in the order of the positions, ``mean``
their mean; ``nodes/s`` counts seconds of the clock, so the machine must be quiet.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from statistics import mean

from boyi.arena.builds import is_build, resolve_build
from boyi.players.spec import Spec

POSITIONS = (
    "g7 g10 j11 i11 j10 j9 k10 i10",
    "k11 h9 e9 f11 i8 h11 h8 g8",
    "i5 g8 j11 j6 j5 g7 i4 k5 k6 h3",
    "g9 g11 k11 h11 i11 h10 i9 h9 h8 j10",
    "k9 g10 f5 e7 e6 d7 f7 f6 g8 d5 d8 f8",
    "i9 k8 f5 j10 j8 k9 k7 h10 l8 m9 l9 l7",
    "h6 f10 g11 i8 g7 h10 f8 e9 g10 g9 h8 f9 h9 f6",
    "h10 e11 f5 e8 h7 f9 g6 i8 g9 g10 h11 h9 f11 e10",
    "i6 j6 e7 i8 h7 j5 j7 h5 g5 i5 h4 f6 g7 i7 k5 f7",
    "e5 e8 f10 f7 g6 d7 g9 g7 e7 f8 d8 e9 d10 f9 g10 e10",
)


def command(spec: str) -> list[str]:
    """How to start the program of a spec."""
    if is_build(spec):
        return shlex.split(str(Spec.parse(resolve_build(spec, "gomoku")).name))
    return [sys.executable, "-m", "boyi", "engine", "gomoku", "--protocol", "analysis"]


def measure(spec: str, seconds: float) -> tuple[list[int], float]:
    """The depth of each position, and the nodes in a second of them all."""
    depths, nodes, spent = list[int](), 0, 0.0
    with subprocess.Popen(command(spec), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number, moves in enumerate(("h8", *POSITIONS)):  # the first loads what the others need
            query = {"id": str(number), "game": "gomoku", "moves": moves, "limits": {"seconds": seconds}}
            program.stdin.write(json.dumps(query) + "\n")
            program.stdin.flush()
            while (answer := json.loads(program.stdout.readline()))["type"] == "progress":
                pass
            if number > 0:
                depths.append(answer["depth"])
                nodes += answer["nodes"]
                spent += answer["seconds"]
        program.stdin.close()
    return depths, nodes / spent


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--spec", nargs="+", default=["now"])
    given = parser.parse_args()
    print(f"{'program':20} {'plies':30}  mean     nodes/s")
    for spec in given.spec:
        depths, speed = measure(spec, given.seconds)
        print(f"{spec:20} {' '.join(map(str, depths)):30} {mean(depths):5.1f} {speed:11,.0f}", flush=True)


if __name__ == "__main__":
    main()

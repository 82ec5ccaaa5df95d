"""Gomoku: how many wins by continuous fours ``boyi solve gomoku --kind vcf`` proves, and how fast.

    python -m benchmarks.gomoku_fours [FILE]

The positions are those of ``tests/fixtures/vcf.jsonl`` (``tools/make_vcf_fixtures.py``), of all rules, with
and without such a win, or another file of this form.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import boyi
from boyi.native.vcf import vcf

FILE = Path(__file__).parents[1] / "tests/fixtures/vcf.jsonl"


def main() -> int:
    """Print the table; 1 if an answer is missing or wrong."""
    parser = argparse.ArgumentParser(description="Gomoku's wins by continuous fours: proven, and how fast.")
    parser.add_argument("file", nargs="?", type=Path, default=FILE, help="positions, one JSON object a line")
    options = parser.parse_args()
    counts = {True: [0, 0, 0.0], False: [0, 0, 0.0]}
    for line in options.file.read_text("utf-8").splitlines():
        problem = json.loads(line)
        game = boyi.game("gomoku", backend="native", rule=problem["rule"], size=problem["size"])
        found = vcf(game.parse_position(problem["position"]))
        row = counts[problem["vcf"]]
        row[0] += 1
        row[1] += found.proven and (found.line is not None) == problem["vcf"]
        row[2] = max(row[2], found.seconds)
    print(f"{'answer':>6} {'positions':>9} {'right':>6} {'slowest':>9}")
    for won, (positions, right, slowest) in counts.items():
        print(f"{'win' if won else 'none':>6} {positions:>9} {right:>6} {1000 * slowest:>6.1f} ms")
    return int(any(right < positions for positions, right, _ in counts.values()))


if __name__ == "__main__":
    sys.exit(main())

"""A real server under attack, while an innocent client plays in another room.

    python -m benchmarks.attack                      all attacks (make attack), about ten minutes at most
    python -m benchmarks.attack --only chatty-bot    one of them
    python -m benchmarks.attack --list               their names

Each attack gets a server of its own on 127.0.0.1 and is bounded in number and time.
Exit code 1: a bound is broken.
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import asdict

from benchmarks.attack.attack import Bounds, Skipped
from benchmarks.attack.attackers import ATTACKS
from benchmarks.attack.runner import SETTLE, Measured, measure
from rich.console import Console
from rich.table import Table


def main() -> int:
    """Attack, print one table, and say by the exit code whether all bounds were kept."""
    parser = ArgumentParser(
        prog="python -m benchmarks.attack", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", metavar="NAME", action="append", choices=list(ATTACKS), help="may be repeated"
    )
    parser.add_argument("--list", action="store_true", help="the names of all attacks")
    parser.add_argument(
        "--slack", type=float, default=1.0, help="multiplies the bounds of time (busy machines)"
    )
    parser.add_argument(
        "--small", action="store_true", help="few requests: tests the harness, not the server"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.list:
        print("\n".join(ATTACKS))
        return 0
    rows: list[Measured] = []
    for name in options.only or ATTACKS:
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            rows.append(asyncio.run(measure(ATTACKS[name], options.slack, options.small)))
        except Skipped as why:
            print(f"  skipped: {why}", file=sys.stderr, flush=True)
            continue
        print(f"  {'; '.join(rows[-1].broken) or 'kept'}", file=sys.stderr, flush=True)
    if options.json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        show(rows, options.slack)
    return 1 if any(row.broken for row in rows) else 0


def show(rows: list[Measured], slack: float) -> None:
    """The table, and under it what it was judged by."""
    table = Table(
        *(
            "attack",
            "seconds",
            "requests",
            "worst",
            "median",
            "computer",
            "student",
            "memory",
            "processes",
            "sockets",
        ),
        "verdict",
    )
    for row in rows:
        table.add_row(
            row.name,
            f"{row.seconds:.0f}",
            str(row.requests),
            f"{row.worst * 1000:.0f} ms",
            f"{row.median * 1000:.1f} ms",
            f"{row.answer:.2f} s",
            "" if row.student is None else f"{row.student:.0f} s",
            f"{row.memory:.0f} MB",
            f"{row.processes} ({row.peak_processes})",
            str(row.sockets),
            "BROKEN: " + "; ".join(row.broken) if row.broken else "kept",
        )
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    usual = Bounds()
    print(
        f"Bounds: worst {usual.worst * slack:g} s and median {usual.median * slack:g} s of pings and moves "
        f"in an innocent room, {usual.answer * slack:g} s for its computer's answer, "
        f"{usual.student * slack:g} s from an innocent student's upload to the ladder, {usual.memory} MB "
        f"in the process tree; {SETTLE:.0f} s later no process and at most {usual.sockets} sockets more "
        "than before (in brackets: the most processes at any time)."
    )


if __name__ == "__main__":
    sys.exit(main())

"""The harness of ``make attack`` at its smallest: it attacks, measures and judges."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.attack.attack import Attack, Bounds
from benchmarks.attack.attackers import ATTACKS
from benchmarks.attack.runner import judge, measure
from benchmarks.attack.target import Target

from boyi.programs.sandbox import protection

ROOT = Path(__file__).parents[2]
BUSY = 100.0
"""The bounds of time are not what is tested here."""


def test_small_attacks_are_measured() -> None:
    names = ["mutated-files", "bad-messages"]
    command = [sys.executable, "-m", "benchmarks.attack", "--small", "--json", "--slack", str(BUSY)]
    for name in names:
        command += ["--only", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT, check=False)
    rows = {row["name"]: row for row in json.loads(done.stdout)}
    assert list(rows) == names
    for name, row in rows.items():
        assert row["requests"] > 0, name
        assert row["worst"] >= row["median"] > 0, name
        assert row["answer"] > 0, name
        assert row["memory"] > 10, name
        assert row["peak_processes"] >= 2, name
    assert rows["mutated-files"]["broken"] == []
    assert done.returncode == int(any(row["broken"] for row in rows.values()))


def test_a_broken_promise_and_a_process_left_are_told() -> None:
    async def sneak(target: Target) -> None:
        target.promise(True, "kept")
        target.promise(False, "not kept")

    found = asyncio.run(measure(Attack("sneak", sneak), BUSY, small=True))
    assert found.broken == ["not kept"]
    assert found.student is None
    strict = Attack("sneak", sneak, bounds=Bounds(worst=0, median=0, answer=0, memory=0))
    words = " ".join(judge(replace(found, processes=1, sockets=9, student=999.0), strict, 1.0))
    for what in (
        "worst latency",
        "median",
        "computer's answer",
        "memory",
        "the innocent student waited 999 s",
        "1 processes left",
        "9 sockets left",
    ):
        assert what in words


@pytest.mark.skipif(protection().sandbox != "bubblewrap", reason="without bubblewrap uploads stay closed")
def test_an_innocent_student_is_measured() -> None:
    found = asyncio.run(measure(ATTACKS["odd-paths"], BUSY, small=True))
    assert found.broken == []
    assert found.student is not None
    assert found.student > 0


def test_every_attacker_is_in_the_list() -> None:
    files = {path.stem.replace("_", "-") for path in (ROOT / "benchmarks/attack/attackers").glob("[a-z]*.py")}
    assert files | {"peace"} == set(ATTACKS)

"""Known lines in any order, cut anywhere, and an end at any moment: no traceback, no hang."""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress

import pytest

from tests.bridges.child import engine
from tests.bridges.test_engine import ANSWERS, KINDS, RUBBISH
from tests.protocols.dialogue import dialogues

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and pipes as POSIX has them")


def known_lines(name: str) -> list[bytes]:
    return [line[2:].encode() for each in dialogues(name) for line in each.lines if line.startswith(">")]


def round_of(chance: random.Random) -> None:
    name = chance.choice([*KINDS])
    arguments, question = KINDS[name]
    # Not what ends the engine by itself before the chaos does.
    lines = [line for line in known_lines(name) if b"quit" not in line and line != b"END"]
    with engine(*arguments, "--time", "0.2", "--seed", "1") as child:
        child.send(question)
        child.until(ANSWERS[name])
        with suppress(BrokenPipeError):
            for _ in range(chance.randrange(12)):
                line = chance.choice([*lines, *lines, chance.choice(RUBBISH[:2])])
                cut = chance.randrange(len(line) + 1)
                child.send(line[:cut])
                if chance.random() < 0.2:
                    time.sleep(chance.random() * 0.05)
                child.send(line[cut:] + chance.choice([b"\n", b"\r\n", b"\r", b""]))
        time.sleep(chance.random() * chance.choice([0, 0.01, 0.3]))
        end = chance.choice(["close", "term", "interrupt", "END"])
        match end:
            case "close":
                child.close()
            case "term" | "interrupt":
                child.process.send_signal(signal.SIGTERM if end == "term" else signal.SIGINT)
            case "END":
                with suppress(BrokenPipeError):
                    child.send("\nEND\nquit\n")
                child.close()
        assert child.wait() in (0, 128 + signal.SIGTERM, 128 + signal.SIGINT)
        assert child.errors() == ""


@pytest.mark.parametrize("seed", range(8))
def test_an_end_at_any_moment(seed: int) -> None:
    round_of(random.Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_an_end_at_any_moment_again_and_again(seed: int) -> None:
    round_of(random.Random(seed))

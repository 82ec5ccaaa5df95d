"""``check_conformance`` on programs that behave and on those that do not, and ``boyi engines check``."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.clock import Timing
from boyi.players.base import BlockingPlayer
from boyi.players.spec import make_player
from boyi.programs import conformance
from boyi.programs.conformance import TITLES, CheckTimes, Finding, check_conformance
from tests.patience import PATIENCE

PROGRAMS = Path(__file__).parent / "programs"


@pytest.fixture(autouse=True)
def _generous(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks judge a quiet machine; here only what a program does may be found."""
    generous = CheckTimes(start=PATIENCE, move=20.0, margin=PATIENCE, patience=PATIENCE)
    if "ignores-quit" not in request.node.name:
        generous = replace(generous, parting=PATIENCE)
    monkeypatch.setattr(conformance, "USUAL", generous)


def rogue(how: str) -> str:
    program = PROGRAMS / "rogue.py"
    return f"cmd:{sys.executable} -S {program} {how}?protocol=gomocup&name=Rogue"


def check(spec: str, game: str = "gomoku", positions: int = 2) -> dict[str, Finding]:
    async def collect() -> dict[str, Finding]:
        findings = check_conformance(lambda: make_player(spec), boyi.game(game), positions)
        return {finding.name: finding async for finding in findings}

    return asyncio.run(collect())


@pytest.mark.parametrize(
    ("protocol", "game"), [("gomocup", "gomoku"), ("nboard", "othello"), ("gtp", "nogo"), ("analysis", "loa")]
)
def test_a_program_that_behaves(protocol: str, game: str) -> None:
    command = f"{sys.executable} {PROGRAMS / 'peer.py'} {protocol} {game}"
    found = check(f"cmd:{command}?protocol={protocol}&sandbox=plain", game)
    assert list(found) == list(TITLES)
    assert [finding for finding in found.values() if not finding.good] == []


@pytest.mark.parametrize(
    ("how", "faults", "says"),
    [
        ("twice", {"quiet"}, "without being asked"),
        ("ignores-quit", {"end"}, "did not end within 1 s"),
        ("outside", {"first", "stones", "again", "legal", "time"}, "outside the 15x15 board"),
        ("crash", {"first", "stones", "again", "legal", "time"}, "my own last words"),
        ("refuses", {"start"}, "only 20x20"),
    ],
)
def test_every_fault_is_found_and_no_other(how: str, faults: set[str], says: str) -> None:
    found = check(rogue(how))
    assert {name for name, finding in found.items() if not finding.good} == faults
    assert says in next(str(finding.text) for finding in found.values() if not finding.good)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted by /proc")
def test_processes_that_stay_are_found() -> None:
    command = f"{sys.executable} -S {PROGRAMS / 'parent.py'}"
    found = check(f"cmd:{command}?protocol=gomocup&sandbox=plain")
    assert [name for name, finding in found.items() if not finding.good] == ["children"]
    assert str(found["children"].text) == "1 of its processes went on and had to be killed"


class Beginner:
    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, position: boyi.Position) -> int | None:
        how, ends = self.how, time.thread_time() + 1.15
        if how in ("sleeps", "burns"):
            self.how = "rested"
        if how == "sleeps":
            time.sleep(1.15)
        while how == "burns" and time.thread_time() < ends:
            pass
        if self.how == "rested":
            return position.moves()[0]
        if self.how == "breaks":
            raise KeyError("oops")
        return None if self.how == "resigns" else 0


def check_beginner(how: str, allowance: CheckTimes | None = None) -> dict[str, Finding]:
    def make() -> BlockingPlayer:
        return BlockingPlayer(Beginner(how))

    async def collect() -> dict[str, Finding]:
        findings = check_conformance(make, boyi.game("tictactoe"), 12, allowance=allowance)
        return {finding.name: finding async for finding in findings}

    return asyncio.run(collect())


@pytest.mark.parametrize(
    ("how", "says"),
    [("breaks", "it broke down: KeyError"), ("resigns", "it resigned"), ("takes", "a3 is taken")],
)
def test_players_in_this_process(how: str, says: str) -> None:
    legal = check_beginner(how)["legal"]
    assert not legal.good
    assert says in str(legal.text)


@pytest.mark.parametrize(
    ("how", "timing", "found"),
    [("sleeps", "wall", True), ("sleeps", "processor", False), ("burns", "processor", True)],
)
def test_one_slow_move_is_found(how: str, timing: Timing, found: bool) -> None:
    """Also where a ladder's check may wait for the processor; there was a minute of grace for that."""
    allowance = CheckTimes(start=PATIENCE, move=1.0, margin=0.1, patience=PATIENCE, timing=timing).plus(60)
    assert (allowance.patience, allowance.margin) == (PATIENCE + 60, 0.1)
    findings = check_beginner(how, allowance)
    assert [name for name, finding in findings.items() if not finding.good] == ["time"] * found
    assert ("processor time" in str(findings["time"].text)) == (timing == "processor")


def test_a_game_that_is_over_soon() -> None:
    assert all(finding.good for finding in check("random", "coin2x2").values())


def test_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOYI_DATA", str(tmp_path))
    assert main(["engines", "add", "ant", "random", "--game", "loa"]) == 0
    assert main(["engines", "add", "rogue", rogue("twice")]) == 0
    capsys.readouterr()
    assert main(["engines", "check", "ant", "--positions", "1"]) == 0
    output, errors = capsys.readouterr()
    assert output.startswith("random: Lines of Action 8x8 standard\n")
    assert (output.count("✓"), output.count("✗"), errors) == (6, 0, "")
    assert main(["engines", "check", "rogue", "--positions", "1"]) == 1
    output, errors = capsys.readouterr()
    assert "✗ Prints nothing unasked: it printed" in output
    assert errors == "1 of 8 checks failed.\n"
    assert main(["engines", "check", "random", "--game", "othello", "--size", "6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["good"], found["game"], len(found["checks"])) == (True, "othello", 6)
    for arguments, says in [
        (["nothing"], "There is no player 'nothing'"),
        (["random", "--game", "chess"], "There is no game 'chess'"),
        (["random", "--positions", "0"], "--positions '0' is not accepted"),
    ]:
        assert main(["engines", "check", *arguments]) == 2
        output, errors = capsys.readouterr()
        assert errors.startswith(says)
        assert errors.count("\n") == 1


def test_a_file_of_the_mo_platform_has_the_time_of_its_time_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its calls may take longer than a move is given elsewhere; what counts is its own time-out."""
    file = tmp_path / "ai.py"
    file.write_text(
        "import time\n"
        "class AIPlayer:\n"
        "    def __init__(self, color): self.color = color\n"
        "    def get_move(self, board):\n"
        "        time.sleep(0.2)\n"
        "        return next(iter(board.get_legal_actions(self.color)))\n"
    )
    monkeypatch.setattr(conformance, "USUAL", replace(conformance.USUAL, move=0.05, margin=0.05))
    found = check(f"mo:{file}?timeout={PATIENCE}", "othello", positions=1)
    assert [finding for finding in found.values() if not finding.good] == []
    assert f"of {PATIENCE:g} s a move" in str(found["time"].text)

"""``boyi solve``: what is proven, as JSON and as text, and its mistakes."""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.backend import available
from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.registry import game_class
from boyi.engines import solvers
from boyi.engines.solvers import GameSolver, SolveAnswer, SolveRequest
from tests.patience import NEVER, PATIENCE

if "native" not in available(boyi.game("othello", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

KEYS = ["win", "result", "kind", "score", "exact", "best", "pv", "nodes", "seconds"]
SO_FAR = b"(Ctrl-C stops)"
FIVE_LEFT = "xxxooo/xoxoxo/xxooxo/xxxxoo/oxxoo1/oo4 x"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["solve", *arguments])
    output, errors = capsys.readouterr()
    return code, output, errors


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, output, errors = run(capsys, *arguments, "--json")
    assert (code, errors) == (0, "")
    return json.loads(output)


def score_at_end(position: Position) -> int:
    """For the side to move, with the empty cells to the winner."""
    assert position.outcome is not None
    cells = position.cells  # type: ignore[attr-defined]
    lead = cells.count("xo"[position.turn]) - cells.count("xo"[1 - position.turn])
    empty = cells.count(".")
    return int(lead + empty if lead > 0 else lead - empty if lead < 0 else 0)


def test_the_small_board_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    """White wins the 4x4 game by 10 (11 discs to 3, two cells stay empty), as is published."""
    found = answer(capsys, "othello", "--size", "4")
    assert list(found) == KEYS
    assert (found["win"], found["kind"], found["score"], found["exact"]) == (False, "score", -10, True)
    assert found["pv"][0] == found["best"][0]
    position = boyi.game("othello", size=4).start().play_text(" ".join(found["pv"]))
    assert score_at_end(position) == (-10 if position.turn == 0 else 10)


def test_only_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "othello", "--size", "4", "--wld")
    assert (found["win"], found["result"], found["exact"]) == (False, "loss", False)
    assert "a loss for the side to move" in run(capsys, "othello", "--size", "4", "--wld")[1]
    moves = ["--moves", "b1"]
    found = answer(capsys, "othello", "--size", "4", *moves, "--kind", "wld")
    assert (found["win"], found["result"]) == (True, "win")


def test_too_many_cells_for_the_solver_of_nogo(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, errors = run(capsys, "nogo", "--time", "1")
    assert (code, output) == (2, "")
    assert "at most 64 cells can be played; here it is 81" in errors
    assert answer(capsys, "nogo", "--size", "8", "--time", "0.01")["win"] is None


def test_a_position_and_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "othello", "--position", FIVE_LEFT)
    code, output, errors = run(capsys, "othello", "--position", FIVE_LEFT)
    assert (code, errors) == (0, "")
    lines = output.splitlines()
    assert lines[1].startswith(f"score {found['score']:+} for the side to move; ")
    assert lines[2] == f"best: {found['best'][0]}"
    assert lines[3] == f"line: {' '.join(found['pv'])}"


def test_lines_of_action_as_the_document_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs" / "loa.md").read_text(encoding="utf-8")
    command, title, result, *rest = text.partition("```console\n$ ")[2].partition("```")[0].splitlines()
    code, output, _ = run(capsys, *shlex.split(command)[2:])
    shown = output.splitlines()
    assert code == 0
    assert (shown[0], shown[2:]) == (title, rest)
    assert shown[1].partition(";")[0] == result.partition(";")[0]
    position, line = shlex.split(command)[4], rest[1].removeprefix("line: ").split()
    lost = answer(capsys, "loa", "--position", position, "--moves", line[0])
    assert (lost["win"], lost["best"], lost["exact"]) == (False, [], False)
    assert len(lost["pv"]) == 2


def test_what_the_time_does_not_decide_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "othello", "--time", "0.05")
    assert (found["win"], found["score"], found["exact"]) == (None, None, False)
    assert (found["best"], found["pv"]) == ([], [])
    assert "not decided for the side to move" in run(capsys, "othello", "--time", "0.05")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["coin2x2"], "There is no solver for 'coin2x2'"),
        (["othello", "--kind", "vcf"], "There is no kind 'vcf' for othello: choose score, wld."),
        (["othello", "--kind", "score", "--wld"], "contradict each other"),
        (["othello", "--threads", "0"], "--threads"),
        (["othello", "--time", "never"], "--time"),
        (["othello", "--backend", "python"], "native rules"),
        (["othello", "--position", "xxxx/xxxx/xxxx/xxxx x"], "over"),
    ],
)
def test_mistakes_get_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    code, output, errors = run(capsys, *arguments)
    assert code != 0
    assert output == ""
    assert words in errors


def solver_that_is_told(number: signal.Signals) -> GameSolver:
    """A solver that hears a signal while it runs, and ends when its progress says so."""

    def answer(request: SolveRequest) -> SolveAnswer:
        assert request.progress is not None
        assert not request.progress(3)
        signal.raise_signal(number)
        assert request.progress(7)
        return SolveAnswer(None, request.kind, (), (), 7, 0.5)

    return GameSolver(answer, ("any",))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_with_what_is_known(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
    code: int,
) -> None:
    monkeypatch.setattr(game_class("tictactoe"), "solver", solver_that_is_told(number))
    before = [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)]
    ended, output, errors = run(capsys, "tictactoe", "--json")
    assert (ended, errors) == (code, "Stopped before the end.\n")
    found = json.loads(output)
    assert list(found) == KEYS
    assert (found["win"], found["result"], found["nodes"], found["seconds"]) == (None, None, 7, 0.5)
    ended, output, errors = run(capsys, "tictactoe")
    assert (ended, errors) == (code, "Stopped before the end.\n")
    assert output.splitlines()[1:] == ["not decided for the side to move; 7 nodes, 0.50 s"]
    assert [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_second_ctrl_c_does_not_wait(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def deaf(request: SolveRequest) -> SolveAnswer:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it went on")

    monkeypatch.setattr(game_class("tictactoe"), "solver", GameSolver(deaf, ("any",)))
    assert run(capsys, "tictactoe") == (130, "", "")


@pytest.mark.outside
@pytest.mark.skipif(os.name == "nt", reason="a terminal as POSIX has it")
@pytest.mark.parametrize(
    ("arguments", "number", "code"),
    [
        (["othello", "--json"], signal.SIGINT, 130),
        (["gomoku", "--time", f"{NEVER:g}", "--json"], signal.SIGTERM, 143),
        (["loa", "--json"], signal.SIGTERM, 143),
        (["nogo", "--size", "7", "--json"], signal.SIGINT, 130),
    ],
)
def test_a_terminal_shows_how_far_it_is(arguments: list[str], number: signal.Signals, code: int) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "boyi", "solve", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    try:
        seen = read_terminal(ours, lambda seen: seen.count(SO_FAR) >= 2)
        process.send_signal(number)
        seen += read_terminal(ours, lambda seen: False)
        output, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        os.close(ours)
    assert process.returncode == code
    *shown, last = seen.decode().split("\r\x1b[K")[1:]
    assert all(re.fullmatch(r" *\d+\.\d s  [\d,]+ nodes?  \(Ctrl-C stops\)", line) for line in shown)
    assert last.strip() == "Stopped before the end."
    found = json.loads(output)
    assert found["result"] is None
    assert found["nodes"] > 0


def read_terminal(terminal: int, enough: Callable[[bytes], bool]) -> bytes:
    """What a terminal gets until it is enough, or until its other end is closed."""
    seen = b""
    while not enough(seen):
        assert select.select([terminal], [], [], PATIENCE)[0], seen
        try:
            seen += os.read(terminal, 4096)
        except OSError:  # Linux says so that nobody writes to it any more
            break
    return seen


def test_another_game_can_name_its_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[SolveRequest] = []

    def first_move(request: SolveRequest) -> SolveAnswer:
        seen.append(request)
        return SolveAnswer(True, "forced", (request.position.moves()[0],), (), 1, 0.0)

    monkeypatch.setattr(game_class("tictactoe"), "solver", GameSolver(first_move, ("any", "forced")))
    assert sorted(solvers.solver_games()) == ["gomoku", "loa", "nogo", "othello", "tictactoe"]
    start = boyi.game("tictactoe").start()
    found = solvers.solve(start, seconds=2, threads=3)
    assert found.best == (start.moves()[0],)
    assert seen == [SolveRequest(start, "any", 2, 3)]
    with pytest.raises(BoyiError, match="There is no solver"):
        solvers.solve(boyi.game("coin2x2").start())

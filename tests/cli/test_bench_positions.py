"""``boyi bench positions``: what is known is compared with what was answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.arena import builds
from boyi.arena.suite import KnownPosition, read_suite, suite_text
from boyi.cli.main import main
from boyi.native.provider import MISSING

Out = pytest.CaptureFixture[str]
DATA = Path(__file__).parents[1] / "data"
FFO = DATA / "ffo.jsonl"
FILES = sorted(file for file in DATA.glob("*.jsonl") if file.stem != "loa_endings")
WIN = KnownPosition("tictactoe", moves="a1 b1 a2 b2", result="win", best=("a3",))
REPLY = KnownPosition("tictactoe", moves="a1 b2 c3 a2 b1", result="win", best=("c2",))


def bench(capsys: Out, file: Path, words: str) -> tuple[int, str, str]:
    code = main(["bench", "positions", str(file), *words.split()])
    output, errors = capsys.readouterr()
    return code, output, errors


def rows(capsys: Out, file: Path, words: str) -> Any:
    _, output, errors = bench(capsys, file, f"{words} --json")
    assert errors == ""
    return json.loads(output)


def written(folder: Path, *positions: KnownPosition) -> Path:
    file = folder / "positions.jsonl"
    file.write_text(suite_text(positions))
    return file


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_can_be_read_and_its_moves_are_legal(file: Path) -> None:
    for known in read_suite(file):
        position = known.record.position
        assert position.outcome is None
        for move in {*known.best, *known.scores}:
            assert position.game.parse_move(move, position) in position.legal_moves
        if known.scores:
            assert max(known.scores.values()) == known.score


def test_what_is_proven_and_played_is_counted(capsys: Out, tmp_path: Path) -> None:
    file = written(tmp_path, WIN)
    (row,) = rows(capsys, file, "--player alphabeta --nodes 1000")
    assert [row[name] for name in ("positions", "solved", "wrong", "right", "best")] == [1, 1, 0, 1, 1]
    assert row["loss"] is row["error"] is None
    code, output, _ = bench(capsys, file, "--player alphabeta --nodes 1000 --each")
    assert code == 0
    each, head, table = output.splitlines()
    assert each.split()[:3] == ["alphabeta", "1", "a3"]
    assert "error" not in head.split()
    assert table.split()[:4] == ["alphabeta", "1", "1", "100.0%"]


def test_a_wrong_proof_fails_the_command(capsys: Out, tmp_path: Path) -> None:
    file = written(tmp_path, KnownPosition("tictactoe", moves=WIN.moves, result="loss", best=("c3",)))
    code, output, _ = bench(capsys, file, "--player alphabeta --nodes 1000 --each")
    assert code == 1
    assert "known: loss c3" in output
    (row,) = rows(capsys, file, "--player random")
    assert [row[name] for name in ("solved", "wrong", "right")] == [0, 0, None]


@pytest.mark.skipif(bool(MISSING), reason="no native module")
def test_solvers_and_evaluations_take_part(capsys: Out) -> None:
    solver, static = rows(capsys, FFO, "--first 2 --player solve static")
    assert [solver[name] for name in ("solved", "best", "loss", "error")] == [2, 2, 0, 0]
    assert (static["player"], static["solved"]) == ("static", 0)
    assert static["error"] > 0
    (row,) = rows(capsys, DATA / "gomoku_fours.jsonl", "--first 3 --group win --player solve:vcf")
    assert (row["solved"], row["positions"]) == (3, 3)


@pytest.mark.skipif(bool(MISSING), reason="no native module")
def test_a_selection_by_group_and_by_score(capsys: Out) -> None:
    known = [one for one in read_suite(FFO) if abs(one.score or 0) <= 2]
    found = rows(capsys, FFO, "--within 2 --depth 1")
    assert sum(row["positions"] for row in found) == len(known) < 49
    assert {row["most"] for row in found} == {1}


def test_openings_are_positions_too(capsys: Out, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("a1 b1\nb2\n")
    (row,) = rows(capsys, file, "--game tictactoe --nodes 50")
    assert (row["positions"], row["solved"]) == (2, None)


def test_skipped_lines_of_openings_are_told(capsys: Out, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("a1 b1\nt20\nb2\n")
    code, output, errors = bench(capsys, file, "--game gomoku --size 9 --nodes 50 --json")
    assert (code, json.loads(output)[0]["positions"]) == (0, 2)
    assert errors == f"{file}: 1 of 3 lines do not fit on a board of 9x9 and are skipped.\n"


@pytest.mark.parametrize("line", ["{", "[]", '{"game": "chess"}', '{"game": "tictactoe", "moves": "z9"}'])
def test_what_is_no_position_is_refused(capsys: Out, tmp_path: Path, line: str) -> None:
    file = written(tmp_path, WIN)
    file.write_text(f"{file.read_text()}{line}\n")
    code, _, errors = bench(capsys, file, "")
    assert code != 0
    assert "line 2 is no position" in errors


@pytest.mark.outside
def test_another_build_takes_part(capsys: Out, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was built before: that builds are made is tested with the arena."""
    site = Path(boyi.__file__).parents[1]
    monkeypatch.setattr(builds, "find_build", lambda source, tell: site)
    run = "import sys; from boyi.cli.main import main; sys.exit(main(sys.argv[2:]))"
    monkeypatch.setattr(builds, "RUN", run)
    file = written(tmp_path, WIN, REPLY)
    build, own = rows(capsys, file, "--player build:here:alphabeta alphabeta --nodes 500")
    for name in ("solved", "best", "most", "nodes"):
        assert build[name] == own[name] is not None
    assert own["solved"] == 2

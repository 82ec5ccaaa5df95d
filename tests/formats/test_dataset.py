"""Games as Parquet and as NumPy arrays: read back by the researchers' own libraries."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.grid import as_grid
from boyi.formats import CannotWrite
from boyi.formats.dataset import COLUMNS, write_npz, write_parquet
from boyi.formats.sgf.marks import set_mark

numpy = pytest.importorskip("numpy")
parquet: Any = pytest.importorskip("pyarrow.parquet")


def played(moves: str, game: str = "tictactoe", **options: Any) -> boyi.GameRecord:
    record = boyi.GameRecord(boyi.game(game, **options), None, {"black": "Ann", "white": "\u535a\u5f08"})
    record.play_text(moves)
    return record


def test_parquet_holds_every_position_move_and_evaluation() -> None:
    first, second = played("b2 a1 a3 c2 c1"), played("f5 d6", "othello")
    node = first.nodes[first.main_line()[4]]
    node.evaluation, node.spent = 0.25, 1.5
    set_mark(node.properties, "blunder")
    table = parquet.read_table(io.BytesIO(write_parquet([("g1", first), ("g2", second)])))
    assert table.column_names == list(COLUMNS)
    rows = table.to_pylist()
    assert [row["move_text"] for row in rows] == ["b2", "a1", "a3", "c2", "c1", "f5", "d6"]
    assert rows[3]["mark"] == "blunder"
    assert rows[3]["evaluation"] == 0.25
    assert rows[3]["seconds"] == 1.5
    assert rows[0]["evaluation"] is None
    assert [row["result"] for row in rows] == [1.0] * 5 + [None] * 2
    assert rows[0]["white"] == "\u535a\u5f08"
    for row in rows:
        game = boyi.game(row["game"])
        position = game.parse_position(row["position"])
        assert position.turn == row["turn"]
        assert game.format_move(row["move"], position) == row["move_text"]


def test_npz_holds_boards_that_can_be_learned_from() -> None:
    records = [("a", played("f5 d6 c3", "othello")), ("b", played("d3 c3", "othello"))]
    with numpy.load(io.BytesIO(write_npz(records))) as data:
        assert data["cells"].shape == (5, 8, 8)
        assert list(data["game"]) == [0, 0, 0, 1, 1]
        assert list(data["game_ids"]) == ["a", "b"]
        assert list(data["ply"]) == [0, 1, 2, 0, 1]
        assert numpy.isnan(data["result"]).all()
        place = 0
        for _, record in records:
            for node in record.main_line()[:-1]:
                cells = "".join(".xo"[int(cell)] for cell in data["cells"][place].ravel())
                position = as_grid(record.position_at(node))
                assert cells == position.cells
                assert data["turn"][place] == position.turn
                assert position.is_legal(int(data["move"][place]))
                place += 1


def test_boards_of_two_kinds_are_refused() -> None:
    with pytest.raises(CannotWrite, match="one kind"):
        write_npz([("a", played("b2")), ("b", played("f5", "othello"))])
    with pytest.raises(CannotWrite, match="one kind"):
        write_npz([("a", played("f5", "othello")), ("b", played("c2", "othello", size=6))])


def test_without_the_library_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    for write in (write_parquet, write_npz):
        with pytest.raises(CannotWrite, match=r"boyi\[data\]"):
            write([("a", played("b2"))])


def test_the_library_exports_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOYI_DATA", str(tmp_path / "data"))
    source = tmp_path / "games.sgf"
    source.write_text("(;GM[2];B[f5];W[d6];B[c3])(;GM[2];B[f5])", "utf-8")
    assert main(["library", "import", str(source)]) == 0
    assert main(["library", "export", "--output", str(tmp_path / "games.parquet")]) == 0
    assert parquet.read_table(tmp_path / "games.parquet").num_rows == 4
    npz = tmp_path / "boards.npz"
    assert main(["library", "export", "--game", "othello", "--format", "npz", "--output", str(npz)]) == 0
    with numpy.load(npz) as data:
        assert len(data["move"]) == 4
    capsys.readouterr()
    assert main(["library", "export", "--format", "parquet"]) == 2
    assert "--output games.parquet" in capsys.readouterr().err

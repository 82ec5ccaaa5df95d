"""The notebooks of the examples run; results, traces, records and standings draw themselves."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import boyi
from boyi.arena import GameResult, Standing
from boyi.core.record import GameRecord
from boyi.drawing.curve import draw_curve
from boyi.lab import Measured, Plot
from boyi.textbook import Trace, alphabeta, chance, fivetuple, mcts
from tests.notebook import run_notebook, shown

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def parsed(html: str) -> ElementTree.Element:
    """HTML of ours is well formed."""
    return ElementTree.fromstring(f"<div>{html.replace('&nbsp;', ' ')}</div>")


def test_there_are_four() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "experiment",
        "mcts_by_hand",
        "play_and_search",
        "your_own_bot",
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = [output for output in run_notebook(path) if output is not None]
    assert any("<svg" in output for output in outputs)
    for output in outputs:
        assert "object at 0x" not in output
        if output.startswith("<"):
            parsed(output)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_its_outputs(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["nbformat"] == 4
    for cell in data["cells"]:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None


@pytest.mark.parametrize("name", boyi.game_names())
def test_a_result_shows_its_board_and_candidates(name: str) -> None:
    position = boyi.game(name).start()
    result = boyi.search(position, nodes=200)
    text = shown(result)
    assert text is not None
    root = parsed(text)
    assert root.find(".//{http://www.w3.org/2000/svg}svg") is not None
    assert position.game.format_move(result.move, position) in text
    assert "position" not in result.to_data()
    json.dumps(result.to_data())


def test_a_result_without_its_position_is_shown_as_text() -> None:
    result = boyi.SearchResult(3, None, 0.5, (3,), (), 1, 1, 0.0)
    assert shown(result) == repr(result)
    at = result.at(boyi.game("tictactoe").start())
    assert at == result
    assert "position" not in repr(at)


def test_traces_show_their_trees() -> None:
    position = boyi.game("othello", size=6).start().play_text("b3")
    tree, minimax = Trace(), Trace()
    mcts(position, iterations=30, trace=tree)
    alphabeta(position, depth=2, trace=minimax)
    for trace in (tree, minimax):
        svg = trace._repr_svg_()
        assert svg is not None
        texts = [node.text for node in parsed(svg).iter("{http://www.w3.org/2000/svg}text")]
        moves = {position.game.format_move(move) for move in position.legal_moves}
        assert moves & set(texts)
        assert "·" in texts
    gomoku = boyi.game("gomoku").start().play_text("h8")
    for simple in (chance, fivetuple):
        trace = Trace()
        simple(gomoku, trace=trace)
        svg = trace._repr_svg_()
        assert svg is not None
        assert svg.count("<rect") <= 31
    small = Trace(limit=5)
    mcts(position, iterations=30, trace=small)
    assert small._repr_svg_() is None
    assert shown(small) == repr(small) == f"<Trace of 5 events, {small.dropped} more dropped>"


def test_a_record_shows_its_game_and_its_curve() -> None:
    record = GameRecord(boyi.game("tictactoe"), headers={"black": "<A>", "white": "B"})
    assert repr(record) == "<tictactoe record, 0 moves>"
    record.play_text("a1 b1 b2 c1 c3")
    assert repr(record) == "<tictactoe record, 5 moves: Black wins: three in a row.>"
    text = shown(record)
    assert text is not None
    assert "&lt;A&gt;" in text
    assert "a1 b1 b2 c1 c3" in text
    assert text.count("<svg") == 1
    for place, node in enumerate(record.main_line()[1:]):
        record.nodes[node].evaluation = None if place == 2 else 0.5 + place / 10
    assert record._repr_html_().count("<svg") == 2
    parsed(record._repr_html_())


def test_a_standing_shows_its_table_and_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    standing = Standing.of(
        [GameResult(1, 1.0, "five"), GameResult(2, 0.5, "full board"), GameResult(3, 0.0, "five")]
    )
    text = shown(standing)
    assert text is not None
    assert "+1 =1 -1" in text
    assert "<polygon" in text
    parsed(text)
    assert list(standing.halves_won) == [2, 1, 0]
    monkeypatch.setenv("LANGUAGE", "zh_CN")
    assert "局" in standing._repr_html_()
    assert "<svg" not in Standing()._repr_html_()


def test_curves_and_plots_are_pictures() -> None:
    parsed(draw_curve([None, 0.1, 0.9, None, 2.0], "<title>"))
    parsed(draw_curve([]))
    svg = parsed(Plot("a < b", [Measured("x", 3.0, 1.0), Measured("y", 5.0)]).to_svg())
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}circle"))) == 2
    parsed(Plot("nothing", []).to_svg())


def test_the_textbook_takes_the_evaluation_of_the_game() -> None:
    position = boyi.game("gomoku").start().play_text("h8")
    result = alphabeta(position, depth=1)
    assert position.game.format_move(result.move) in {"g8", "i8", "h7", "h9", "g7", "g9", "i7", "i9"}
    unknowing = alphabeta(position, depth=1, evaluate=lambda _: 0)
    assert position.game.format_move(unknowing.move) == "a15"

"""``boyi book``: books grow, resume, answer through every symmetry, and ``boyi search --book`` uses them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.grid import GridGame
from boyi.engines import books
from boyi.engines.books import Book


def make(path: Path, game: str, positions: int, *words: str) -> int:
    return main(["book", game, "--out", str(path), "--positions", str(positions), "--nodes", "300", *words])


@pytest.mark.parametrize("game", ["gomoku", "othello"])
def test_a_book_grows_and_resumes_to_the_same_file(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert make(whole, game, 20) == 0
    assert "20 positions" in capsys.readouterr().out
    assert make(parts, game, 7) == 0
    assert make(parts, game, 20) == 0
    assert whole.read_bytes() == parts.read_bytes()
    book = Book.read(whole)
    assert len(book.entries) == 20
    assert make(whole, game, 20, "--candidates", "2") != 0
    assert "other settings" in capsys.readouterr().err
    whole.write_text("{}")
    assert make(whole, game, 20) != 0
    assert "no opening book" in capsys.readouterr().err


def test_what_cannot_be_written_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make(tmp_path / "missing" / "book.json", "othello", 2) != 0
    assert "book.json cannot be written: no such file or directory." in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["train", "othello", "--out", str(tmp_path / "file" / "run")]) != 0
    assert "run cannot be written: not a directory." in capsys.readouterr().err


@pytest.mark.parametrize("name", ["gomoku", "othello"])
def test_answers_are_the_same_through_every_symmetry(name: str, tmp_path: Path) -> None:
    assert make(tmp_path / "book.json", name, 15) == 0
    book = Book.read(tmp_path / "book.json")
    game = boyi.game(name)
    assert isinstance(game, GridGame)
    position = game.start()
    plies = 0
    while moves := book.moves(position):
        assert all(position.is_legal(one.move) for one in moves)
        assert [one.rate for one in moves] == sorted((one.rate for one in moves), reverse=True)
        for symmetry in range(game.symmetries):
            image = game.transform(position, symmetry)
            found = book.moves(image)
            assert [one.rate for one in found] == [one.rate for one in moves]
            assert image.is_legal(found[0].move)
        position = position.play(moves[0].move)
        plies += 1
    assert plies > 1
    # A win rate is that of the line's end.
    first = book.moves(game.start())[0]
    assert first.rate == pytest.approx(1 - book.moves(game.start().play(first.move))[0].rate)


def test_the_margin_can_be_chosen_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "book.json"
    entries, chosen = [], []
    for margin in ("0", "1"):
        assert make(path, "othello", 4, "--margin", margin) == 0
        book = Book.read(path)
        entries.append(book.entries)
        position = book.game.start().play_text("f5")
        results = [book.choose(position, Random(seed)) for seed in range(40)]
        chosen.append({result.move for result in results if result})
    assert entries[0] == entries[1]
    assert len(chosen[0]) < len(chosen[1]) == 3
    assert make(path, "othello", 4, "--margin", "much") != 0
    assert "a win rate from 0 to 1" in capsys.readouterr().err


def test_a_book_is_for_one_kind_of_board(tmp_path: Path) -> None:
    assert make(tmp_path / "book.json", "gomoku", 2) == 0
    book = Book.read(tmp_path / "book.json")
    assert book.answer(boyi.game("gomoku").start()) is not None
    assert book.answer(boyi.game("gomoku", rule="renju").start()) is None
    assert book.answer(boyi.game("gomoku").start().play_text("a1 o15 a15")) is None


def test_search_answers_from_the_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(books, "FOLDER", tmp_path)
    assert make(tmp_path / "othello.json", "othello", 3) == 0
    capsys.readouterr()
    assert main(["search", "othello", "--book", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    best = Book.read(tmp_path / "othello.json").moves(boyi.game("othello").start())[0]
    assert data["nodes"] == 0
    assert data["win_rate"] == best.rate
    assert main(["search", "othello", "--book"]) == 0
    assert "opening book" in capsys.readouterr().out
    # Outside the book, and where there is none, it searches.
    assert (
        main(["search", "othello", "--moves", "f5 d6 c3 d3 c4 f4 f6", "--book", "--nodes", "100", "--json"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["nodes"] > 0
    assert main(["search", "nogo", "--book", "--nodes", "20", "--json"]) == 0
    assert "no opening book" in capsys.readouterr().err


def test_the_book_that_comes_with_gomoku_can_be_played() -> None:
    game = boyi.game("gomoku")
    book = books.shipped_book(game)
    assert book is not None
    assert books.shipped_book(boyi.game("gomoku", size=20)) is None
    position, plies = game.start(), 0
    while moves := book.moves(position):
        assert 0 < moves[0].rate < 1
        position, plies = position.play(moves[0].move), plies + 1
    assert plies >= 3

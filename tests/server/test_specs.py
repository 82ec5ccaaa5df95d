"""Which players a client may name: a spec from the network never reads a file of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

import boyi
from boyi.engines.books import FOLDER, Book
from boyi.server.specs import ALLOWED, check_spec

FILES = [str(FOLDER / "othello.json"), "book.json", "/etc/passwd", "/dev/zero", r"\\host\share", "YES"]


@pytest.mark.parametrize("level", ["level:10,", "level:1,nodes=5,", "LEVEL:9,book=no,"])
@pytest.mark.parametrize("file", FILES)
def test_a_book_is_yes_or_no(level: str, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is refused before anything looks at it, also one that is a book."""

    def read(path: Path) -> Book:
        raise AssertionError(f"{path} was read")

    monkeypatch.setattr(Book, "read", read)
    with pytest.raises(boyi.BoyiError, match=r"book cannot name a file here: write yes or no\.|given twice"):
        check_spec(f"{level}book={file}", boyi.game("othello"))


@pytest.mark.parametrize("word", ["yes", "no"])
def test_the_books_that_come_with_boyi_are_for_everybody(word: str) -> None:
    assert check_spec(f"level:10,book={word}", boyi.game("othello")) == f"level:10,book={word}"


@pytest.mark.parametrize("kind", sorted(ALLOWED - {"level"}))
def test_other_players_have_no_book(kind: str) -> None:
    with pytest.raises(boyi.BoyiError):
        check_spec(f"{kind}:book=/etc/passwd", boyi.game("othello"))


@pytest.mark.parametrize("spec", ["advanced:book=/etc/passwd", "some-engine", "py:book.json", "cmd:cat"])
def test_only_plain_players_can_be_named(spec: str) -> None:
    with pytest.raises(boyi.BoyiError, match="cannot be played here"):
        check_spec(spec, boyi.game("othello"))

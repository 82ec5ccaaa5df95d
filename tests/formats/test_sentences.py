"""Whatever is wrong with a game file is said in Chinese too, all of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import boyi.formats
from boyi.core.errors import BoyiError
from boyi.core.registry import game_names
from boyi.core.sentences import in_chinese
from boyi.formats import FORMATS, read_all
from boyi.formats.sentences import register
from tests.formats.broken import BROKEN, WRONG
from tests.server.test_sentences import text_of

NAMES = {
    *FORMATS,
    "SGF",
    "GGF",
    "PSQ",
    "WTHOR",
    "JSON",
    "Boyi",
    "NoGo",
    "Piskvorky",
    "jou",
    "trn",
    "MiB",
    "pass",
    "null",
}
TYPED = {"freestyle", "standard", "renju", "caro", "size", "rule", "opening", *game_names()}
"""What has to be written as it is."""
FIELDS = re.compile(
    r"\b(version|game|options|start|headers|(nodes|result)(\[\d+\])?(\.\w+)?) 处|nodes\[\d+\]、"
)
"""Fields of our JSON, where something is wrong in them."""
QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def english_in(chinese: str) -> set[str]:
    """The English words of a Chinese sentence that are not names or somebody's own."""
    rest = FIELDS.sub("", QUOTED.sub("", chinese))
    return set(re.findall(r"[A-Za-z]{3,}[0-9]?[A-Za-z0-9]*", rest)) - NAMES - TYPED


def complaint(read: Callable[[], object]) -> str:
    with pytest.raises(BoyiError) as error:
        read()
    return str(error.value)


def check(sentence: str) -> None:
    register()
    chinese = in_chinese(sentence)
    assert chinese is not None, sentence
    assert not english_in(chinese), chinese
    assert chinese.endswith(("。", "？")), chinese
    assert "{" not in QUOTED.sub("", chinese), chinese


@pytest.mark.parametrize("data", BROKEN, ids=lambda data: repr(data[:40]))
def test_what_is_wrong_with_a_file_is_chinese(data: bytes | str) -> None:
    check(complaint(lambda: list(read_all(data))))


@pytest.mark.parametrize("ask", WRONG)
def test_what_cannot_be_done_with_a_file_is_chinese(ask: Callable[[], object]) -> None:
    check(complaint(ask))


def test_the_broken_files_are_of_every_kind() -> None:
    said = {complaint(lambda data=data: list(read_all(data))) for data in BROKEN}  # type: ignore[misc]
    assert len(said) > 80
    for kind in (
        "SGF file",
        "GGF file",
        "PSQ file",
        "WTHOR file",
        ".dat file",
        "Boyi game",
        "JSON file",
        "move list",
    ):
        assert any(kind in sentence for sentence in said), kind


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        (
            "(;GM[4];B[hh];W[hh])",
            "这个五子棋 SGF 文件在第 1 行第 14 列、第 2 手（'hh'）处有错：h8 已有棋子。",
        ),
        ("(;GM[4]SZ[99])", "这个 SGF 文件的棋 Boyi 不会下：棋盘大小不接受 '99'：请选 5 到 28。"),
        ("2 0 A1 A1", "这个不围棋 .dat 文件在第 2 手（'A1'）处有错：A9 已有棋子。"),
        (
            "Piskvorky 20x20, 11:11, 0\n99,99,0",
            "这个五子棋 PSQ 文件在第 2 行、第 1 手（'99,99,0'）处有错：这个位置在 20x20 的棋盘之外。",
        ),
        (
            "(;GM[4];B[x is taken: 5 to 9, line 3])",
            "这个五子棋 SGF 文件在第 1 行第 8 列、第 1 手（'x is taken: 5 to 9, line 3'）处有错："
            "'x is taken: 5 to 9, line 3' 不是棋盘上的位置：请写 a–o 加 1–15，例如 h8。",
        ),
    ],
)
def test_the_parts_are_put_together(text: str, chinese: str) -> None:
    register()
    assert in_chinese(complaint(lambda: list(read_all(text)))) == chinese


# Every place where something is said

BREAKS = "This SGF file breaks at line 7: {}."
FRAMES = {
    "_error": (0, BREAKS),
    "_broken": (0, BREAKS),
    "_wrong": (1, BREAKS.format("it must be {}")),
    "cut": (2, "This SGF file of gomoku breaks at line 7: {}"),
}
"""Functions that are given a reason: which argument it is, and what they make of it."""
FOLDER = Path(boyi.formats.__file__).parent


def said_in(file: Path) -> list[str]:
    """The sentences of a module; what is filled in becomes a 7, a reason is put where it stands."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and name_of(node.exc) not in FRAMES:
            found += texts_in(node.exc.args[:1])
        elif isinstance(node, ast.Call) and name_of(node) in FRAMES:
            number, frame = FRAMES[name_of(node)]
            found += [frame.format(text) for text in texts_in(node.args[number : number + 1])]
    # A sentence that ends with another one.
    return [re.sub(": 7$", ": There are more stones than cells.", text) for text in found]


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def texts_in(arguments: list[ast.expr]) -> list[str]:
    """The texts that can be given, one or another."""
    choices = [(a.body, a.orelse) if isinstance(a, ast.IfExp) else (a,) for a in arguments]
    return [text for several in choices for one in several if (text := text_of(one)) is not None]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.name)
def test_everything_that_a_codec_says_has_its_chinese(file: Path) -> None:
    for sentence in said_in(file):
        check(sentence)


def test_the_places_are_found() -> None:
    assert sum(len(said_in(file)) for file in FOLDER.glob("*.py")) > 65

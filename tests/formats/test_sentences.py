"""Whatever is wrong with a game file is said in Chinese too, all of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boyi.core.errors import BoyiError
from boyi.formats import read_all
from tests.chinese import CHINESE, chinese_sentence
from tests.formats.broken import BROKEN, WRONG


def complaint(read: Callable[[], object]) -> BoyiError:
    with pytest.raises(BoyiError) as error:
        read()
    return error.value


@pytest.mark.parametrize("data", BROKEN, ids=lambda data: repr(data[:40]))
def test_what_is_wrong_with_a_file_is_chinese(data: bytes | str) -> None:
    chinese_sentence(complaint(lambda: list(read_all(data))))


@pytest.mark.parametrize("ask", WRONG)
def test_what_cannot_be_done_with_a_file_is_chinese(ask: Callable[[], object]) -> None:
    chinese_sentence(complaint(ask))


def test_the_broken_files_are_of_every_kind() -> None:
    said = {str(complaint(lambda data=data: list(read_all(data)))) for data in BROKEN}  # type: ignore[misc]
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
    ("text", "expected"),
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
def test_the_parts_are_put_together(text: str, expected: str) -> None:
    assert CHINESE(complaint(lambda: list(read_all(text)))) == expected

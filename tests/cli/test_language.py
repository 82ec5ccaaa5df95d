"""One language at a time: help, errors and output by locale or ``--language``."""

from __future__ import annotations

import re

import pytest

from boyi.cli.app import COMMANDS, Entry
from boyi.cli.main import main
from boyi.cli.parser import take_language
from boyi.core.errors import BoyiError

WIDE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
ENGLISH_WORDS = re.compile(
    r"\b(the|of|is|are|see|not|and|or|for|games?|moves?|seconds)\b(?![=:-])", re.IGNORECASE
)


def all_commands(entries: dict[str, Entry], before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for name, entry in entries.items():
        found += [(*before, name), *all_commands(dict(entry.parts), (*before, name))]
    return found


PATHS = [(), *all_commands(dict(COMMANDS))]


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_is_in_one_language(capsys: pytest.CaptureFixture[str], path: tuple[str, ...]) -> None:
    assert main([*path, "--help"]) == 0
    english = capsys.readouterr().out
    assert not WIDE.search(english.replace("博弈", ""))
    assert main([*path, "--help", "--language", "zh"]) == 0
    chinese = capsys.readouterr().out
    assert "用法：boyi" in chinese
    assert "Usage" not in chinese
    assert not [line for line in chinese.splitlines() if WIDE.match(line) and line.endswith(":")]
    # Examples of what can be typed stay as they are: commands, specs, names of files.
    said = re.sub(r"boyi [a-z -]+|[\w.:=/?|-]*[:=/|][\w.:=/?|-]*|--?[a-z-]+|'[^']*'|\[[^\]]*\]", "", chinese)
    assert not [line for line in said.splitlines() if len(ENGLISH_WORDS.findall(line)) > 1]


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        (["perft"], "The following arguments are required: GAME, DEPTH; see boyi perft --help.",
         "缺少参数：GAME、DEPTH；见 boyi perft --help。"),
        (["perft", "othello", "1", "--sise", "4"],
         "There is no option '--sise'; see boyi perft --help. Did you mean --size?",
         "没有选项 '--sise'；见 boyi perft --help。是否指 --size？"),
        (["perft", "othello", "--size"], "--size needs a value; see boyi perft --help.",
         "--size 需要一个值；见 boyi perft --help。"),
        (["search", "nogo", "--time", "1", "--nodes", "5"],
         "Give --time or --nodes, not both; see boyi search --help.",
         "请只给 --time 或 --nodes 之一；见 boyi search --help。"),
        (["perft", "othello", "1", "2"], "Got an unexpected extra argument '2'; see boyi perft --help.",
         "多了一个参数 '2'；见 boyi perft --help。"),
        (["perft", "othello", "1", "--json=x"],
         "--json: ignored explicit argument 'x'; see boyi perft --help.",
         "--json 不带值，不能写 'x'；见 boyi perft --help。"),
        (["search", "nogo", "--player", "mcts:reward=lead/16"],
         "nogo cannot be searched so: it has no point lead for the reward.",
         "不围棋不能这样搜索：它没有可作收益的领先分数。"),
        (["search", "othello", "--player", "mcts:learned=0.5"],
         "othello cannot be searched so: it has no learned evaluation of leaves.",
         "黑白棋不能这样搜索：它没有训练出的叶节点估值。"),
        (["search", "gomoku", "--player", "mcts:policy=1"],
         "gomoku cannot be searched so: it has no learned policy.",
         "五子棋不能这样搜索：它没有训练出的策略。"),
        (["chess"], None, "boyi 没有命令 'chess'：请选 "),
        (["perft", "othello", "1", "--size", "5"], "size '5' is not accepted: choose 4, 6, 8 or 10.",
         "棋盘大小不接受 '5'：请选 4、6、8 或 10。"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_explained_in_the_language(
    capsys: pytest.CaptureFixture[str], arguments: list[str], english: str | None, chinese: str
) -> None:
    assert main(arguments) == 2
    if english is not None:
        assert capsys.readouterr().err == f"{english}\n"
    capsys.readouterr()
    assert main(["--language=zh", *arguments]) == 2
    assert capsys.readouterr().err.startswith(chinese)


def test_the_environment_chooses_where_nothing_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert main(["games"]) == 0
    assert "黑白棋 (" in capsys.readouterr().out
    assert main(["games", "--language", "en"]) == 0
    assert not WIDE.search(capsys.readouterr().out)
    assert main(["games", "--language", "xx"]) == 2
    assert capsys.readouterr().err == "没有语言 'xx'：请选 en 或 zh。\n"


def test_the_option_is_taken_wherever_it_stands() -> None:
    assert take_language(["play", "--language", "zh", "nogo"])[1] == ["play", "nogo"]
    assert take_language(["--language=zh", "--", "--language", "en"])[1] == ["--", "--language", "en"]
    assert take_language(["a", "--language", "zh", "--language=en"])[0].code == "en"
    assert take_language(["a", "--language"])[1] == ["a", "--language"]
    with pytest.raises(BoyiError, match="There is no language ''"):
        take_language(["--language="])

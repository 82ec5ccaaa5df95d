"""The course is the same in both languages; its commands are run by ``tests/cli/test_documents.py``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boyi
from boyi.textbook.fivetuple import tuples

FOLDER = Path(__file__).parents[2] / "docs" / "course"
LESSONS = sorted(path.name.removesuffix(".md") for path in FOLDER.glob("[1-6]-*.md"))
ENGLISH = [name for name in LESSONS if not name.endswith(".zh-CN")]


def commands(name: str) -> list[str]:
    """The commands of a lesson without what they look for in the output, which depends on the language."""
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [re.sub(r"\| grep .*", "", line) for line in lines]


def test_there_are_six_lessons_in_two_languages() -> None:
    assert [name[0] for name in ENGLISH] == list("123456")
    assert len(LESSONS) == 12
    for name, marks in (("README.md", ".md"), ("README.zh-CN.md", ".zh-CN.md")):
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert all(f"({lesson}{marks})" in text for lesson in ENGLISH)


@pytest.mark.parametrize("name", ENGLISH)
def test_both_languages_have_the_same_commands_tasks_and_checks(name: str) -> None:
    assert commands(name) == commands(f"{name}.zh-CN")
    assert len(commands(name)) >= 4
    english, chinese = ((FOLDER / f"{name}{end}").read_text(encoding="utf-8") for end in (".md", ".zh-CN.md"))
    tasks = re.findall(r"^\*\*Task (\d)\.\*\*", english, re.MULTILINE)
    assert tasks == re.findall(r"^\*\*任务 (\d)\.\*\*", chinese, re.MULTILINE)
    assert len(tasks) >= 4
    assert english.count("**Check:**") == chinese.count("**检查：**") >= len(tasks) - 1
    assert english.count("minutes)") == chinese.count("分钟）")
    minutes = sum(map(int, re.findall(r"\((\d+) minutes\)", english)))
    assert minutes == 60


@pytest.mark.parametrize("name", LESSONS)
def test_links_lead_somewhere(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (FOLDER / target).exists(), target


def test_the_lines_of_cells_that_lesson_two_names() -> None:
    game = boyi.game("gomoku")
    counts = [sum(game.parse_move(cell) in line for line in tuples(15)) for cell in ("h8", "a1", "a8")]
    assert counts == [20, 3, 8]
    assert "20, 3 and 8" in (FOLDER / "2-five-tuple.md").read_text(encoding="utf-8")

"""The check of the catalogues: what it must find. ``make lint`` runs it on the tree as it is."""

from __future__ import annotations

import gettext
import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("babel")

from babel.messages.catalog import Catalog
from tools import messages, page_messages

CATALOGUES = sorted(messages.FOLDER.glob(f"*/{messages.NAME}"))


def extract(text: str) -> page_messages.Extraction:
    return messages.extract([("somewhere.py", text)])


def test_templates_are_found_where_they_are_said() -> None:
    found = extract(
        """
class Wrong(BoyiError): ...
class Worse(errors.Wrong): ...
raise Wrong("{cell} is taken.", cell=name)
raise module.Worse("one" " and two", 7)
say(Message("A {word}.", word=Message("nested")))
table = {"a": Template("{loser} resigned")}
Option("size", 8), Term("idle"), Term(error.strerror), Reason("five", Template("five in a row"))
print("not said to anybody")
"""
    )
    assert found.problems == []
    assert {one.template for one in found.found} == {
        "{cell} is taken.", "one and two", "A {word}.", "nested", "{loser} resigned", "size", "idle", "five",
        "five in a row",
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        'raise BoyiError(f"{name} is taken.")',
        'raise BoyiError("taken: " + name)',
        'raise BoyiError("%s is taken." % name)',
        'raise BoyiError("{} is taken.".format(name))',
        "raise BoyiError(sentence)",
        "raise BoyiError(str(error))",
        'raise BoyiError("one" if some else "other")',
        'class Other(BoyiError): ...\nraise Other(f"{name}")',
        'Message(f"{name} is taken.")',
        "Template(text)",
        'Term(f"the {word}")',
    ],
)
def test_what_is_not_a_literal_is_refused(wrong: str) -> None:
    (problem,) = extract(wrong).problems
    assert "is not a literal" in problem


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ('raise BoyiError("{cell} is taken.")', "cell"),
        ('raise BoyiError("{cell} is taken.", place=1)', "cell, place"),
        ('Message("taken", cell=1)', "cell"),
        ('Message("{", cell=1)', "is not a template"),
    ],
)
def test_the_values_are_those_of_the_template(wrong: str, name: str) -> None:
    (problem,) = extract(wrong).problems
    assert name in problem


def catalogue(*pairs: tuple[str, str], said: str = 'Message("{cell} is taken.", cell=1)') -> list[str]:
    found = Catalog("zh_CN")
    for template, translation in pairs:
        found.add(template, translation)
    messages.update(found, extract(said).found)
    return messages.check(found)


def test_a_sound_catalogue_is_accepted() -> None:
    assert catalogue(("{cell} is taken.", "{cell} 已有棋子。")) == []


def test_a_message_without_a_translation_is_refused() -> None:
    assert catalogue() == ["zh_CN: '{cell} is taken.' has no translation."]


@pytest.mark.parametrize("translation", ["已有棋子。", "{place} 已有棋子。", "{cell} {more}", "{cell"])
def test_a_translation_with_other_values_is_refused(translation: str) -> None:
    (problem,) = catalogue(("{cell} is taken.", translation))
    assert "differ in" in problem


def test_an_entry_that_nobody_says_is_refused() -> None:
    (problem,) = catalogue(("{cell} is taken.", "{cell} 已有棋子。"), ("Said no more.", "不再说。"))
    assert "'Said no more.' is said nowhere" in problem


def test_a_stale_catalogue_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    monkeypatch.setattr(messages, "SOURCES", messages.SOURCES / "match")  # a part is enough
    assert messages.main(["--new", "de"]) == 1  # nothing is translated yet
    assert messages.main(["--check"]) == 1
    assert "up to date" not in capsys.readouterr().err
    (tmp_path / "de" / "LC_MESSAGES" / "boyi.mo").write_bytes(b"")
    assert messages.main(["--check"]) == 1
    assert "boyi.mo is not up to date: run make messages." in capsys.readouterr().err


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_python_and_the_page_read_what_was_compiled(path: Path) -> None:
    code = path.parents[1].name
    compiled = gettext.translation("boyi", messages.FOLDER, [code])
    page = json.loads(path.with_name("page.json").read_bytes())
    ours = 0
    for entry in messages.read(path):
        if not entry.id:
            continue
        places = {place.startswith("frontend/") for place, _ in entry.locations}
        if False in places:
            ours += 1
            assert compiled.gettext(str(entry.id)) == entry.string
        if True in places:
            key = f"{entry.context}\x04{entry.id}" if entry.context else entry.id
            assert page.pop(key) == entry.string
    assert ours > 1_000
    assert not page


def test_one_word_has_several_translations_in_several_contexts() -> None:
    found = page_messages.extract(
        [("a.ts", 't("Game"); const KIND = template("Game", "kind of game");')]
    ).found
    made = messages.begin("zh_CN")
    messages.update(made, found)
    for entry in made:
        if entry.id:
            entry.string = "棋种" if entry.context else "对局"
    assert messages.check(made) == []
    table = json.loads(messages.written(made)["page.json"])
    assert table == {}  # these places are not the page's
    messages.update(made, [replace(one, path="frontend/src/a.ts") for one in found])
    table = json.loads(messages.written(made)["page.json"])
    assert table == {"Game": "对局", "kind of game\x04Game": "棋种"}

"""docs/formats.md: its examples are what the code does."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from boyi import formats

DOCUMENT = Path(__file__).parents[2] / "docs" / "formats.md"
BLOCKS = [
    (kind, text)
    for kind, text in re.findall(
        r"^```(\w+)\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    if kind not in ("python", "console")
]


def test_every_format_has_an_example() -> None:
    assert {kind for kind, _ in BLOCKS} == set(formats.FORMATS)


@pytest.mark.parametrize(("kind", "text"), BLOCKS, ids=[kind for kind, _ in BLOCKS])
def test_examples_are_read_and_written_letter_by_letter(kind: str, text: str) -> None:
    data: bytes | str = bytes.fromhex(text) if kind == "wthor" else text
    assert formats.detect(data) == kind
    record = formats.read(data)
    assert record.plies > 1
    if formats.FORMATS[kind].can_write:
        assert formats.write(record, kind) == text
    else:
        assert record.text() == "f5 d6 c3"


def test_the_document_runs() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert tried >= 8
    assert failed == 0


def test_the_table_says_what_the_registry_says() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (.*?) \| (.*?) \| .*? \| (yes|no)", DOCUMENT.read_text("utf-8"), re.MULTILINE
    )
    assert [row[0] for row in rows] == list(formats.FORMATS)
    for name, extensions, games, written in rows:
        entry = formats.FORMATS[name]
        assert f"`{entry.extensions[0]}`" in extensions
        assert games == (", ".join(entry.games) or "every game")
        assert (written == "yes") == entry.can_write

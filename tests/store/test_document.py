"""docs/store.md: its examples run, and its tables are the tables."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from boyi.store.tables import metadata

DOCUMENT = Path(__file__).parents[2] / "docs" / "store.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert tried >= 20
    assert failed == 0


def test_the_tables_are_described_in_full() -> None:
    text = DOCUMENT.read_text("utf-8").partition("## The tables")[2]
    for table in metadata.sorted_tables:
        part = text.partition(f"**{table.name}**")[2].partition("\n\n**")[0]
        rows = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
        assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == [
            column.name for column in table.columns
        ]

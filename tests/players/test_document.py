"""docs/players.md: its examples run, its bot is the one in the examples, its table is complete."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from boyi.players.spec import player_kinds
from boyi.protocols.table import PROTOCOLS
from boyi.settings.setting import Word

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "players.md"


def test_the_examples_of_the_document_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted >= 4


def test_the_bot_of_the_document_is_the_example() -> None:
    bot = (ROOT / "examples" / "my_bot.py").read_text(encoding="utf-8")
    assert f"```python\n{bot}```" in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["cmd", "py", "mo"])
def test_every_setting_is_in_the_document(kind: str) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for setting in player_kinds()[kind].settings:
        assert f"| `{setting.name}`" in text


def test_the_spec_offers_the_protocols_that_there_are() -> None:
    (protocol,) = (one for one in player_kinds()["cmd"].settings if one.name == "protocol")
    assert isinstance(protocol, Word)
    assert protocol.words == tuple(PROTOCOLS)
    names = ", ".join(f"`{name}`" for name in PROTOCOLS)
    assert f"| `protocol` (cmd) | {names} |" in DOCUMENT.read_text(encoding="utf-8")

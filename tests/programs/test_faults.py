"""What a child says about its failure: our own messages are translated, anything else is quoted."""

from __future__ import annotations

from typing import Any

import pytest

from boyi.core.errors import BoyiError
from boyi.core.language import CHINESE
from boyi.core.message import Message, Term
from boyi.programs.faults import LENGTH, read_fault


def nested(depth: int) -> Message:
    message = Message("{cell} is taken.", cell="h8")
    for _ in range(depth):
        message = Message("{name}: {error}", name="bot.py", error=message)
    return message


def test_a_message_arrives_whole_and_is_translated() -> None:
    sent = Message(
        "{name}: {error}", name="bot.py", error=BoyiError("no move within {seconds:g} s.", seconds=60.0)
    )
    read = read_fault(sent.to_data(), "bot.py")
    assert read == sent
    assert CHINESE(read) == "bot.py：60 秒内没有落子。"


def test_a_sentence_that_does_not_name_the_file_gets_its_name() -> None:
    sent = Message("the board was changed during get_move().")
    assert str(read_fault(sent.to_data(), "ai.py")) == "ai.py: the board was changed during get_move()."
    assert str(read_fault("anything\x1b[31m", "ai.py")) == "ai.py: anything [31m"


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        [],
        {},
        {"template": "x"},
        {"template": 5, "values": {}},
        {"template": "{x.__class__}", "values": {"x": 1}},
        {"template": "{x[0]}", "values": {"x": "abc"}},
        {"template": "{x!r}", "values": {"x": "abc"}},
        {"template": "{x:1000000000}", "values": {"x": 1}},
        {"template": "{x:{y}}", "values": {"x": 1, "y": 10**9}},
        {"template": "{x}", "values": {}},
        {"template": "{}", "values": {"": 1}},
        {"template": "{", "values": {"x": 1}},
        {"template": "{x:d}", "values": {"x": "text"}},
        {"template": "{x}", "values": {"x": ["list"]}},
        {"template": "{x}", "values": {"x": {"term": 5}}},
        {"template": "{x}", "values": {"x": "y" * (LENGTH + 1)}},
        nested(5).to_data(),
    ],
)
def test_what_is_not_a_plain_message_is_not_shown(data: Any) -> None:
    assert str(read_fault(data, "bot.py")) == "bot.py: "


def test_messages_within_messages_and_terms_are_read_and_the_whole_is_short() -> None:
    assert read_fault(nested(3).to_data(), "bot.py") == nested(3)
    term = Message("{word}", word=Term("bot.py \x1b[31m"))
    assert str(read_fault(term.to_data(), "bot.py")) == "bot.py  [31m"
    long = Message("{a}{a}{a}", a="bot.py" * 80)
    assert len(str(read_fault(long.to_data(), "bot.py"))) == LENGTH

"""Is it Chinese? One answer for everything that Boyi says to people."""

from __future__ import annotations

import re
from collections.abc import Collection

from boyi.core.language import language
from boyi.core.registry import game_names
from boyi.formats import FORMATS

CHINESE = language("zh_CN")
NAMES = frozenset(
    {
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
        "localhost",
    }
)
TYPED = frozenset(
    {
        "freestyle",
        "standard",
        "renju",
        "caro",
        "size",
        "rule",
        "opening",
        "pass",
        "null",
        "--force",
        *game_names(),
    }
)
"""What has to be written as it is."""
FIELDS = re.compile(
    r"\b(version|game|options|start|headers|(nodes|result)(\[\d+\])?(\.\w+)?) 处|nodes\[\d+\]、"
)
"""Fields of our JSON, where something is wrong in them."""
QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
WORD = re.compile(r"(?:--)?[A-Za-z]{3,}[0-9]?[A-Za-z0-9.]*")


def english_in(text: str) -> set[str]:
    """The English words of a Chinese sentence that are not names, or somebody's own in quotation marks."""
    rest = FIELDS.sub("", QUOTED.sub("", text))
    return {word.rstrip(".") for word in WORD.findall(rest)} - NAMES - TYPED


def chinese(said: object, typed: Collection[str] = ()) -> str:
    """What a message or an error says in Chinese: all of it, except what has to be typed."""
    text = CHINESE(said)
    assert text != str(said)
    assert not english_in(text) - set(typed), text
    assert "{" not in QUOTED.sub("", text), text
    return text


def chinese_sentence(said: object, typed: Collection[str] = ()) -> str:
    """The same of whole sentences."""
    text = chinese(said, typed)
    assert text.endswith(("。", "？")), text
    return text

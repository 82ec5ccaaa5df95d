"""What is wrong with a request or a message, as a message of ours: pydantic's own sentences are English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boyi.core.errors import printable, shorten
from boyi.core.message import Message

LONGEST = 40
"""Letters of a name that are quoted."""
MISSING = Message("it is missing")
UNKNOWN = Message("there is no such field")
TEXT = Message("it is a text")
WHOLE = Message("it is a whole number")
NUMBER = Message("it is a number")
SWITCH = Message("it is true or false")
LIST = Message("it is a list")
OBJECT = Message("it is an object with fields")
LETTERS = Message("it has characters that are not accepted")
NO_JSON = Message("it is no JSON")
OTHER = Message("it is not accepted")
PLAIN: Mapping[str, Message] = {
    "missing": MISSING,
    "extra_forbidden": UNKNOWN,
    "string_type": TEXT,
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "bool_type": SWITCH,
    "bool_parsing": SWITCH,
    "list_type": LIST,
    "tuple_type": LIST,
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "string_pattern_mismatch": LETTERS,
    "string_unicode": LETTERS,
    "json_invalid": NO_JSON,
    "union_tag_not_found": Message("it has no type"),
}
"""Kinds of pydantic's errors that need no values."""


def place_of(steps: Sequence[object]) -> str:
    """Where something is wrong: ``body.seats.0.kind``; names may be a stranger's."""
    return ".".join(printable(str(step)[:LONGEST]) for step in steps)


def what_is_wrong(error: Mapping[str, Any]) -> Message:
    """The reason of one of pydantic's errors.

    >>> str(what_is_wrong({"type": "too_short", "ctx": {"min_length": 2}}))
    'it needs at least 2 entries'
    >>> str(what_is_wrong({"type": "something_new"}))
    'it is not accepted'
    """
    kind, values = error["type"], error.get("ctx", {})
    if kind in PLAIN:
        return PLAIN[kind]
    if kind == "string_too_long":
        return Message("it has at most {most} characters", most=values["max_length"])
    if kind == "string_too_short":
        return Message("it needs at least {least} characters", least=values["min_length"])
    if kind == "too_long":
        return Message("it has at most {most} entries", most=values["max_length"])
    if kind == "too_short":
        return Message("it needs at least {least} entries", least=values["min_length"])
    if kind in ("greater_than_equal", "greater_than"):
        return Message("it is at least {least:g}", least=values.get("ge", values.get("gt")))
    if kind in ("less_than_equal", "less_than"):
        return Message("it is at most {most:g}", most=values.get("le", values.get("lt")))
    if kind == "literal_error":
        return Message("it is one of {offered}", offered=_listed(values["expected"]))
    if kind == "union_tag_invalid":
        return Message(
            "there is no type {tag}; types: {offered}",
            tag=shorten(values["tag"]),
            offered=_listed(values["expected_tags"]),
        )
    return OTHER


def _listed(expected: str) -> str:
    """Pydantic's list of words (``'a', 'b' or 'c'``) without a language."""
    return expected.replace(" or ", ", ").replace("'", "")

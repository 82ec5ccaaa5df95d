"""What the child process of a student's file says about its failure.

The student's code runs in the same process and may write anything to the same handle. So what arrives is
checked: a template has plain fields only, each with a value, and everything is short.
"""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

from boyi.core.errors import printable
from boyi.core.message import Message

LENGTH = 500
"""Characters of a template, of a value and of the whole sentence."""
DEPTH = 4
"""Messages within messages."""
FIELD = re.compile(r"[a-z_]{1,40}")
SPEC = re.compile(r"(\.[0-9])?[dfg]?")


class BadFault(Exception):
    """The child sent something that is not a message."""


def read_fault(data: object, file: str) -> Message:
    """The message about a file; text that is no message of ours is quoted as it stands."""
    try:
        message = Message.from_data(_checked(data, DEPTH))
        text = str(message)
    except (BadFault, ValueError, LookupError):
        text = printable(data) if isinstance(data, str) else ""
        message = Message("{text}", text=text[:LENGTH])
    if len(text) > LENGTH:
        message = Message("{text}", text=text[:LENGTH])
    return message if text.startswith(file) else Message("{name}: {error}", name=file, error=message)


def _checked(data: object, depth: int) -> dict[str, Any]:
    """What ``Message.from_data`` can safely read."""
    if not (isinstance(data, dict) and isinstance(data.get("values"), dict)) or depth == 0:
        raise BadFault
    template, values = _text(data.get("template")), data["values"]
    used = {}
    for _, name, spec, conversion in Formatter().parse(template):
        if name is None:
            continue
        if not (name in values and FIELD.fullmatch(name) and SPEC.fullmatch(spec or "")) or conversion:
            raise BadFault
        used[name] = _value(values[name], depth)
    return {"template": template, "values": used}


def _value(value: object, depth: int) -> object:
    if isinstance(value, dict):
        return {"term": _text(value["term"])} if "term" in value else _checked(value, depth - 1)
    return value if isinstance(value, int | float) and abs(value) < 1e9 else _text(value)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LENGTH:
        raise BadFault
    return printable(value)

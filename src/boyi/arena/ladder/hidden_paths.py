"""Text for students without the paths of the server's computer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boyi.core.message import Message

SHOWN = "…"
"""What stands for a path."""


class HiddenPaths:
    """Leaves paths out of texts and messages.

    >>> hidden = HiddenPaths([Path("/srv/class/bots")], own="/[0-9a-f]+/")
    >>> hidden.text("no file '/srv/class/bots/0a1b/bot.py' in /srv/class/bots")
    "no file 'bot.py' in …"
    """

    def __init__(self, places: Iterable[Path], own: str = "$^") -> None:
        """``own``: a pattern of what is left out as a whole behind the first place: the folder of a file."""
        given = [place for place in places if len(place.parts) > 1]
        names = dict.fromkeys(form for place in given for form in _forms(place))
        first = "|".join(map(re.escape, _forms(given[0]))) if given else "$^"
        self._own = re.compile(f"(?:{first}){own}")
        self._any = re.compile(
            "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "$^"
        )

    def text(self, text: str) -> str:
        """The text without them."""
        return self._any.sub(SHOWN, self._own.sub("", text))

    def message(self, message: Message) -> Message:
        """The message without them, however deep they are in it."""
        return Message.from_data(self._data(message.to_data()))

    def _data(self, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: self._data(value) for name, value in data.items()}
        return self.text(data) if isinstance(data, str) else data


def _forms(place: Path) -> list[str]:
    """A path as it stands in plain text, in JSON and in the words of an exception."""
    found = []
    for one in dict.fromkeys((place, place.resolve())):
        text = str(one)
        found += [text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1], repr(text)[1:-1]]
    return list(dict.fromkeys(found))

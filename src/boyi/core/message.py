"""What is said to people: a template in English with the values that belong into it.

A message is written where something happens and translated where it is shown (``boyi.core.language``).
Templates are literals, so that ``make messages`` finds them for the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """An English template and its values; ``str()`` is the English text.

    A value that is a message, a term or one of our errors is translated together with the message.

    >>> str(Message("{cell} is taken.", cell="h8"))
    'h8 is taken.'
    >>> str(Message("In {file}: {why}", file="a.sgf", why=Message("{cell} is taken.", cell="h8")))
    'In a.sgf: h8 is taken.'
    """

    template: str
    values: Mapping[str, object]

    def __init__(self, template: str, /, **values: object) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", {name: _plain(value) for name, value in values.items()})

    def __str__(self) -> str:
        # Without values the braces are the text's own: somebody else may have written it.
        return self.template.format(**self.values) if self.values else self.template

    def __hash__(self) -> int:
        return hash(self.template)

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON; ``from_data`` makes an equal message of it."""
        return {"template": self.template, "values": {name: _pack(v) for name, v in self.values.items()}}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Message:
        """Read what ``to_data`` wrote."""
        return cls(data["template"], **{name: _unpack(value) for name, value in data["values"].items()})


@dataclass(frozen=True, slots=True)
class Term:
    """A word that is found at run time (a file's game, the system's reason) and may have a translation."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Template:
    """A message whose values come later: tables are made of these.

    >>> str(Template("{loser} resigned")(loser="Black"))
    'Black resigned'
    """

    template: str

    def __call__(self, **values: object) -> Message:
        """The message with its values."""
        return Message(self.template, **values)


def listing(items: Iterable[object]) -> Message:
    """A list: ``a, b, c``."""
    first, *others = items
    found = first if isinstance(first, Message) else Message("{item}", item=first)
    for item in others:
        found = Message("{items}, {item}", items=found, item=item)
    return found


def alternatives(items: Iterable[object]) -> Message:
    """A choice: ``a, b or c``.

    >>> str(alternatives([4, 6, 8]))
    '4, 6 or 8'
    """
    *others, last = items
    if not others:
        return listing([last])
    return Message("{items} or {item}", items=listing(others), item=last)


def node_count(nodes: int) -> Message:
    """So many nodes of a search.

    >>> str(node_count(1)), str(node_count(12_000))
    ('1 node', '12,000 nodes')
    """
    return Message("1 node") if nodes == 1 else Message("{nodes:,} nodes", nodes=nodes)


def _plain(value: object) -> object:
    """An error as its message: errors hold tracebacks, messages only data."""
    message = getattr(value, "message", None) if isinstance(value, Exception) else None
    return message if isinstance(message, Message) else value


def _pack(value: object) -> object:
    if isinstance(value, Message):
        return value.to_data()
    if isinstance(value, Term):
        return {"term": value.text}
    return value if isinstance(value, str | int | float) else str(value)


def _unpack(value: Any) -> object:
    if not isinstance(value, dict):
        return value
    return Term(value["term"]) if "term" in value else Message.from_data(value)

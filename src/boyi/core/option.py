"""The options a game offers: declared once, used by the API, the command line and the page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from boyi.core.errors import BadOption, shorten
from boyi.core.message import Message, Term, alternatives

Value = int | str


@dataclass(frozen=True)
class Option:
    """One setting of a game: an integer range, a list of words, or words of a pattern."""

    name: str
    default: Value
    choices: Sequence[Value] = ()
    help: Message | None = None
    pattern: str = ""
    label: Message | None = None
    """What a form calls it, if not as ``help`` does."""
    labels: Mapping[str, Message] = field(default_factory=dict, hash=False)
    """What a form calls its choices."""

    def accept(self, value: object) -> Value:
        """Return ``value`` as the option's own type, or say what is accepted."""
        if isinstance(self.default, int):
            number = _integer(value)
            if number is not None and number in self.choices:
                return number
        elif isinstance(value, str) and (
            value in self.choices or (self.pattern and re.fullmatch(self.pattern, value))
        ):
            return value
        raise BadOption(
            "{option} {value} is not accepted: choose {offered}.",
            option=Term(self.name),
            value=shorten(value),
            offered=self.accepted,
        )

    @property
    def accepted(self) -> Message:
        """The accepted values in words, for help and for errors."""
        if isinstance(self.choices, range) and self.choices.step == 1:
            return Message("{low} to {high}", low=self.choices.start, high=self.choices.stop - 1)
        words: list[object] = [*self.choices]
        if self.pattern:
            words.append(Message("text matching {pattern}", pattern=self.pattern))
        return alternatives(words)


def _integer(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}", value):
        return int(value)
    return None

"""The templates of the page: what its sources give to ``t`` and ``template``, for the catalogues of messages.

``t("One game")`` says something, ``t(many ? "Games" : "Game")`` one of two things. ``template("Game")``
stands in a table until it is said; ``template("Game", "kind of game")`` has a context, as a word of several
meanings needs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = "frontend/src"
DEFINITION = "frontend/src/i18n/language.svelte.ts"
CALL = re.compile(r"(?<![\w.$])(t|template)\(")
STRING = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL)


@dataclass(frozen=True)
class Found:
    """A template and where it is written."""

    template: str
    path: str
    line: int
    context: str = ""
    """What tells it from others with the same words, if there are any."""


@dataclass
class Extraction:
    """What the sources say, and what is wrong with the way they say it."""

    found: list[Found]
    problems: list[str]


@dataclass(frozen=True)
class Literal:
    """A string in the arguments of a call, with what stands around it."""

    text: str
    argument: int
    before: str
    after: str


def sources() -> Iterator[tuple[str, str]]:
    """The files of the page."""
    for path in sorted((ROOT / FOLDER).rglob("*")):
        if path.suffix in (".ts", ".svelte") and (name := path.relative_to(ROOT).as_posix()) != DEFINITION:
            yield name, path.read_text(encoding="utf-8")


def extract(files: Iterable[tuple[str, str]]) -> Extraction:
    """Find the templates of sources given as (path, text).

    >>> found = extract([("A.svelte", '<p>{t(one ? "{count} game" : "Games")}</p>{t(template("To", "go"))}')])
    >>> [(one.template, one.context) for one in found.found]
    [('{count} game', ''), ('Games', ''), ('To', 'go')]
    """
    result = Extraction([], [])
    for path, text in files:
        for call in CALL.finditer(text):
            line = text.count("\n", 0, call.start()) + 1
            place = f"{path}:{line}"
            said = list(_literals(text, call.end()))
            first = [one for one in said if one.argument == 0 and one.before in "(?:"]
            if any(one.text[0] == "`" or one.after not in ",):" for one in first):
                result.problems.append(f"{place}: the template of {call[1]} is not a literal.")
                continue
            context = ""
            if call[1] == "template":
                others = [one for one in said if one.argument == 1]
                if len(first) != 1 or len(others) > 1:
                    result.problems.append(f"{place}: template takes a literal, and perhaps its context.")
                    continue
                context = _read(others[0].text) if others else ""
            result.found += [Found(_read(one.text), path, line, context) for one in first]
    return result


def _literals(text: str, start: int) -> Iterator[Literal]:
    """The strings between the brackets of a call that begins here; not those of calls within."""
    depth, argument, before, at = 0, 0, "(", start
    while at < len(text):
        if (string := STRING.match(text, at)) is not None:
            at = string.end()
            if depth == 0:
                yield Literal(string[0], argument, before, text[at:].lstrip()[:1])
            before = '"'
            continue
        sign = text[at]
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
            if depth < 0:
                return
        elif sign == "," and depth == 0:
            argument += 1
        if not sign.isspace():
            before = sign
        at += 1


def _read(literal: str) -> str:
    """The text of a string of JavaScript, whose escapes are those of JSON."""
    inner = literal[1:-1]
    if literal[0] == "'":
        inner = inner.replace("\\'", "'").replace('"', '\\"')
    return str(json.loads(f'"{inner}"'))

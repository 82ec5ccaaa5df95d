"""One page with all steps in it: it needs no server and no network, only a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from boyi.core.language import ENGLISH, NAME, Language, languages
from boyi.core.message import Message, Term
from boyi.lab.comparison import Comparison
from boyi.lab.explanation import Explanation
from boyi.lab.lesson import Lesson
from boyi.lab.recorder import Level
from boyi.lab.trace_limit import TraceLimit
from boyi.lab.view import SHORT, View

ASSETS = Path(__file__).parent / "assets"
MOST_STEPS = 300
"""Steps of a level that one page holds unless told otherwise."""
WORDS: Mapping[str, Message] = {
    "first": Message("first step"),
    "back": Message("step back"),
    "play": Message("play"),
    "pause": Message("pause"),
    "next": Message("next step"),
    "last": Message("last step"),
    "jump": Message("jump to a step"),
    "level": Message("level of the steps"),
    "phase": Message("phase by phase"),
    "iteration": Message("iteration by iteration"),
    "predict": Message("predict"),
    "score": Message("right"),
    "right": Message("Right."),
    "wrong": Message("Not this one."),
    "tree": Message("tree"),
    "table": Message("table"),
    "game": Message("random game"),
    "parts": Message("parts of the lesson"),
    "points": Message("random points"),
    "keys": Message("Keys: ← and → step, Home and End jump, space plays."),
}
"""What the page itself says."""


def page(
    shown: Lesson | Explanation | Comparison,
    most: int = MOST_STEPS,
    language: Language = ENGLISH,
    limit: TraceLimit | None = None,
) -> str:
    """An HTML document that shows a lesson, whose searches have the limit, or an explanation.

    >>> from boyi.lab import explain
    >>> "quarter circle" in page(explain("pi:points=10"))
    True
    """
    if isinstance(shown, Lesson):
        title, text, parts = shown.title, shown.text, []
        for part in shown.parts:
            with part.explain(limit) as explanation:
                parts.append(part.to_data() | steps_data(explanation, most))
    else:
        title = {code: _name(shown) for code in languages(NAME)}
        text = dict.fromkeys(title, "")
        # Steps of one number are of one kind on both sides only from iteration to iteration.
        level = "iteration" if isinstance(shown, Comparison) else "phase"
        about = {"title": _settings(shown), "text": "", "look": "", "level": level}
        searches = (shown.left, shown.right) if isinstance(shown, Comparison) else (shown,)
        names = {name: one.search for name, one in zip(("search", "versus"), searches, strict=False)}
        parts = [about | names | steps_data(shown, most)]
    data = {
        "title": dict(title),
        "text": dict(text),
        "parts": parts,
        "words": {name: languages(message) for name, message in WORDS.items()},
        "languages": list(languages(NAME).items()),
        "language": language.code,
    }
    # What closes the element or begins a comment in HTML is written in another way that JSON knows.
    text_of_data = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    made = (ASSETS / "explain.html").read_text(encoding="utf-8")
    values = {
        "title": escape(title[language.code]),
        "style": (ASSETS / "explain.css").read_text(encoding="utf-8"),
        "script": (ASSETS / "explain.js").read_text(encoding="utf-8"),
        "data": text_of_data,
    }
    for name, value in values.items():
        made = made.replace(f"{{{name}}}", value, 1)
    return made


def steps_data(shown: Explanation | Comparison, most: int = MOST_STEPS) -> View:
    """The steps of every level up to a number, and a sentence where there are more."""
    steps: dict[Level, list[View]] = {}
    cut: dict[Level, Any] = {}
    for level in shown.levels:
        views = list(shown.views(level, 0, most, SHORT))
        steps[level] = views
        if (count := shown.count(level)) > len(views):
            message = Message("This page holds the first {most} of {count:,} steps.", most=most, count=count)
            cut[level] = languages(message)
    return {"steps": steps, "cut": cut, "head": shown.head()}


def _name(shown: Explanation | Comparison) -> str:
    if isinstance(shown, Comparison):
        return f"{shown.left.search} – {shown.right.search}"
    return shown.search


def _settings(shown: Explanation | Comparison) -> dict[str, str]:
    one = shown.left if isinstance(shown, Comparison) else shown
    if one.position is None:
        return languages(Term(one.search))
    return languages(one.position.game.title)

"""``boyi rules``: how to play a game, in the terminal."""

from __future__ import annotations

import json
import textwrap
from argparse import Namespace
from typing import Any

from boyi.cli.options import add_json
from boyi.cli.parser import Parser
from boyi.core.game import Game
from boyi.core.guide import Guide, guide_of
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.registry import game_class

WIDTH = 79


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi rules``."""
    parser.add_argument("game", metavar="GAME", help=Message("A game; boyi games lists them."))
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Print the guide: each rule with its board, the notation, the tips."""
    kind = game_class(arguments.game)
    guide, say = guide_of(kind), arguments.language
    if arguments.json:
        print(json.dumps(describe(kind, guide, say), ensure_ascii=False, indent=2))
        return
    for number, lesson in enumerate(guide.lessons, 1):
        record = lesson.record(kind)
        print(f"{number}. {say(lesson.title)}\n{fill(say(lesson.text))}\n\n{record.position}\n")
        print(f"{fill(say(lesson.task))}\n")
    print(f"{say(Message('Notation'))}\n{fill(say(guide.notation))}")
    if guide.tips:
        print(f"\n{say(Message('Tips'))}")
    for tip in guide.tips:
        print(fill(say(tip), "- "))


def fill(text: str, first: str = "") -> str:
    """A text in lines of the terminal's width."""
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))


def describe(kind: type[Game], guide: Guide, say: Language) -> dict[str, Any]:
    """The guide as plain data."""
    return {
        "game": kind.name,
        "lessons": [
            {
                "title": say(lesson.title),
                "text": say(lesson.text),
                "task": say(lesson.task),
                "options": dict(lesson.options),
                "position": record.game.format_position(record.position),
                "goal": lesson.goal,
            }
            for lesson in guide.lessons
            for record in [lesson.record(kind)]
        ],
        "notation": say(guide.notation),
        "tips": [say(tip) for tip in guide.tips],
    }

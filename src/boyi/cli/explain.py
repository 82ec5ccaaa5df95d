"""``boyi explain``: a search or a lesson step by step, in the terminal, as JSON or as one page."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any, get_args

from boyi.cli.columns import pad, width_of
from boyi.cli.explain_text import await_step, lesson_lines, part_lines
from boyi.cli.game_files import write_target
from boyi.cli.options import (
    add_game_options,
    add_json,
    add_lessons,
    add_position,
    read_game,
    read_record,
    seconds,
    whole_number,
)
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.game import Position
from boyi.core.language import Language
from boyi.core.message import Message, listing
from boyi.lab.comparison import Comparison
from boyi.lab.explanation import Explanation
from boyi.lab.lesson import Lesson, find_lesson, lesson_files, readable_lessons
from boyi.lab.page import MOST_STEPS, page
from boyi.lab.recorder import LEVELS, Level
from boyi.lab.searches import SEARCHES, estimate, explain
from boyi.lab.trace_limit import TraceLimit

SHOWN = 20
"""Steps that the terminal shows unless told otherwise."""
MOST = 100_000
LONGEST = 60.0
"""Seconds after which a search is stopped unless told otherwise; the page has the same limit."""


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi explain``."""
    parser.add_argument(
        "name",
        metavar="SEARCH|LESSON",
        nargs="?",
        help=Message("A search with settings, e.g. mcts:c=0.7, or a lesson; without it, a list of both."),
    )
    parser.add_argument("--game", metavar="GAME", help=Message("Which game (see boyi games)."))
    add_game_options(parser)
    add_position(parser)
    parser.add_argument(
        "--time", metavar="S", help=Message("Seconds after which the search is stopped, 60 if not given.")
    )
    parser.add_argument("--versus", metavar="SEARCH", help=Message("Another search beside it."))
    parser.add_argument("--level", metavar="|".join(LEVELS), help=Message("How large the steps are."))
    parser.add_argument("--from", metavar="N", dest="first", help=Message("The first step shown."))
    parser.add_argument("--steps", metavar="N", help=Message("How many steps are shown."))
    parser.add_argument(
        "--full", action="store_true", help=Message("Boards and tables of every step in the terminal.")
    )
    add_lessons(parser)
    parser.add_argument("--html", metavar="FILE", help=Message("Write one page that needs no network."))
    parser.add_argument("--force", action="store_true", help=Message("Replace files that exist."))
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Explain what was named."""
    folders = [arguments.lessons] if arguments.lessons else []
    if arguments.name is None:
        print("\n".join(overview(folders, arguments.language)))
        return
    level = _level(arguments.level)
    usual = MOST_STEPS if arguments.html or arguments.json else SHOWN
    most = usual if arguments.steps is None else whole_number(arguments.steps, "--steps", 1, MOST)
    first = 0
    if arguments.first is not None:
        first = whole_number(arguments.first, "--from", 1, 100_000_000) - 1
    files = lesson_files(folders)
    if arguments.name in files and arguments.game is None and arguments.versus is None:
        if arguments.position is not None or arguments.moves is not None:
            raise BadArgument("A lesson has its own positions; --position and --moves need --game.")
        _lesson(find_lesson(arguments.name, folders), level, first, most, arguments)
        return
    if arguments.name.partition(":")[0].lower() not in SEARCHES:
        offered = [*SEARCHES, *(name for name in files if name not in SEARCHES)]
        message = Message(
            "There is no search or lesson {name}: choose {offered}.",
            name=shorten(arguments.name),
            offered=listing(offered),
        )
        raise UnknownName.of(did_you_mean(message, arguments.name, offered))
    _search(level, first, most, arguments)


def overview(folders: list[str], language: Language) -> list[str]:
    """What can be explained, a line each."""
    lines = [language(Message("Searches, with --game and --position or --moves:"))]
    lines += _rows({name: language(search.about) for name, search in SEARCHES.items()})
    found, wrong = readable_lessons(folders)
    titles = {name: lesson.title[language.code] for name, lesson in found.items()}
    lines += ["", language(Message("Lessons:")), *_rows(titles)]
    return [*lines, "", *(language(error.message) for error in wrong)] if wrong else lines


def _rows(entries: dict[str, str]) -> list[str]:
    wide = max(map(width_of, entries)) + 2
    return [f"  {pad(name, wide)}{text}" for name, text in entries.items()]


def _level(text: str | None) -> Level | None:
    if text is None:
        return None
    for level in get_args(Level):
        if text == level:
            found: Level = level
            return found
    raise BadArgument(
        "--level {text} is not accepted: choose {offered}.", text=shorten(text), offered=listing(LEVELS)
    )


def _search(level: Level | None, first: int, most: int, arguments: Namespace) -> None:
    position: Position | None = None
    if arguments.game is not None:
        game = read_game(arguments)
        position = read_record(game, arguments).position
    elif SEARCHES[arguments.name.partition(":")[0].lower()].needs_position:
        raise BadArgument("Say which position is searched: --game and, if you like, --position or --moves.")
    limit = _limit(arguments) or TraceLimit(seconds=LONGEST)
    for search in filter(None, (arguments.name, arguments.versus)):
        expected = estimate(search, position)
        if expected is not None and expected.is_large(limit):
            print(arguments.language(expected.sentence(limit)), file=sys.stderr, flush=True)
    found: Explanation | Comparison
    if arguments.versus is None:
        found = explain(arguments.name, position, limit=limit)
    else:
        found = Comparison.of(arguments.name, arguments.versus, position, limit)
    with found:
        chosen = _offered(found, level)
        if arguments.html is not None:
            for each in found.levels:
                await_step(found, each, None, arguments.language)
            write_target(arguments.html, page(found, most, arguments.language), force=arguments.force)
        elif arguments.json:
            await_step(found, chosen, first + most - 1, arguments.language)
            print(json.dumps(_data(found, chosen, first, most), ensure_ascii=False))
        else:
            for line in part_lines(found, chosen, first, most, arguments.language, full=arguments.full):
                print(line)


def _limit(arguments: Namespace) -> TraceLimit | None:
    return None if arguments.time is None else TraceLimit(seconds=seconds(arguments.time, "--time"))


def _lesson(lesson: Lesson, level: Level | None, first: int, most: int, arguments: Namespace) -> None:
    limit = _limit(arguments)
    if arguments.html is not None:
        made = page(lesson, most, arguments.language, limit)
        write_target(arguments.html, made, force=arguments.force)
        return
    if not arguments.json:
        for line in lesson_lines(lesson, level, first, most, arguments.language, limit, full=arguments.full):
            print(line)
        return
    parts = []
    for part in lesson.parts:
        with part.explain(limit) as found:
            parts.append(part.to_data() | _data(found, _offered(found, level or part.level), first, most))
    data = {"lesson": lesson.name, "title": lesson.title, "text": lesson.text, "parts": parts}
    print(json.dumps(data, ensure_ascii=False))


def _offered(found: Explanation | Comparison, level: Level | None) -> Level:
    """The level that was asked for, if there is such a one here."""
    if level in found.levels:
        return level
    return found.levels[-1] if level is None else found.levels[0]


def _data(found: Explanation | Comparison, level: Level, first: int, most: int) -> dict[str, Any]:
    steps = list(found.views(level, first, most))
    return {"head": found.head(), "level": level, "steps": steps}

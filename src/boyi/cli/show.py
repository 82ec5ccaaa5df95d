"""``boyi show``: a position of a game file, in the terminal or as a picture."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from argparse import Namespace
from typing import Any

from boyi.cli.game_files import add_source, read_source, write_target
from boyi.cli.heading import settings_of
from boyi.cli.options import add_json
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import printable, shorten
from boyi.core.language import ENGLISH, Language
from boyi.core.message import Message, Term
from boyi.core.record import GameRecord

WIDTH = 79
LONGEST_VALUE = 300


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi show``."""
    add_source(parser, "FILE")
    parser.add_argument("--move", metavar="N", help=Message("After N moves; -1: before the last one."))
    parser.add_argument("--all-moves", action="store_true", help=Message("The board after every move."))
    parser.add_argument("--svg", metavar="OUT", help=Message("Write an SVG picture; - for the output."))
    parser.add_argument("--png", metavar="OUT", help=Message("Write a PNG picture."))
    parser.add_argument("--gif", metavar="OUT", help=Message("Write the game as an animation."))
    parser.add_argument("--force", action="store_true", help=Message("Replace files that exist."))
    parser.add_argument(
        "--plain", action="store_true", help=Message("Letters instead of stones, no colours.")
    )
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Show the first game of the file, or the one that was asked for."""
    record = next(read_source(arguments))
    line = record.main_line()
    place = _place(arguments.move, len(line) - 1)
    node = line[place]
    if _write_pictures(arguments, record, node):
        return
    if arguments.json:
        print(json.dumps(as_data(record, node), ensure_ascii=False))
        return
    from boyi.cli.screen import Screen  # Rich is not needed for pictures

    screen, say = Screen(arguments.language, arguments.plain), arguments.language
    for text in heading(record, say):
        screen.say(text)
    for shown in line[: place + 1] if arguments.all_moves else [node]:
        last = record.nodes[shown].move
        screen.show(record.position_at(shown), last, [])
        screen.say(f"{say(_after(record, shown))}{_comment(record, shown)}")
    moves = record.text(node)
    if moves and not arguments.all_moves:
        screen.say()
        for text in textwrap.wrap(moves, WIDTH):
            screen.say(text)


def _place(text: str | None, plies: int) -> int:
    if text is None:
        return plies
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise BadArgument(
            "--move {text} is not accepted: give a whole number from {low} to {high}.",
            text=shorten(text),
            low=-plies,
            high=plies,
        )
    if not -plies <= int(text) <= plies:
        raise BadArgument(
            "--move {text} is not accepted: this game has {plies} moves.", text=shorten(text), plies=plies
        )
    return int(text) if int(text) >= 0 else plies + int(text)


def _write_pictures(arguments: Namespace, record: GameRecord, node: int) -> bool:
    """Write the pictures that were asked for; return whether there were any."""
    position, last, force = record.position_at(node), record.nodes[node].move, arguments.force
    if arguments.svg is not None:
        write_target(arguments.svg, record.game.draw_svg(position, last) + "\n", force=force)
    if arguments.png is not None or arguments.gif is not None:
        from boyi.drawing import animation_note, render_gif, render_png

        if arguments.png is not None:
            write_target(arguments.png, render_png(position, last), force=force)
        if arguments.gif is not None:
            write_target(arguments.gif, render_gif(record), force=force)
            if (note := animation_note(record.plies)) is not None:
                print(arguments.language(note), file=sys.stderr)
    return any(name is not None for name in (arguments.svg, arguments.png, arguments.gif))


def heading(record: GameRecord, say: Language = ENGLISH) -> list[str]:
    """What is known about a game, a line each."""
    game = record.game
    lines = [" ".join([say(game.title), *settings_of(game)])]
    lines += [f"{name}: {_one_line(text)}" for name, text in record.headers.items()]
    outcome = record.outcome
    if outcome is not None:
        who = Message("draw")
        if outcome.winner is not None:
            who = Message("{side} wins", side=Term(game.players[outcome.winner]))
        score = f", {outcome.score:+}" if outcome.score else ""
        reason = Term(outcome.reason)
        lines.append(say(Message("result: {who} ({reason}{score})", who=who, reason=reason, score=score)))
    variations = sum(len(record.nodes[node].children) > 1 for node in record.walk())
    count = Message("{count} moves", count=record.plies)
    if variations:
        count = Message("{moves}, variations at {count} of them", moves=count, count=variations)
    return [*lines, say(count)]


def _after(record: GameRecord, node: int) -> Message:
    plies, move = len(record.path(node)) - 1, record.nodes[node].move
    position = record.position_at(node)
    turn: Message | str = ""
    if record.outcome_at(node) is None:
        turn = Message("; {side} to move", side=Term(record.game.players[position.turn]))
    if move is None:
        return Message("Start{turn}", turn=turn)
    parent = record.nodes[node].parent
    assert parent is not None
    name = record.game.format_move(move, record.position_at(parent))
    return Message("Move {number}: {move}{turn}", number=plies, move=name, turn=turn)


def _comment(record: GameRecord, node: int) -> str:
    text = _one_line(record.nodes[node].comment)
    return f" – {text}" if text else ""


def _one_line(text: str) -> str:
    """Text of a stranger's file for the terminal: no control characters, not without end."""
    clean = printable(text)
    return clean if len(clean) <= LONGEST_VALUE else clean[: LONGEST_VALUE - 1] + "…"


def as_data(record: GameRecord, node: int) -> dict[str, Any]:
    """The same for programs."""
    position, outcome = record.position_at(node), record.outcome_at(node)
    return {
        "game": record.game.name,
        "options": dict(record.game.settings),
        "headers": record.headers,
        "plies": record.plies,
        "move": len(record.path(node)) - 1,
        "moves": record.text(node).split(),
        "position": record.game.format_position(position),
        "side": record.game.players[position.turn],
        "outcome": None
        if outcome is None
        else {"winner": outcome.winner, "reason": outcome.reason, "score": outcome.score},
        "comment": record.nodes[node].comment,
    }

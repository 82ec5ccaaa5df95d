"""``boyi review``: every move of a game judged, its mistakes marked, and what would have been better."""

from __future__ import annotations

import json
import sys
import textwrap
from argparse import Namespace
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from boyi.cli.columns import pad
from boyi.cli.game_files import STANDARD, add_source, read_source, write_target
from boyi.cli.options import add_json, seconds, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.show import WIDTH, heading
from boyi.core.errors import shorten
from boyi.core.language import Language
from boyi.core.message import Message, Template, Term, listing
from boyi.core.record import GameRecord
from boyi.engines.judging import SIGNS, Judgement, turning_point, write_judgement
from boyi.engines.reviewing import review
from boyi.formats.sgf.marks import Mark
from boyi.programs.dialogue import Line, read_dialogue

SECONDS = "0.5"
MARKED: tuple[Mark, ...] = ("blunder", "mistake", "inaccuracy")
COUNTS: dict[Mark, Template] = {
    "blunder": Template("blunders {count}"),
    "mistake": Template("mistakes {count}"),
    "inaccuracy": Template("inaccuracies {count}"),
}


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi review``."""
    add_source(parser, "FILE")
    limits = parser.one_of()
    limits.add_argument("--time", metavar="S", help=Message("Seconds a position, 0.5 if not given."))
    limits.add_argument("--nodes", metavar="N", help=Message("Positions or random games a position instead."))
    parser.add_argument("--out", metavar="FILE", help=Message("Write the game with its marks."))
    parser.add_argument("--force", action="store_true", help=Message("Replace files that exist."))
    parser.add_argument("--log", action="store_true", help=Message("With what the programs printed."))
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Judge the first game of the file, or the one that was asked for."""
    record = next(read_source(arguments))
    say: Language = arguments.language
    time = None if arguments.nodes else seconds(arguments.time or SECONDS, "--time")
    nodes = whole_number(arguments.nodes, "--nodes", 1, (1 << 62) - 1) if arguments.nodes else None
    judged: list[Judgement] = []
    if not arguments.json:
        for line in heading(record, say):
            print(line)
    for one in review(record, time=time, nodes=nodes):
        judged.append(one)
        if not arguments.json and sys.stderr.isatty():
            print(f"\r{one.ply}/{record.plies}", end="", file=sys.stderr, flush=True)
    if not arguments.json and sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    said = _said(arguments.source) if arguments.log else []
    if arguments.json:
        print(json.dumps(as_data(record, judged, said), ensure_ascii=False))
    else:
        print()
        for line in report(record, judged, say, said):
            print(line)
    if arguments.out is not None:
        _write(arguments, record, judged)


def report(
    record: GameRecord, judged: list[Judgement], say: Language, said: list[Line] | None = None
) -> list[str]:
    """The moves with their marks, then each marked one with the better line, then the sums."""
    lines = textwrap.wrap(" ".join(f"{one.move}{SIGNS[one.mark]}" for one in judged), WIDTH)
    marked = [one for one in judged if one.mark]
    if marked:
        lines.append("")
    for one in marked:
        side = say(Term(record.game.players[one.side]))
        lines.append(
            say(
                Message(
                    "{number}. {side} {move}  costs {loss:.0%}; better: {line}",
                    number=one.ply,
                    side=pad(side, 6),
                    move=f"{one.move}{SIGNS[one.mark]}",
                    loss=one.loss,
                    line=" ".join(one.better),
                )
            )
        )
        lines += [f"    {line.text}" for line in said or [] if line.ply == one.ply - 1 and line.voice == "!"]
    lines.append("")
    for player, name in enumerate(record.game.players):
        counts = Counter(one.mark for one in judged if one.side == player)
        sums = listing(COUNTS[mark](count=counts[mark]) for mark in MARKED)
        lines.append(say(Message("{side}: {text}", side=Term(name), text=sums)))
    outcome = record.outcome
    if outcome is not None and outcome.winner is not None:
        point = turning_point(judged, 1 - outcome.winner)
        if point is not None:
            lines.append(
                say(
                    Message(
                        "Turning point: move {number}, {move}; {better} was better.",
                        number=point.ply,
                        move=point.move,
                        better=point.better[0],
                    )
                )
            )
    return lines


def as_data(record: GameRecord, judged: list[Judgement], said: list[Line]) -> dict[str, Any]:
    """The same for programs."""
    outcome = record.outcome
    loser = None if outcome is None or outcome.winner is None else 1 - outcome.winner
    point = None if loser is None else turning_point(judged, loser)
    return {
        "game": record.game.name,
        "headers": record.headers,
        "moves": [asdict(one) for one in judged],
        "turning_point": None if point is None else point.ply,
        "printed": [asdict(line) for line in said if line.voice == "!"],
    }


def _said(source: str) -> list[Line]:
    """What stands in the log beside the file, if there is one."""
    path = Path(source).with_suffix(".log")
    if source == STANDARD or not path.is_file():
        return []
    return list(read_dialogue(path.read_text("utf-8", errors="replace")))


def _write(arguments: Namespace, record: GameRecord, judged: list[Judgement]) -> None:
    from boyi import formats

    for one in judged:
        write_judgement(record, one)
    name = "sgf" if arguments.out == STANDARD else formats.format_of_name(arguments.out)
    if name is None:
        raise BadArgument(
            "{target} does not tell its format: let its name end in .sgf or .json.",
            target=shorten(arguments.out),
        )
    write_target(arguments.out, formats.write(record, name), force=arguments.force)

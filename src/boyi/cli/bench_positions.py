"""``boyi bench positions``: how players do on files of positions about which something is known."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import median

from boyi.arena.openings import read_openings
from boyi.arena.suite import KnownPosition, Verdict, judge, read_suite
from boyi.cli.columns import pad, width_of
from boyi.cli.options import (
    add_game_options,
    add_json,
    beside,
    read_game,
    read_setting,
    seconds,
    whole_number,
)
from boyi.cli.parser import Parser
from boyi.core.message import Message
from boyi.players.limit import Limit
from boyi.settings.limits import DEPTH, NODES, THREADS
from boyi.store.specs import resolve_spec

MOST = 1_000_000


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi bench positions``."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help=Message("Positions, or openings with --game."),
    )
    parser.add_argument("--game", metavar="G", help=Message("The game of files of openings."))
    add_game_options(parser)
    parser.add_argument(
        "--player",
        metavar="SPEC",
        nargs="+",
        help=Message("Players, build:REV, solve:KIND or static; the best engine if not given."),
    )
    limits = parser.one_of()
    limits.add_argument("--time", metavar="S", help=Message("Seconds for each position."))
    limits.add_argument("--nodes", metavar="N", help=Message("Positions or random games."))
    limits.add_argument("--depth", metavar="D", help=Message("Plies."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))
    parser.add_argument("--first", metavar="N", help=Message("Only the first N positions."))
    parser.add_argument("--group", metavar="NAME", nargs="+", help=Message("Only these groups."))
    parser.add_argument("--within", metavar="N", help=Message("Only known scores from -N to N."))
    parser.add_argument("--each", action="store_true", help=Message("A line for every position, too."))
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Search and print; 1 if something was proven that is not so."""
    limit = Limit(
        None if arguments.time is None else seconds(arguments.time, "--time"),
        None if arguments.nodes is None else read_setting(arguments.nodes, "--nodes", NODES),
        None if arguments.depth is None else read_setting(arguments.depth, "--depth", DEPTH),
    )
    threads = read_setting(arguments.threads, "--threads", THREADS)
    positions = chosen(arguments)
    verdicts: dict[str, list[Verdict]] = {}
    for spec in arguments.player or [None]:
        own = limit if spec is not None or limit != Limit() else Limit(time=1.0)
        name = "best" if spec is None else spec
        resolved = None if spec is None else resolved_spec(spec)
        for verdict in judge(positions, resolved, own, threads):
            verdicts.setdefault(name, []).append(verdict)
            if arguments.each and not arguments.json:
                print(each(name, verdict), flush=True)
    rows = [
        Row(name, group, [one for one in found if one.known.group == group])
        for name, found in verdicts.items()
        for group in dict.fromkeys(one.known.group for one in found)
    ]
    if arguments.json:
        print(json.dumps([row.to_data() for row in rows]))
    else:
        print(table(rows, arguments.language))
    return int(any(one.wrong for found in verdicts.values() for one in found))


def resolved_spec(spec: str) -> str:
    """A registered name becomes its spec; other words stay."""
    return spec if spec.partition(":")[0] in ("build", "solve", "static") else resolve_spec(spec)


def chosen(arguments: Namespace) -> list[KnownPosition]:
    """The positions of the files that were not left out."""
    found: list[KnownPosition] = []
    for file in map(Path, arguments.files):
        if arguments.game is None:
            found += read_suite(file)
            continue
        game = read_game(arguments, arguments.game)
        openings = read_openings(file.read_bytes(), game, str(file), beside(arguments))
        found += (
            KnownPosition(game.name, dict(game.settings), one.start, one.moves, name=str(number))
            for number, one in enumerate(openings, start=1)
        )
    if arguments.group is not None:
        found = [known for known in found if known.group in arguments.group]
    if arguments.within is not None:
        most = whole_number(arguments.within, "--within", 0, MOST)
        found = [known for known in found if known.score is not None and abs(known.score) <= most]
    return found if arguments.first is None else found[: whole_number(arguments.first, "--first", 1, MOST)]


def each(player: str, verdict: Verdict) -> str:
    """The line of a position: the answer, its work, and what it should have been."""
    known, answer = verdict.known, verdict.answer
    score = "" if answer.score is None else f"{answer.score:+.6g}"
    right = ""
    if verdict.wrong or verdict.best_move is False:
        wanted = [known.result, None if known.score is None else f"{known.score:+}", " ".join(known.best)]
        right = f"  known: {' '.join(filter(None, wanted))}"
    found = f"{answer.move:<8} {score:>8} {answer.proven or '':<7} {answer.depth:>3}"
    work = f"{answer.nodes:>13,} {answer.processor:>8.2f} {answer.seconds:>8.2f}"
    return f"{player:<16} {known.name:>6}  {found} {work}{right}"


@dataclass(frozen=True)
class Row:
    """A player and a group of positions."""

    player: str
    group: str
    verdicts: Sequence[Verdict]

    def to_data(self) -> dict[str, float | int | str | None]:
        """Every figure; None where nothing is known."""
        answers = [one.answer for one in self.verdicts]
        depths = [one.depth for one in answers]
        nodes, spent = sum(one.nodes for one in answers), sum(one.seconds for one in answers)
        errors, losses = known(self.verdicts, "error"), known(self.verdicts, "loss")
        solved = known(self.verdicts, "solved")
        return {
            "player": self.player,
            "group": self.group,
            "positions": len(answers),
            "solved": sum(solved) if solved else None,
            "share": sum(solved) / len(solved) if solved else None,
            "wrong": sum(one.wrong for one in self.verdicts) if solved else None,
            "right": count(known(self.verdicts, "right_side")),
            "best": count(known(self.verdicts, "best_move")),
            "loss": sum(losses) / len(losses) if losses else None,
            "error": sqrt(sum(one * one for one in errors) / len(errors)) if errors else None,
            "plies": median(depths) if any(depths) else None,
            "least": min(depths) if any(depths) else None,
            "most": max(depths) if any(depths) else None,
            "nodes": nodes,
            "nodes_per_second": nodes / spent if spent else None,
            "processor": sum(one.processor for one in answers),
            "seconds": spent,
            "longest": max(one.seconds for one in answers),
        }


def known(verdicts: Sequence[Verdict], what: str) -> list[float]:
    """What the verdicts say of it, without those that say nothing."""
    return [value for one in verdicts if (value := getattr(one, what)) is not None]


def count(values: list[float]) -> int | None:
    """How many are true; None: it is not known of any."""
    return round(sum(values)) if values else None


COLUMNS: tuple[tuple[str, Message, str], ...] = (
    ("positions", Message("positions"), ","),
    ("solved", Message("solved"), ","),
    ("share", Message("share"), ".1%"),
    ("wrong", Message("wrong"), ","),
    ("right", Message("right side"), ","),
    ("best", Message("best move"), ","),
    ("loss", Message("loss"), ".2f"),
    ("error", Message("error"), ".2f"),
    ("plies", Message("plies"), "g"),
    ("least", Message("least"), ""),
    ("most", Message("most"), ""),
    ("nodes", Message("nodes"), ","),
    ("nodes_per_second", Message("nodes/s"), ",.0f"),
    ("processor", Message("processor"), ".2f"),
    ("seconds", Message("seconds"), ".2f"),
    ("longest", Message("longest s"), ".3f"),
)


def table(rows: Sequence[Row], say: Callable[[Message], str]) -> str:
    """A line for each row; columns of which nothing is known are left out."""
    data = [row.to_data() for row in rows]
    texts = [[say(Message("player")), *(row.player for row in rows)]]
    if any(row.group for row in rows):
        texts.append([say(Message("group")), *(row.group for row in rows)])
    left = len(texts)
    for name, title, form in COLUMNS:
        values = [row[name] for row in data]
        if any(value is not None for value in values):
            texts.append([say(title), *("" if value is None else format(value, form) for value in values)])
    widths = [max(map(width_of, column)) for column in texts]
    return "\n".join(
        "  ".join(
            pad(text, width if number < left else -width)
            for number, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in zip(*texts, strict=True)
    )

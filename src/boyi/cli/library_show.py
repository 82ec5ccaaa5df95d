"""``boyi library show``: one stored game."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from boyi.cli.database import add_database, format_time, one_line, open_store
from boyi.cli.library_list import ending
from boyi.cli.options import add_json, whole_number
from boyi.core.record import GameRecord


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi library show``."""
    parser.add_argument("id", metavar="ID", help="The game (see boyi library list). 棋局编号")
    parser.add_argument(
        "--move", "--ply", dest="ply", metavar="N", help="The board after move N; 0: the start. 第 N 手"
    )
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Print the game."""
    with open_store(arguments) as store:
        summary, record = store.summary(arguments.id), store.load(arguments.id)
    if arguments.json:
        print(json.dumps({**asdict(summary), "record": record.to_data()}, ensure_ascii=False))
        return
    line = record.main_line()
    ply = len(line) - 1
    if arguments.ply is not None:
        ply = whole_number(arguments.ply, "--move", 0, ply)
    print(f"{summary.id}  {record.game.title} {record.game.title_zh}  {format_time(summary.created)}")
    for name, value in record.headers.items():
        print(f"{one_line(name)}: {one_line(value)}")
    print(f"{ending(summary)}  ({summary.plies} moves 手)")
    print(record.game.draw(record.position(line[ply]), record.nodes[line[ply]].move))
    for text in _moves(record, line):
        print(text)


def _moves(record: GameRecord, line: list[int]) -> list[str]:
    """The main line, a line of text for each move that has something said about it, else ten in a row."""
    texts: list[str] = []
    row = ""
    for ply, (node, word) in enumerate(zip(line[1:], record.text().split(), strict=True), 1):
        row += f"{ply}. {word}  "
        if (comment := record.nodes[node].comment) or ply % 10 == 0:
            texts.append(f"{row}{one_line(comment)}".rstrip())
            row = ""
    return [*texts, row.rstrip()] if row else texts

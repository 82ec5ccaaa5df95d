"""``boyi library delete``: stored games are removed."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from boyi.cli.database import add_database, open_store
from boyi.cli.options import add_json


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi library delete``."""
    parser.add_argument("id", metavar="ID", nargs="+", help="The games to remove for good. 棋局编号")
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Remove the games, if all are there."""
    ids = list(dict.fromkeys(arguments.id))
    with open_store(arguments) as store:
        for game_id in ids:
            store.summary(game_id)
        for game_id in ids:
            store.delete(game_id)
    print(json.dumps({"deleted": ids}) if arguments.json else f"{len(ids)} deleted 已删除")

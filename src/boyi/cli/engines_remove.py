"""``boyi engines remove``: a name is forgotten."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from boyi.cli.database import add_database, open_store
from boyi.cli.options import add_json


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi engines remove``."""
    parser.add_argument("name", metavar="NAME", help="The registered name. 名称")
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Forget the engine."""
    with open_store(arguments) as store:
        store.remove_engine(arguments.name)
    print(json.dumps({"removed": arguments.name}) if arguments.json else f"{arguments.name} removed 已移除")

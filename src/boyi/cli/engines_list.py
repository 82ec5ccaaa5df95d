"""``boyi engines list``: the registered engines."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from boyi.cli.database import add_database, one_line, open_store
from boyi.cli.options import add_json


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi engines list``."""
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Print the list."""
    with open_store(arguments) as store:
        found = store.engines()
    if arguments.json:
        print(json.dumps([asdict(engine) for engine in found], ensure_ascii=False))
        return
    for engine in found:
        said = one_line(f"{engine.spec} {engine.note}")
        print(f"{engine.name:<16} {engine.game or '*':<9} {said}")
    if not found:
        print("None yet; add one 尚无引擎: boyi engines add NAME SPEC")

"""``boyi library list``: the stored games."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from boyi.cli.database import (
    add_database,
    add_filter,
    add_page,
    format_time,
    one_line,
    open_store,
    read_filter,
    read_page,
)
from boyi.cli.options import add_json

if TYPE_CHECKING:
    from boyi.store.finding import GameSummary


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi library list``."""
    add_filter(parser)
    add_page(parser)
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Print the list."""
    wanted = read_filter(arguments)
    limit, offset = read_page(arguments)
    with open_store(arguments) as store:
        found = store.find(wanted, order=arguments.order, limit=limit, offset=offset)
        total = store.count(wanted)
    if arguments.json:
        print(json.dumps({"total": total, "games": [asdict(game) for game in found]}, ensure_ascii=False))
        return
    for game in found:
        print(
            f"{game.id}  {format_time(game.updated)}  {game.game:<9} {game.plies:>4}  {ending(game):<22}  "
            f"{one_line(game.black) or '?'} – {one_line(game.white) or '?'}"
        )
    print(f"{len(found)} of {total} games 局")


def ending(game: GameSummary) -> str:
    """How a game stands, in a few words."""
    if game.reason is None:
        return "goes on 进行中"
    side = "draw 和" if game.winner is None else ("black 黑胜", "white 白胜")[game.winner]
    return f"{side}: {one_line(game.reason)}"

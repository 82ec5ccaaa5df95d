"""``boyi engines add``: a name for a player's spec."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from boyi.cli.database import add_database, open_store
from boyi.cli.options import add_json
from boyi.core.registry import game_class


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi engines add``."""
    parser.add_argument("name", metavar="NAME", help="A word: a-z, 0-9, _ and -. 名称")
    parser.add_argument("spec", metavar="SPEC", help="mcts:time=2, cmd:./program?protocol=gtp, … 引擎")
    parser.add_argument("--game", metavar="GAME", help="The only game that it plays. 棋类")
    parser.add_argument("--note", metavar="TEXT", default="", help="A note for people. 备注")
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Register the engine, if its spec names a player."""
    from boyi.players.spec import make_player
    from boyi.store.specs import absolute_spec

    if arguments.game is not None:
        game_class(arguments.game)
    with open_store(arguments, create=True) as store:
        if arguments.spec not in {engine.name for engine in store.engines()}:
            make_player(arguments.spec)
        spec = absolute_spec(arguments.spec)
        engine = store.add_engine(arguments.name, spec, game=arguments.game, note=arguments.note)
    print(
        json.dumps(asdict(engine), ensure_ascii=False) if arguments.json else f"{engine.name}: {engine.spec}"
    )

"""``boyi engines check``: whether a player keeps the manners that a match expects."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from boyi.cli.database import add_database, one_line, open_store
from boyi.cli.options import add_game_options, add_json, read_game, whole_number
from boyi.cli.words import settings_of

FAULTS = 1
"""The exit code if something is wrong."""
USUAL = "gomoku"
BY_KIND = {"mo": "othello"}
BY_PROTOCOL = {"nboard": "othello", "gtp": "nogo"}
"""The game to check with where none is named, if it is not the usual one."""


def add_arguments(parser: ArgumentParser) -> None:
    """What can be typed after ``boyi engines check``."""
    parser.add_argument("player", metavar="NAME|SPEC", help="A registered name, or a spec. 名称或引擎")
    parser.add_argument("--game", metavar="GAME", help="Check with this game. 棋类")
    add_game_options(parser)
    parser.add_argument("--positions", metavar="N", default="8", help="How many random positions. 随机局面数")
    parser.add_argument("--seed", metavar="N", default="0", help="Other positions. 种子")
    add_database(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Print what is found; 1 if something is wrong."""
    import asyncio

    positions = whole_number(arguments.positions, "--positions", 1, 10_000)
    seed = whole_number(arguments.seed, "--seed", 0, 2**63 - 1)
    spec, name = _choose(arguments)
    return asyncio.run(_check(arguments, spec, name, positions, seed))


async def _check(arguments: Namespace, spec: str, name: str, positions: int, seed: int) -> int:
    from boyi.players.manners import check_manners
    from boyi.players.sandbox import protection_of
    from boyi.players.spec import Spec, make_player

    game = read_game(arguments, name)
    found = []
    if not arguments.json:
        print(f"{one_line(spec)}: {game.title} {game.title_zh} {' '.join(settings_of(game))}", flush=True)
        if (wall := protection_of(Spec.parse(spec))) is not None:
            print(f"Protection 保护措施: {wall.text}", flush=True)
    async for finding in check_manners(lambda: make_player(spec, seed), game, positions, seed):
        found.append(finding)
        if not arguments.json:
            mark = "✓" if finding.good else "✗"
            print(f"{mark} {finding.title}: {one_line(finding.text)}", flush=True)
    faults = sum(not finding.good for finding in found)
    if arguments.json:
        checks = [{"name": one.name, "good": one.good, "text": one.text} for one in found]
        print(
            json.dumps(
                {"spec": spec, "game": game.name, "good": not faults, "checks": checks}, ensure_ascii=False
            )
        )
    elif faults:
        print(f"{faults} of {len(found)} checks failed 未通过.", file=sys.stderr)
    return FAULTS if faults else 0


def _choose(arguments: Namespace) -> tuple[str, str]:
    """The spec that is meant, and the game to check it with."""
    from boyi.players.spec import Spec
    from boyi.store.specs import is_name

    text, game = arguments.player, arguments.game
    if is_name(text):
        with open_store(arguments) as store:
            engine = next((one for one in store.engines() if one.name == text), None)
        if engine is not None:
            text, game = engine.spec, game or engine.game
    spec = Spec.parse(text)
    protocol = dict(spec.settings).get("protocol", "")
    return text, game or BY_KIND.get(spec.kind) or BY_PROTOCOL.get(protocol, USUAL)

"""``boyi engines``: names for players, and a check of how a program behaves."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from boyi.cli.database import add_database, one_line, open_store
from boyi.cli.options import add_game_options, add_json, read_game, whole_number
from boyi.cli.parser import Parser
from boyi.cli.series_options import add_timing, read_timing
from boyi.core.message import Message
from boyi.core.registry import game_class, game_names


def add_add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi engines add``."""
    parser.add_argument("name", metavar="NAME", help=Message("A word: a-z, 0-9, _ and -."))
    parser.add_argument("spec", metavar="SPEC", help=Message("mcts:time=2, cmd:./program?protocol=gtp, …"))
    parser.add_argument("--game", metavar="GAME", help=Message("The only game that it plays."))
    parser.add_argument("--note", metavar="TEXT", default="", help=Message("A note for people."))
    add_database(parser)
    add_json(parser)


def run_add(arguments: Namespace) -> None:
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


def add_list_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi engines list``."""
    add_database(parser)
    add_json(parser)


def run_list(arguments: Namespace) -> None:
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
        print(arguments.language(Message("None yet; add one: boyi engines add NAME SPEC")))


def add_check_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi engines check``."""
    parser.add_argument("player", metavar="NAME|SPEC", help=Message("A registered name, or a spec."))
    parser.add_argument("--game", metavar="GAME", help=Message("Check with this game."))
    add_game_options(parser)
    parser.add_argument("--positions", metavar="N", default="8", help=Message("How many random positions."))
    parser.add_argument("--seed", metavar="N", default="0", help=Message("Other positions."))
    add_timing(parser)
    add_database(parser)
    add_json(parser)


def run_check(arguments: Namespace) -> int:
    """Print what is found; 1 if something is wrong."""
    import asyncio

    from boyi.cli.findings import show_findings
    from boyi.players.spec import make_player
    from boyi.programs.conformance import USUAL, Finding, check_conformance

    positions = whole_number(arguments.positions, "--positions", 1, 10_000)
    seed = whole_number(arguments.seed, "--seed", 0, 2**63 - 1)
    spec, name = _choose(arguments)
    game = read_game(arguments, name)
    times = replace(USUAL, timing=read_timing(arguments) or USUAL.timing)

    async def check(hear: Callable[[Finding], object]) -> None:
        async for finding in check_conformance(lambda: make_player(spec, seed), game, positions, seed, times):
            hear(finding)

    return asyncio.run(show_findings(check, arguments, spec, game, {}))


def _choose(arguments: Namespace) -> tuple[str, str]:
    """The spec that is meant, and the game to check it with."""
    from boyi.players.spec import Spec
    from boyi.programs.script import MoHost
    from boyi.protocols.table import PROTOCOLS, make_host
    from boyi.store.specs import is_name

    text, game = arguments.player, arguments.game
    if is_name(text):
        with open_store(arguments) as store:
            engine = next((one for one in store.engines() if one.name == text), None)
        if engine is not None:
            text, game = engine.spec, game or engine.game
    spec = Spec.parse(text)
    protocol = dict(spec.settings).get("protocol", "")
    games: Sequence[str] = make_host(protocol).games if protocol in PROTOCOLS else ()
    if spec.kind == "mo":
        games = MoHost.games
    return text, game or (games or game_names())[0]


def add_remove_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi engines remove``."""
    parser.add_argument("name", metavar="NAME", help=Message("The registered name."))
    add_database(parser)
    add_json(parser)


def run_remove(arguments: Namespace) -> None:
    """Forget the engine."""
    with open_store(arguments) as store:
        store.remove_engine(arguments.name)
    removed = arguments.language(Message("{name} removed", name=arguments.name))
    print(json.dumps({"removed": arguments.name}) if arguments.json else removed)

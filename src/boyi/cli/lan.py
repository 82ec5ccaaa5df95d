"""``boyi lan host`` and ``boyi lan join``: NoGo against another program over the course's LAN protocol."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from secrets import randbelow
from typing import TYPE_CHECKING

from boyi.cli.commands import SIDES
from boyi.cli.options import seconds, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import shorten
from boyi.core.message import Message
from boyi.course.message import LOCAL, LONGEST, PORT

if TYPE_CHECKING:
    from boyi.players.base import Player


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi lan host`` and ``boyi lan join``."""
    parser.add_argument(
        "address", metavar="ADDR", nargs="?", help=Message("The same as --host, or ADDR:PORT.")
    )
    parser.add_argument(
        "--host",
        metavar="ADDR",
        help=Message(
            "Address; {address} (this computer only) if not given, 0.0.0.0 for all to join.", address=LOCAL
        ),
    )
    parser.add_argument("--port", metavar="N", help=Message("{port} if not given.", port=PORT))
    parser.add_argument("--name", metavar="NAME", help=Message("Your name in the game."))
    parser.add_argument("--player", metavar="SPEC", help=Message("A computer plays for you, e.g. level:5."))
    parser.add_argument("--color", metavar="b|w", help=Message("Your colour."))
    parser.add_argument("--move-time", metavar="S", default="30", help=Message("Seconds a move, 30."))
    parser.add_argument("--games", metavar="N", help=Message("Leave after so many games."))
    parser.add_argument("--seed", metavar="N", help=Message("Makes the computer's choices repeatable."))
    parser.add_argument(
        "--plain", action="store_true", help=Message("Letters instead of stones, no colours.")
    )


def run(arguments: Namespace) -> None:
    """Play until someone leaves."""
    joining = arguments.command.endswith("join")
    colour = arguments.color
    if colour is not None and colour.lower() not in SIDES:
        raise BadArgument("--color {colour} is not accepted: choose b or w.", colour=shorten(colour))
    name = arguments.name if arguments.name is not None else _own_name()
    if not 0 < len(name.strip()) <= LONGEST:
        raise BadArgument("--name is not accepted: give a name.")
    host, port = _address(arguments, joining)
    limit = seconds(arguments.move_time, "--move-time")
    games = None if arguments.games is None else whole_number(arguments.games, "--games", 1, 1_000_000)

    import asyncio

    make: Callable[[], Player] | None = None
    if arguments.player is not None:
        from boyi.core.registry import make_game
        from boyi.players.spec import Spec, make_player
        from boyi.settings.limits import SEED

        given = arguments.seed
        seed = randbelow(1_000_000) if given is None else whole_number(given, "--seed", 0, int(SEED.high))
        from boyi.store.specs import resolve_spec

        spec = Spec.parse(resolve_spec(arguments.player, game="nogo"))
        make = partial(make_player, spec, seed)
        make().check_game(make_game("nogo"))  # who cannot be made or play is told now

    from boyi.cli.lan_session import LanSettings, LanTerminal
    from boyi.cli.screen import Screen

    settings = LanSettings(
        name.strip(),
        host,
        port,
        None if colour is None else SIDES[colour.lower()],
        limit,
        games,
        make,
        arguments.player or "",
    )
    screen = Screen(arguments.language, arguments.plain)

    async def play() -> None:
        terminal = LanTerminal(screen, settings)
        await (terminal.join() if joining else terminal.host())
        screen.say(Message("Goodbye."))

    asyncio.run(play())


def _address(arguments: Namespace, joining: bool) -> tuple[str, int]:
    """Where to wait or to connect to, in whichever way it was said."""
    host, port = arguments.host, arguments.port
    if arguments.address is not None:
        if host is not None:
            raise BadArgument("Give the address once, with --host or without.")
        host, colon, digits = arguments.address.rpartition(":")
        if not colon or ":" in host:  # a name or an address alone, perhaps of the new kind (::1)
            host = arguments.address
        elif port is not None:
            raise BadArgument("Give the port once, with --port or behind the address.")
        else:
            port = digits
    return host or LOCAL, whole_number(port or str(PORT), "--port", 1 if joining else 0, 65_535)


def _own_name() -> str:
    from getpass import getuser

    try:
        return getuser() or "Boyi"
    except (OSError, KeyError, ImportError):  # no name in the environment, and none in the system
        return "Boyi"

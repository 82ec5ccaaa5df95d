"""``boyi serve``: the page and its server, on this machine or on the network."""

from __future__ import annotations

import re
from argparse import Namespace
from ipaddress import ip_network
from pathlib import Path

from boyi.cli.options import add_game_file, add_lessons, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import shorten
from boyi.core.message import Message

PORT = 8710


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi serve``."""
    parser.add_argument("--host", metavar="ADDRESS", help=Message("Where to listen; 127.0.0.1 by default."))
    parser.add_argument(
        "--port", metavar="N", help=Message("Port; {port} by default, 0 for any free one.", port=PORT)
    )
    parser.add_argument(
        "--proxy",
        metavar="URL",
        help=Message("Where a proxy on this machine offers the server; its X-Forwarded-For is believed."),
    )
    parser.add_argument("--db", metavar="URL", help=Message("Database file or URL."))
    parser.add_argument("--lan", action="store_true", help=Message("Let others on the network in."))
    parser.add_argument("--lock", action="store_true", help=Message("No help of the computer in games."))
    parser.add_argument(
        "--course-network",
        metavar="NETWORK",
        action="append",
        default=[],
        help=Message("A network whose programs guests may reach for course games, such as 192.168.1.0/24."),
    )
    parser.add_argument(
        "--tournament", metavar="DIR", help=Message("Show a tournament to everybody, at /tournament.")
    )
    parser.add_argument(
        "--class",
        metavar="FILE.toml",
        dest="class_file",
        help=Message("Let the students of a class upload their bots, at /ladder."),
    )
    add_lessons(parser)
    add_game_file(parser)
    parser.add_argument("--no-browser", action="store_true", help=Message("Do not open the page."))


def run(arguments: Namespace) -> None:
    """Serve until Ctrl-C."""
    port = None if arguments.port is None else whole_number(arguments.port, "--port", 0, 65_535)
    for network in arguments.course_network:
        try:
            ip_network(network, strict=False)
        except ValueError:
            raise BadArgument(
                "{network} is not a network: write, for example, 192.168.1.0/24.", network=shorten(network)
            ) from None

    if arguments.tournament is not None:
        from boyi.arena.tournament.live import LiveTournament

        LiveTournament(Path(arguments.tournament))  # what is wrong with it is said before anything begins

    class_file = None if arguments.class_file is None else Path(arguments.class_file).absolute()
    if class_file is not None:
        from boyi.server.api.ladder import read_class_file

        read_class_file(class_file)

    lessons = None if arguments.lessons is None else Path(arguments.lessons).absolute()
    if lessons is not None:
        from boyi.lab.lesson import lesson_files

        lesson_files([lessons])  # says if there is no such folder

    from boyi.server.serving import serve  # FastAPI is loaded only here

    serve(
        arguments.host,
        port,
        PORT,
        arguments.db,
        lan=arguments.lan,
        locked=arguments.lock,
        browser=not arguments.no_browser,
        course_networks=tuple(arguments.course_network),
        tournament=None if arguments.tournament is None else Path(arguments.tournament).absolute(),
        class_file=class_file,
        lessons=lessons,
        proxy=None if arguments.proxy is None else _proxy(arguments.proxy),
        say=arguments.language,
    )


def _proxy(text: str) -> str:
    """The address of a proxy without a final slash: the page stands at its root."""
    found = re.fullmatch(r"(https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?)/?", text, re.IGNORECASE)
    if found is None:
        raise BadArgument(
            "--proxy {text} is not accepted: give the address that people type, such as "
            "https://boyi.example.org.",
            text=shorten(text),
        )
    return found[1]

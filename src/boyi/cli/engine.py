"""``boyi engine``: Boyi as the engine inside someone else's program, over stdin and stdout."""

from __future__ import annotations

import os
import signal
import sys
from argparse import Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from boyi.cli.options import add_game_options, read_game, read_setting, seconds, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.errors import did_you_mean, shorten
from boyi.core.message import Message, Term, listing
from boyi.protocols.table import PROTOCOLS
from boyi.settings.limits import THREADS

if TYPE_CHECKING:
    from boyi.bridges.stdio import EngineRunner
    from boyi.core.game import Game
    from boyi.engines.books import Book

KEEP = "botzone-keep"
"""As hosts call it: Botzone, staying for the whole game."""
LARGEST_SEED = (1 << 63) - 1
NBOARD_SECONDS = 10.0
"""NBoard limits searches by depth alone, and the deepest would take hours."""


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi engine``."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=Message("The game, where the protocol has several.")
    )
    parser.add_argument(
        "--protocol", metavar="P", required=True, help=Message("{names}.", names=listing(PROTOCOLS))
    )
    add_game_options(parser)
    strength = parser.one_of()
    strength.add_argument("--level", metavar="N", help=Message("1 to 10; full strength if not given."))
    strength.add_argument("--player", metavar="SPEC", help=Message("Any player, e.g. mcts:c=0.7."))
    parser.add_argument("--time", metavar="S", help=Message("At most so many seconds a move."))
    parser.add_argument("--threads", metavar="T", default="1", help=Message("Processor threads."))
    parser.add_argument("--seed", metavar="N", help=Message("Makes its choices repeatable."))
    book = parser.one_of()
    book.add_argument(
        "--no-book", action="store_true", help=Message("Search from the first move on, without a book.")
    )
    book.add_argument(
        "--book", metavar="FILE", help=Message("An opening book that boyi book made, in place of Boyi's.")
    )
    parser.add_argument(
        "--weights", metavar="DIR", help=Message("Gomoku: search by what boyi train gomoku made there.")
    )
    parser.add_argument(
        "--keep-running",
        action="store_true",
        help=Message("Botzone: stay for the whole game."),
    )


def run(arguments: Namespace) -> NoReturn:
    """Serve until the other program leaves."""
    # Imported here, because a wrong argument should not have to wait for them.
    from boyi.bridges.engines import make_conversation, make_searcher, seconds_since_start
    from boyi.bridges.stdio import EngineRunner, read_descriptor, write_descriptor

    protocol = arguments.protocol
    if protocol not in PROTOCOLS:
        message = Message(
            "There is no protocol {name}: choose {offered}.",
            name=shorten(protocol),
            offered=listing(PROTOCOLS),
        )
        raise BadArgument.of(did_you_mean(message, protocol, PROTOCOLS))
    game, known = None, PROTOCOLS[protocol]
    if known.games:
        name = arguments.game or (None if known.is_silent else known.games[0])
        if name is None:
            raise BadArgument(
                "Botzone does not say which game it is: boyi engine GAME --protocol {protocol}.",
                protocol=protocol,
            )
        game = read_game(arguments, name)
        if game.name not in known.games:
            raise BadArgument(
                "The protocol {protocol} is for {offered}, not for {game}.",
                protocol=protocol,
                offered=listing(known.games),
                game=Term(game.name),
            )
    time = None if arguments.time is None else seconds(arguments.time, "--time")
    if time is None and protocol == "nboard":
        time = NBOARD_SECONDS
    seed = int.from_bytes(os.urandom(4), "big")
    if arguments.seed is not None:
        seed = whole_number(arguments.seed, "--seed", 0, LARGEST_SEED)
    threads = read_setting(arguments.threads, "--threads", THREADS)
    player = arguments.player
    if arguments.level is not None:
        player = f"level:{whole_number(arguments.level, '--level', 1, 10)}"
        if arguments.no_book:
            player += ",book=no"
        elif arguments.book is not None:
            from boyi.engines.kinds import BOOK

            player += f",book={BOOK.write(Path(arguments.book))}"
    book = None if arguments.book is None else own_book(arguments, game)
    if arguments.weights is not None:
        _use_weights(Path(arguments.weights), game)
    keep = arguments.keep_running or protocol == KEEP
    if protocol == KEEP:
        protocol = "botzone"
    if player is not None:
        from boyi.store.specs import resolve_spec

        player = resolve_spec(player, game=None if game is None else game.name)
    runner = EngineRunner(
        make_conversation(protocol, game, seconds=time, seed=seed, keep_running=keep),
        make_searcher(
            protocol,
            player,
            game=game,
            seconds=time,
            threads=threads,
            seed=seed,
            startup=seconds_since_start(),
            book=not arguments.no_book if book is None else book,
        ),
        # Python leaves the streams out if they were closed, and their numbers may be other files by now.
        read=(lambda: b"") if sys.stdin is None else read_descriptor(sys.stdin.fileno()),
        write=(lambda data: None) if sys.stdout is None else write_descriptor(sys.stdout.fileno()),
        places=max(1, (os.cpu_count() or 1) // threads) if protocol == "analysis" else 1,
    )
    _serve(runner)


def _use_weights(folder: Path, game: Game | None) -> None:
    """Of this process, all rules of Gomoku."""
    from boyi.core.backend import available
    from boyi.core.registry import make_game
    from boyi.learning.gomoku_headers import use_trained

    if game is not None and game.name != "gomoku":
        raise BadArgument("--weights is for Gomoku.")
    if "native" not in available(make_game("gomoku", backend="python")):
        raise BadArgument("--weights needs the native module.")
    use_trained(folder)


def own_book(arguments: Namespace, game: Game | None) -> Book:
    """The book that was named, or a sentence why it is of no use."""
    from boyi.engines.books import Book

    if arguments.player is not None:
        raise BadArgument("--book is for the full strength and for --level: leave out --player.")
    if game is None and arguments.level is None:
        raise BadArgument("Analyses always search: --book needs --level here.")
    book = Book.open(Path(arguments.book))
    if game is not None:
        book.check_game(game)
    return book


def _serve(runner: EngineRunner) -> NoReturn:
    code = 0

    def leave(number: int, frame: object) -> None:
        nonlocal code
        code = 128 + number
        runner.interrupt()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, leave)
    with suppress(OSError):  # nobody listens any more, which is how some programs leave
        runner.run()
    # At once: threads may still wait for input that nobody will send, or search although they were told to
    # stop, and Python's way to the end must not meet them half-way.
    os._exit(code)


def pbrain() -> int:
    """``pbrain-boyi``: the name by which Gomocup managers know engines."""
    from boyi.cli.main import main

    return main(["engine", "gomoku", "--protocol", "gomocup", *sys.argv[1:]])

"""``boyi bot new`` and ``boyi bot check``: a program of your own, from its first line to its first games."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from boyi.cli.findings import show_findings
from boyi.cli.game_files import STANDARD, write_target
from boyi.cli.options import add_game, add_game_options, add_json, read_game, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.series_options import add_timing, read_timing
from boyi.core.game import Game
from boyi.core.message import Message
from boyi.players.spec import make_player
from boyi.programs.bot_files import STYLES, BotFile, file_name, find_bot, write_example
from boyi.programs.conformance import Finding
from boyi.store.specs import resolve_spec


def add_new_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi bot new``."""
    add_game(parser)
    parser.add_argument(
        "--style",
        metavar="|".join(STYLES),
        default="boyi",
        help=Message("How the bot is written; boyi if not given."),
    )
    parser.add_argument("--out", metavar="FILE", help=Message("Where to; my_bot.py if not given."))
    parser.add_argument("--force", action="store_true", help=Message("Replace files that exist."))


def run_new(arguments: Namespace) -> None:
    """Write the file and say what to do next."""
    game, say = read_game(arguments), arguments.language
    target = arguments.out or file_name(arguments.style)
    write_target(target, write_example(game, arguments.style, target), force=arguments.force)
    if target != STANDARD:
        print(say(Message("{file} is a bot for {game}. Next:", file=target, game=game.title)))
        print(f"  boyi bot check {target}\n  boyi bot rate {target}")


def add_bot(parser: Parser, *, needed: bool = True) -> None:
    """The bot that is meant, and its game."""
    parser.add_argument(
        "bot",
        metavar="FILE|SPEC",
        nargs=None if needed else "?",
        help=Message("A bot's file, or any player's spec."),
    )
    parser.add_argument("--game", metavar="GAME", help=Message("The game, where the file does not say."))
    add_game_options(parser)


def read_bot(arguments: Namespace) -> tuple[BotFile, Game]:
    """The bot and the game that the arguments name."""
    bot = find_bot(resolve_spec(arguments.bot))
    name = arguments.game or bot.game
    if not name:
        raise BadArgument(
            '{bot} does not say which game it plays: add --game, or GAME = "…" to the file.',
            bot=arguments.bot,
        )
    return bot, read_game(arguments, name)


def add_check_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi bot check``."""
    add_bot(parser)
    parser.add_argument("--positions", metavar="N", default="8", help=Message("How many random positions."))
    parser.add_argument("--seed", metavar="N", default="0", help=Message("Other positions."))
    add_timing(parser)
    add_json(parser)


def run_check(arguments: Namespace) -> int:
    """Print what is found; 1 if something is wrong."""
    positions = whole_number(arguments.positions, "--positions", 1, 10_000)
    seed = whole_number(arguments.seed, "--seed", 0, 2**63 - 1)
    bot, game = read_bot(arguments)
    from boyi.arena.checks import check_one
    from boyi.arena.executors import LocalExecutor
    from boyi.arena.jobs import CheckJob

    make_player(bot.spec, seed)  # a wrong spec is a mistake on the command line
    timing = read_timing(arguments) or "processor"
    job = CheckJob(bot.spec, game.name, dict(game.settings), positions, seed, timing=timing)

    async def check(hear: Callable[[Finding], object]) -> None:
        await check_one(LocalExecutor(), job, tell=hear)

    code = asyncio.run(show_findings(check, arguments, bot.spec, game, {"style": bot.style}))
    if not code and not arguments.json:
        print(arguments.language(Message("The bot is ready: boyi bot rate {bot}", bot=arguments.bot)))
    return code


def name_of(arguments: Namespace, bot: BotFile) -> str:
    """What the bot is called in tables: its file without folder and ending, or its spec."""
    return Path(arguments.bot).stem if Path(arguments.bot).is_file() else bot.spec

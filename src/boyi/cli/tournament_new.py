"""``boyi tournament new``: the file of a tournament for a folder of submissions, each checked first."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from boyi.arena.tournament.toml import submissions, write_tournament
from boyi.cli.game_files import write_target
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.series_options import add_seed, read_seed
from boyi.core.errors import BoyiError
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.registry import game_class

FAULTS = 1
"""The exit code if a bot failed the check."""


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi tournament new``."""
    parser.add_argument(
        "folder", metavar="FOLDER", help=Message("Submissions: a file or a folder a student.")
    )
    parser.add_argument(
        "--game", metavar="GAME", required=True, help=Message("The game that everybody plays.")
    )
    parser.add_argument("--name", metavar="TEXT", help=Message("What the tournament is called."))
    parser.add_argument(
        "--out", metavar="FILE", default="tournament.toml", help=Message("The file to write.")
    )
    parser.add_argument("--force", action="store_true", help=Message("Replace files that exist."))
    parser.add_argument("--no-check", action="store_true", help=Message("Do not run the bots."))
    add_seed(parser)


def run(arguments: Namespace) -> int:
    """Find the bots of a folder, check each, and write the file."""
    from boyi.programs.bot_files import find_bot

    say: Language = arguments.language
    game_class(arguments.game)
    folder = Path(arguments.folder).absolute()
    players = submissions(folder)
    if len(players) < 2:
        raise BadArgument(
            "There are {count} bots in {folder}; a tournament needs two.", count=len(players), folder=folder
        )
    good, failed = [], 0
    for name, path in players:
        spec = find_bot(str(path)).spec
        fault = None if arguments.no_check else check_player(spec, arguments.game, say)
        if fault is None:
            good.append((name, path))
            print(f"✓ {name}: {path}", flush=True)
        else:
            failed += 1
            print(f"✗ {name}: {fault}", flush=True)
    out = Path(arguments.out)
    seed = read_seed(arguments)
    text = write_tournament(
        good,
        arguments.game,
        out.parent.absolute(),
        name=arguments.name or folder.name,
        seed=seed,
        concurrency=max(1, (os.cpu_count() or 2) // 2),
    )
    write_target(str(out), text, force=arguments.force)
    written = Message("{file}: {count} players. Next: boyi tournament {file}", file=out, count=len(good))
    print(say(written))
    if failed:
        print(say(Message("{count} bots failed the check and were left out.", count=failed)), file=sys.stderr)
    return FAULTS if failed else 0


def check_player(spec: str, game: str, say: Callable[[object], str]) -> str | None:
    """What is wrong with a bot, if something is: single moves, then whole games."""
    from boyi.arena.bot_check import check_bot
    from boyi.core.registry import make_game
    from boyi.players.spec import make_player

    async def check() -> str | None:
        fault = None
        async for finding in check_bot(lambda: make_player(spec), make_game(game), positions=3):
            if not finding.good and fault is None:
                fault = say(Message("{title}: {text}", title=finding.title, text=finding.text))
        return fault

    try:
        make_player(spec).check_game(make_game(game))
        return asyncio.run(check())
    except BoyiError as error:
        return say(error)

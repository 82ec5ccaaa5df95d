"""``boyi tournament new``: the file of a tournament for a folder of submissions, each checked first."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from contextlib import aclosing
from pathlib import Path

from boyi.arena.tournament.toml import Submission, submissions, write_tournament
from boyi.cli.database import one_line
from boyi.cli.game_files import write_target
from boyi.cli.options import seconds, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.progress import ProgressDisplay
from boyi.cli.series_options import add_seed, read_seed
from boyi.cli.stopping import run_until_stopped
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.registry import game_class
from boyi.core.system import system_reason

FAULTS = 1
"""The exit code if a bot failed the check."""
POSITIONS = 3
"""Random positions in which a bot is asked."""
WAITING = 2.0
"""Seconds that a bot may have to wait for the processor, beside other checks."""
TIME = "1"


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
        "--time",
        metavar="S",
        default=TIME,
        help=Message("Seconds a move, also in the check; 1 if not given."),
    )
    parser.add_argument(
        "--concurrency",
        metavar="C",
        help=Message("Checks and games at once; half the processors if not given."),
    )
    parser.add_argument(
        "--out", metavar="FILE", default="tournament.toml", help=Message("The file to write.")
    )
    parser.add_argument("--force", action="store_true", help=Message("Replace files that exist."))
    parser.add_argument("--no-check", action="store_true", help=Message("Do not run the bots."))
    add_seed(parser)


def run(arguments: Namespace) -> int:
    """Find the bots of a folder, check each, and write the file."""
    say: Language = arguments.language
    game_class(arguments.game)
    time = seconds(arguments.time, "--time")
    count = max(1, (os.cpu_count() or 2) // 2)
    if arguments.concurrency is not None:
        count = whole_number(arguments.concurrency, "--concurrency", 1, 256)
    seed = read_seed(arguments)
    folder = Path(arguments.folder).absolute()
    players = find(folder, say)
    if len(players) < 2:
        raise BadArgument(
            "There are {count} bots in {folder}; a tournament needs two.", count=len(players), folder=folder
        )
    failed: set[Submission] = set()
    if not arguments.no_check:
        code = run_until_stopped(lambda: check(players, folder, arguments.game, time, count, failed, say))
        if code:
            return code
    good = [(player.name, player.file) for player in players if player not in failed]
    out = Path(arguments.out)
    text = write_tournament(
        good,
        arguments.game,
        out.parent.absolute(),
        name=arguments.name or folder.name,
        seed=seed,
        time=time,
        concurrency=count,
    )
    write_target(str(out), text, force=arguments.force)
    written = Message("{file}: {count} players. Next: boyi tournament {file}", file=out, count=len(good))
    print(say(written))
    if failed:
        left_out = Message("{count} bots failed the check and were left out.", count=len(failed))
        print(say(left_out), file=sys.stderr)
    return FAULTS if failed else 0


def find(folder: Path, say: Language) -> list[Submission]:
    """The bots of a folder; says which file or folder is being read."""
    display = ProgressDisplay(say, silent=False)

    def tell(name: str, done: int, total: int) -> None:
        about = Message("{done}/{total}: {name} is being read …", done=done, total=total, name=name)
        display.show(Message("{line}", line=one_line(say(about))), done, total)

    display.start(Message("The files in {folder} are being read.", folder=folder))
    try:
        return submissions(folder, tell)
    finally:
        display.end()


async def check(
    players: list[Submission],
    folder: Path,
    game: str,
    time: float,
    count: int,
    failed: set[Submission],
    say: Language,
) -> None:
    """Check each bot that was not checked before, so many at once; bad ones go to ``failed``."""
    from boyi.arena.checks import Checked, KeptChecks, check_key, check_many
    from boyi.arena.jobs import CheckJob

    display, kept, done = ProgressDisplay(say, silent=False), KeptChecks(folder), 0
    jobs = {
        player: CheckJob(player.bot.spec, game, positions=POSITIONS, time=time, waiting=WAITING)
        for player in players
    }

    def show(player: Submission, checked: Checked) -> None:
        nonlocal done
        done += 1
        if (fault := checked.fault) is not None or not checked.good:
            failed.add(player)
        said: object = player.file
        if fault is not None:
            said = Message("{title}: {text}", title=fault.title, text=fault.text)
        mark = "✗" if player in failed else "✓"
        line = Message("{mark} {name}: {text}", mark=mark, name=player.name, text=said)
        display.note(Message("{line}", line=one_line(say(line))))

    try:
        keys = {player: check_key(job, player.place) for player, job in jobs.items()}
        known = {player: found for player, key in keys.items() if (found := kept.get(player.place.name, key))}
        for player, checked in known.items():
            show(player, checked)
        left = [player for player in players if player not in known]
        display.start(
            Message("Checks: {known} known, {left} to make.", known=len(known), left=len(left)),
            len(players),
            done,
        )
        async with aclosing(check_many([jobs[player] for player in left], count)) as news:
            async for number, found in news:
                player = left[number]
                if found is None:
                    about = Message(
                        "{done}/{total}: {name} is being checked …",
                        done=done,
                        total=len(players),
                        name=player.name,
                    )
                    display.show(about, done)
                    continue
                show(player, found)
                try:
                    kept.keep(player.place.name, keys[player], found)
                except OSError as error:
                    reason = system_reason(error)
                    display.note(Message("The finding cannot be kept: {reason}.", reason=reason))
    except OSError as error:
        raise BadArgument(
            "{folder} cannot be checked: {reason}.", folder=folder, reason=system_reason(error)
        ) from None
    finally:
        display.end()

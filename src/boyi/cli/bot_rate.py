"""``boyi bot rate``: games against the levels until a bot's rating is known, and a report about them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from boyi.arena.bot_rating import PRECISION, RatedGame, RatingRun, RatingSettings
from boyi.arena.folder import GameFolder
from boyi.arena.report.rating import between_levels, rating_report, rating_sentence
from boyi.cli.bot import add_bot, name_of, read_bot
from boyi.cli.options import add_json, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.progress import ProgressDisplay
from boyi.cli.series_options import add_folders, add_openings, add_seed, add_timing, read_seed, read_timing
from boyi.cli.stopping import STOPPED, resume_with, run_until_stopped
from boyi.cli.workers import add_workers, read_workers
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.reasons import reason_label
from boyi.store.specs import absolute_spec

REPORT = "report.html"


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi bot rate``."""
    add_bot(parser, needed=False)
    parser.add_argument(
        "--precision", metavar="ELO", help=Message("Half the interval (95 in 100), 100 if not given.")
    )
    parser.add_argument("--games", metavar="N", help=Message("At most so many, 200 if not given."))
    parser.add_argument("--start", metavar="LEVEL", help=Message("The first opponent, 5 if not given."))
    parser.add_argument("--clock", metavar="C", help=Message("60+1, 300, 60+3x10, 5/move."))
    add_timing(parser)
    add_openings(parser)
    add_seed(parser)
    add_workers(parser)
    add_folders(
        parser, Message("Games and report; BOT-GAME-rating if not given."), Message("Resume a rating.")
    )
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Play, print and write the report."""
    concurrency = read_workers(arguments)
    if arguments.resume is not None:
        with GameFolder.open(Path(arguments.resume), RatingSettings) as folder:
            return _rate(RatingRun(folder.settings, folder, concurrency), arguments)
    if arguments.bot is None:
        raise BadArgument("Name a bot's file or spec, or --resume and the folder of a rating.")
    bot, game = read_bot(arguments)
    settings = RatingSettings(
        game.name,
        absolute_spec(bot.spec),
        name_of(arguments, bot),
        dict(game.settings),
        seed=read_seed(arguments),
        precision=PRECISION
        if arguments.precision is None
        else whole_number(arguments.precision, "--precision", 10, 1000),
        games=200 if arguments.games is None else whole_number(arguments.games, "--games", 4, 100_000),
        start=5 if arguments.start is None else whole_number(arguments.start, "--start", 1, 10),
        clock=arguments.clock,
        timing=read_timing(arguments),
        openings=_openings(arguments.openings),
    )
    settings.check()
    out = Path(arguments.out or f"{Path(settings.name).name.replace(':', '-')}-{game.name}-rating")
    with GameFolder.create(out, settings) as folder:
        return _rate(RatingRun(settings, folder, concurrency), arguments)


def _openings(text: str | None) -> str:
    from boyi.arena.openings import made_openings

    if text is not None and made_openings(text) is None:
        raise BadArgument("--openings of a rating are random:K or even:K.")
    return text or ""


def _rate(run_: RatingRun, arguments: Namespace) -> int:
    say: Language = arguments.language
    display = ProgressDisplay(say, arguments.json)

    async def play() -> None:
        async for game in run_.play():
            display.show(_line(game), _share(game))

    display.start(_head(run_.settings))
    try:
        code = run_until_stopped(play)
    finally:
        display.end()
    progress, folder = run_.progress, run_.folder
    assert folder is not None
    if code:
        print(say(STOPPED), file=sys.stderr)
        print(say(resume_with("bot", "rate", "--resume", folder.path)), file=sys.stderr)
        return code
    display.note(Message("Reviewing the lost games…"))
    folder.write(REPORT, rating_report(run_, say))
    if arguments.json:
        data = {
            "bot": run_.settings.name,
            "game": run_.settings.game,
            "elo": round(progress.rating.elo, 1),
            "error": round(progress.rating.error, 1),
            "ending": progress.ending,
            "games": len(progress.games),
            "points": sum(result.points for _, result in progress.games.values()),
            "timing": run_.settings.timing,
            "seed": run_.settings.seed,
            "folder": str(folder.path),
            "report": str(folder.path / REPORT),
        }
        print(json.dumps(data, ensure_ascii=False))
        return 0
    sentence = Message(
        "{sentence} ({place}), after {games} games.",
        sentence=rating_sentence(progress),
        place=between_levels(progress),
        games=len(progress.games),
    )
    print(say(sentence))
    print(say(Message("Report: {file}", file=folder.path / REPORT)))
    return 0


def _head(settings: RatingSettings) -> Message:
    return Message("Rating of {name}: {game}", name=settings.name, game=settings.rules_of_game.title)


def _line(game: RatedGame) -> Message:
    """One more game."""
    result, progress = game.result, game.progress
    ends = {1.0: Message("won"), 0.5: Message("drawn"), 0.0: Message("lost")}
    loser = progress.settings.name if result.points == 0 else game.opponent
    return Message(
        "{opponent}: {end} ({reason}); {elo:.0f} ± {error:.0f} Elo",
        opponent=game.opponent,
        end=ends[result.points],
        reason=reason_label(result.reason, result.points == 0.5, loser),
        elo=progress.rating.elo,
        error=progress.rating.error,
    )


def _share(game: RatedGame) -> float:
    """The interval shrinks with the root of the games: so much of the way is done."""
    progress = game.progress
    return min(1.0, (progress.settings.precision / progress.rating.error) ** 2)

"""``boyi tune``: a player's settings improved by games, and a test of the result against the start."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from boyi.arena.executors import Workers
from boyi.arena.folder import Folder, GameFolder
from boyi.arena.report.tuning import tuning_report
from boyi.arena.series import Series, SeriesOver
from boyi.arena.settings import SeriesSettings
from boyi.arena.tuning import METHODS, Parameter, TuningProgress, TuningRun, TuningSettings
from boyi.cli.options import (
    add_game_options,
    add_json,
    read_game,
    seconds,
    whole_number,
)
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.series_options import (
    add_folders,
    add_nodes,
    add_openings,
    add_seed,
    add_timing,
    read_nodes,
    read_seed,
    read_timing,
)
from boyi.cli.stopping import STOPPED, resume_with, run_until_stopped
from boyi.cli.workers import add_workers, read_workers
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.store.specs import resolve_spec

REPORT, CHECK = "report.html", "check"
SPRT = (0.0, 30.0)
"""The hypotheses of the test at the end, in normalised Elo."""
VERDICTS = {
    "better": Message("The test says: the result is better than the start."),
    "not better": Message("The test says: the result is not better by 30 normalised Elo; keep the start."),
    None: Message("The test has not come to an end: more games are needed to tell."),
}
UNTESTED = Message("The result was not tested against the start.")


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi tune``."""
    parser.add_argument("spec", metavar="SPEC", nargs="?", help=Message("The player to tune, e.g. mcts:."))
    parser.add_argument("--game", metavar="GAME", help=Message("The game to play."))
    add_game_options(parser)
    parser.add_argument(
        "--params", metavar="NAME:LOW..HIGH,…", help=Message("Its settings and their ranges.")
    )
    parser.add_argument(
        "--method", metavar="|".join(METHODS), default="spsa", help=Message("spsa if not given.")
    )
    parser.add_argument("--steps", metavar="N", default="50", help=Message("50 if not given."))
    parser.add_argument("--pairs", metavar="N", default="4", help=Message("Pairs of games a step, 4."))
    limits = parser.one_of()
    limits.add_argument("--time", metavar="S", help=Message("Seconds a move for both."))
    add_nodes(limits)
    add_timing(parser)
    add_openings(parser)
    parser.add_argument(
        "--check", metavar="N", default="400", help=Message("Games of the test at the end, 400; 0: none.")
    )
    add_seed(parser)
    add_workers(parser)
    add_folders(parser, Message("Games and report; tuning if not given."), Message("Resume a tuning."))
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Tune, test, print and write the report."""
    if arguments.resume is not None:
        with GameFolder.open(Path(arguments.resume), TuningSettings) as folder:
            return _tune(folder, arguments)
    missing = [name for name in ("spec", "game", "params") if getattr(arguments, name) is None]
    if missing:
        raise BadArgument("A tuning needs a player, --game and --params, or --resume.")
    game = read_game(arguments, arguments.game)
    given: dict[str, Any] = {}
    if arguments.time is not None:
        given["time"] = seconds(arguments.time, "--time")
    if arguments.nodes is not None:
        given["nodes"] = read_nodes(arguments.nodes)
    settings = TuningSettings(
        game.name,
        resolve_spec(arguments.spec, game=game.name),
        tuple(map(Parameter.parse, arguments.params.split(","))),
        arguments.method,
        whole_number(arguments.steps, "--steps", 1, 100_000),
        whole_number(arguments.pairs, "--pairs", 1, 10_000),
        dict(game.settings),
        read_seed(arguments),
        timing=read_timing(arguments),
        openings=arguments.openings or "",
        **given,
    )
    TuningRun(settings)  # before a folder is made for it
    with GameFolder.create(Path(arguments.out or "tuning"), settings) as folder:
        return _tune(folder, arguments)


def _tune(folder: GameFolder[TuningSettings], arguments: Namespace) -> int:
    say: Language = arguments.language
    concurrency = read_workers(arguments)
    games = whole_number(arguments.check, "--check", 0, 1_000_000)
    run_ = TuningRun(folder.settings, folder, concurrency)
    over: SeriesOver | None = None

    async def play() -> None:
        nonlocal over
        shown = run_.progress.steps
        async for progress in run_.play():
            if progress.steps > shown and not arguments.json:
                shown = progress.steps
                print(say(_line(progress)), flush=True)
        if games:
            over = await _check(run_.progress, folder.path / CHECK, games, concurrency)

    if code := run_until_stopped(play):
        print(say(STOPPED), file=sys.stderr)
        print(say(resume_with("tune", "--resume", folder.path)), file=sys.stderr)
        return code
    verdict = UNTESTED if over is None else VERDICTS[over.verdict]
    standing = None if over is None else over.standing
    folder.write(REPORT, tuning_report(run_.progress, standing, verdict, say))
    if arguments.json:
        data = {
            "start": run_.settings.variant(run_.settings.start),
            "result": run_.progress.spec,
            "steps": run_.progress.steps,
            "check": None
            if standing is None
            else {"games": standing.tally.games, "score": standing.tally.score},
            "verdict": None if over is None else over.verdict,
            "report": str(folder.path / REPORT),
        }
        print(json.dumps(data, ensure_ascii=False))
        return 0
    print(say(Message("Result: {spec}", spec=run_.progress.spec)))
    if standing is not None:
        tally = standing.tally
        print(f"+{tally.wins} ={tally.draws} -{tally.losses}")
    print(say(verdict))
    print(say(Message("Report: {file}", file=folder.path / REPORT)))
    return 0


def _line(progress: TuningProgress) -> Message:
    return Message(
        "Step {step} of {steps}: {spec}",
        step=progress.steps,
        steps=progress.settings.steps,
        spec=progress.settings.variant(progress.values),
    )


async def _check(progress: TuningProgress, path: Path, games: int, concurrency: Workers) -> SeriesOver:
    """The sequential test of the result against the start, in a folder of its own."""
    settings = progress.settings
    wanted = SeriesSettings(
        settings.game,
        progress.spec,
        settings.variant(settings.start),
        games=games,
        seed=settings.derive("check"),
        options=settings.options,
        time=settings.time,
        nodes=settings.nodes,
        openings=settings.openings,
        sprt=SPRT,
        format=settings.format,
    )
    over: SeriesOver | None = None
    with (
        Folder.open(path)
        if (path / wanted.folder_kind.file).exists()
        else Folder.create(path, wanted) as folder
    ):
        async for event in Series(folder.settings, folder, concurrency).play():
            if isinstance(event, SeriesOver):
                over = event
    assert over is not None
    return over

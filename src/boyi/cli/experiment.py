"""``boyi experiment``: a question answered by games, with a table, error bars and plots."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boyi.arena.folder import GameFolder
from boyi.cli.columns import pad, width_of
from boyi.cli.experiment_table import table_lines
from boyi.cli.options import add_game_options, add_json, read_game, seconds, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.progress import ProgressDisplay, game_line
from boyi.cli.series_options import add_nodes, add_seed, add_timing, read_nodes, read_timing, seed_of
from boyi.cli.stopping import STOPPED, resume_with, run_until_stopped
from boyi.cli.workers import add_workers, read_workers
from boyi.core.language import Language
from boyi.core.message import Message, listing
from boyi.lab.experiment import MOST_GAMES, Experiment, experiments, find_experiment
from boyi.lab.experiment_files import write_results
from boyi.lab.experiment_run import ExperimentRun, open_experiment


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi experiment``."""
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help=Message("Which experiment; without it, a list of all.")
    )
    parser.add_argument("--game", metavar="GAME", help=Message("Another game than the experiment's own."))
    add_game_options(parser)
    parser.add_argument("--games", metavar="N", help=Message("Games of each pairing."))
    limits = parser.one_of()
    limits.add_argument("--budget", metavar="S", help=Message("Seconds a move."))
    add_nodes(limits)
    add_timing(parser)
    add_seed(parser, Message("Repeats openings and choices; 1 if not given."))
    add_workers(parser, Message("Games at once; one a core if not given."))
    parser.add_argument("--out", metavar="DIR", help=Message("Games and results; NAME-GAME if not given."))
    parser.add_argument("--resume", action="store_true", help=Message("Play what is missing in the folder."))
    parser.add_argument(
        "--experiments", metavar="DIR", help=Message("A folder with experiments of your own.")
    )
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Play, print and write the files."""
    folders = [arguments.experiments] if arguments.experiments else []
    if arguments.name is None:
        print("\n".join(overview(folders, arguments.language)))
        return 0
    declared = find_experiment(arguments.name, folders)
    wanted = _changed(declared, arguments)
    workers = read_workers(arguments, os.cpu_count() or 1)
    out = Path(arguments.out or f"{wanted.name}-{wanted.game}")
    with open_experiment(wanted, out, resume=arguments.resume) as folder:
        if arguments.resume:
            _continue(folder, arguments)
        return _play(ExperimentRun(folder.settings, folder, workers), arguments)


def _changed(experiment: Experiment, arguments: Namespace) -> Experiment:
    """The experiment with what the options say."""
    given: dict[str, Any] = {}
    if arguments.games is not None:
        given["games"] = whole_number(arguments.games, "--games", 2, MOST_GAMES)
    if arguments.budget is not None:
        given["time"] = seconds(arguments.budget, "--budget")
    if arguments.nodes is not None:
        given["nodes"] = read_nodes(arguments.nodes)
    if arguments.timing is not None:
        given["timing"] = read_timing(arguments)
    if arguments.seed is not None:
        given["seed"] = seed_of(arguments.seed)
    described = arguments.option or any(getattr(arguments, key) is not None for key in ("size", "rule"))
    if arguments.game is None and not described:
        return experiment.changed(**given)
    return experiment.changed(read_game(arguments, arguments.game or experiment.game), **given)


def _continue(folder: GameFolder[Experiment], arguments: Namespace) -> None:
    """What is given must be what the folder has, but more games extend it."""
    kept = folder.settings
    wanted = _changed(kept, arguments)
    one, other = kept.to_data(), wanted.to_data()
    names = [name for name in (one | other) if one.get(name) != other.get(name)]
    if kept.name != arguments.name:
        names.append("name")
    if names == ["games"] and wanted.games > kept.games:
        folder.write_settings(wanted)
    elif names:
        raise BadArgument(
            "The experiment in {folder} has other settings ({names}): leave them away, or begin anew with "
            "another --out.",
            folder=folder.path,
            names=listing(names),
        )


def _play(run_: ExperimentRun, arguments: Namespace) -> int:
    say: Language = arguments.language
    display = ProgressDisplay(say, arguments.json)
    settings, folder = run_.settings, run_.folder
    assert folder is not None

    async def play() -> None:
        async for game in run_.play():
            line = game_line(game.job.settings.names, game.result, game.played, game.known)
            display.show(line, game.played)

    head = Message(
        "{title}: {played} of {known} games",
        title=settings.title[say.code],
        played=len(run_.games),
        known=settings.all_games,
    )
    display.start(head, settings.all_games, len(run_.games))
    try:
        code = run_until_stopped(play)
    finally:
        display.end()
    results = run_.results()
    write_results(results, folder, say.code)
    if arguments.json:
        print(json.dumps({**results.to_data(), "folder": str(folder.path)}, ensure_ascii=False))
    else:
        print("\n".join(table_lines(results, say)))
        print(say(Message("Games, tables and plots: {folder}", folder=folder.path)))
    if code:
        print(say(STOPPED), file=sys.stderr)
        own = ("--experiments", arguments.experiments) if arguments.experiments else ()
        again = resume_with("experiment", settings.name, *own, "--out", folder.path, "--resume")
        print(say(again), file=sys.stderr)
    return code


def overview(folders: Sequence[str], say: Language) -> list[str]:
    """All experiments with their questions."""
    found = experiments(folders)
    wide = max(map(width_of, found)) + 2
    lines = [say(Message("Experiments: boyi experiment NAME"))]
    for name, experiment in found.items():
        title = Message(
            "{title} ({game})", title=experiment.title[say.code], game=experiment.rules_of_game.title
        )
        lines.append(f"  {pad(name, wide)}{say(title)}")
        lines.append(f"  {' ' * wide}{experiment.question[say.code]}")
    return lines

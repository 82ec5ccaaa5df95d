"""``boyi tournament``: a cup of many programs from one file, resumed after any kill."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from boyi.arena.builds import is_build, resolve_build
from boyi.arena.folder import GameFolder
from boyi.arena.report.tournament import elo_text, tournament_report
from boyi.arena.timing import timing_sentence
from boyi.arena.tournament.export import results_data, write_exports
from boyi.arena.tournament.run import GamePlayed, TournamentRun
from boyi.arena.tournament.settings import BadTournament, TournamentSettings
from boyi.arena.tournament.standings import tables_of
from boyi.arena.tournament.toml import read_tournament
from boyi.cli.columns import pad
from boyi.cli.options import add_json, beside
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.progress import ProgressDisplay, game_line
from boyi.cli.series_options import add_timing, read_timing
from boyi.cli.stopping import STOPPED, resume_with, run_until_stopped
from boyi.cli.workers import add_workers, read_workers
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.system import system_reason
from boyi.store.specs import resolve_spec


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi tournament``."""
    parser.add_argument(
        "file", metavar="FILE.toml", help=Message("The tournament; boyi tournament new writes one.")
    )
    parser.add_argument(
        "--out", metavar="DIR", help=Message("Games and report; the file's name if not given.")
    )
    parser.add_argument("--resume", action="store_true", help=Message("Play what is missing in the folder."))
    add_timing(parser)
    add_workers(parser, Message("Games at once, if not as the file says."))
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Play, print and write the report."""
    path = Path(arguments.file)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadArgument(
            "{file} cannot be read: {reason}.",
            file=path,
            reason=system_reason(error) if isinstance(error, OSError) else Message("it is no text"),
        ) from None

    tell = beside(arguments)
    settings = _resolved(read_tournament(text, path.parent.absolute(), path.name, tell), tell)
    settings = replace(settings, timing=read_timing(arguments) or settings.timing)
    settings.check()
    concurrency = read_workers(arguments, settings.concurrency)
    out = Path(arguments.out) if arguments.out else _own_folder(path)
    if arguments.resume and (out / settings.folder_kind.file).exists():
        with GameFolder.open(out, TournamentSettings) as folder:
            _same(folder.settings, settings, path)
            return _play(TournamentRun(folder.settings, folder, concurrency), arguments)
    with GameFolder.create(out, settings) as folder:
        return _play(TournamentRun(settings, folder, concurrency), arguments)


def _own_folder(path: Path) -> Path:
    """The folder named after the file; submissions often stand in one of that name."""
    out = Path(path.stem)
    kind = TournamentSettings.folder_kind
    if out.is_dir() and any(out.iterdir()) and not (out / kind.file).exists():
        raise BadArgument(
            "{folder} holds other files: give the games a folder of their own, for example --out {example}.",
            folder=out,
            example=f"{out}-games",
        )
    return out


def _resolved(settings: TournamentSettings, tell: Callable[[Message], None]) -> TournamentSettings:
    """The same with what builds and registered engines stand for."""
    games = {event.game for event in settings.events}

    def resolve(spec: str) -> str:
        if is_build(spec) and len(games) > 1:
            raise BadTournament("{spec} plays one game: give a tournament with builds one game.", spec=spec)
        game = min(games)
        return resolve_build(resolve_spec(spec, game=game), game, tell)

    players = tuple(replace(player, spec=resolve(player.spec)) for player in settings.players)
    return replace(settings, players=players)


def _same(kept: TournamentSettings, given: TournamentSettings, path: Path) -> None:
    """Refuse a file that says something else than the games were played under."""
    if replace(kept, concurrency=1) != replace(given, concurrency=1):
        one, other = kept.to_data(), given.to_data()
        names = [name for name in one if one[name] != other[name] and name != "concurrency"]
        raise BadTournament(
            "{file} says something else than when the tournament began ({names}): undo that, or begin "
            "anew with another --out.",
            file=path,
            names=", ".join(names),
        )


def _play(run_: TournamentRun, arguments: Namespace) -> int:
    say: Language = arguments.language
    display = ProgressDisplay(say, arguments.json)

    async def play() -> None:
        async for game in run_.play():
            display.show(_line(game), game.played, game.known)

    display.start(_head(run_), len(run_.jobs()), len(run_.results))
    try:
        code = run_until_stopped(play)
    finally:
        display.end()
    assert run_.folder is not None
    write_exports(run_, tournament_report(run_, say))
    if arguments.json:
        print(json.dumps(results_data(run_), ensure_ascii=False))
    else:
        for line in table_lines(run_, say):
            print(line)
        print(say(Message("Report: {file}", file=run_.folder.path / "report.html")))
    if code:
        print(say(STOPPED), file=sys.stderr)
        out = ("--out", arguments.out) if arguments.out else ()
        print(say(resume_with("tournament", arguments.file, *out, "--resume")), file=sys.stderr)
    return code


def table_lines(run_: TournamentRun, say: Language) -> list[str]:
    """The standings of each event as text."""
    lines = [say(timing_sentence(run_.settings.timing or "wall"))]
    for table in tables_of(run_.settings, run_.results):
        lines.append(say(run_.settings.events[table.event].title))
        wide = max(len(row.name) for row in table.rows) + 2
        for place, row in enumerate(table.rows, start=1):
            score = f"{row.points:g}/{row.games + row.byes * run_.settings.games}"
            elo = elo_text(table.ratings.by_name[row.name])
            record = f"+{row.wins} ={row.draws} -{row.losses}"
            faults = say(Message("faults {count}", count=sum(row.faults.values()))) if row.faults else ""
            lines.append(
                f"{place:>4}. {pad(row.name, wide)}{score:>9}  {record:<14} {elo:<16} {faults}".rstrip()
            )
        if (warning := table.warning) is not None:
            lines.append(say(warning))
    return lines


def _head(run_: TournamentRun) -> Message:
    settings = run_.settings
    return Message(
        "{name}: {players} players, {played} of {known} games",
        name=settings.name,
        players=len(settings.players),
        played=len(run_.results),
        known=len(run_.jobs()),
    )


def _line(played: GamePlayed) -> Message:
    """One more game."""
    return game_line(played.job.settings.names, played.game.result, played.played, played.known)

"""``boyi match``: a series of games between two players, with error bars."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from boyi.arena.builds import resolve_build
from boyi.arena.executors import Workers
from boyi.arena.folder import Folder
from boyi.arena.openings import made_openings, read_openings
from boyi.arena.seats import Seats
from boyi.arena.series import GameFinished, Series, SeriesOver, SeriesStarted
from boyi.arena.settings import MOST_GAMES, SeriesSettings
from boyi.arena.sprt import Verdict
from boyi.cli.match_table import Display
from boyi.cli.options import (
    add_game_options,
    add_json,
    beside,
    read_game,
    seconds,
    whole_number,
)
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.series_options import (
    MADE,
    add_nodes,
    add_openings,
    add_seed,
    add_timing,
    read_nodes,
    read_seed,
    read_timing,
    seed_of,
)
from boyi.cli.stopping import STOPPED, resume_with, run_until_stopped
from boyi.cli.workers import add_workers, read_workers
from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message, Template, listing
from boyi.core.system import system_reason
from boyi.players.spec import Spec
from boyi.programs.sandbox import protection_of
from boyi.store.specs import resolve_spec

GAMES, GAMES_OF_A_TEST = 100, 20_000
VERDICTS: Mapping[Verdict | None, Template] = {
    "better": Template("The test has ended: A is better by more than {elo0:g} normalised Elo."),
    "not better": Template("The test has ended: A is not better by {elo1:g} normalised Elo."),
    None: Template("All games are played; the test has not come to an end."),
}
SHOWN_AS = {"odds": "time", "clock_odds": "clock"}
"""Settings that are given by an option of another name."""


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi match``."""
    parser.add_argument("--game", metavar="GAME", help=Message("gomoku, othello, … (see boyi games)."))
    add_game_options(parser)
    parser.add_argument("--a", metavar="SPEC", help=Message("level:5, mcts:c=0.7, random, …"))
    parser.add_argument("--b", metavar="SPEC", help=Message("The other player."))
    parser.add_argument("--games", metavar="N", help=Message("{count} if not given, in pairs.", count=GAMES))
    limits = parser.one_of()
    limits.add_argument(
        "--time", metavar="S|S,S", help=Message("Seconds a move for both, or for A and for B.")
    )
    limits.add_argument(
        "--clock", metavar="C|C,C", help=Message("60+1, 300, 60+3x10, 5/move; two for A and for B.")
    )
    add_nodes(parser)
    add_timing(parser)
    add_openings(parser, f"FILE|{MADE}")
    add_seed(parser)
    parser.add_argument("--margin", metavar="S", help=Message("Grace of the judge, 0.1."))
    parser.add_argument("--max-plies", metavar="N", help=Message("Longer games are draws."))
    parser.add_argument(
        "--adjudicate", metavar="RATE,PLIES", help=Message("End games that both see as won, e.g. 0.95,6.")
    )
    parser.add_argument("--solver", metavar="S", help=Message("End games that a solver proves in S seconds."))
    parser.add_argument("--sprt", metavar="E0,E1", help=Message("Stop when it is clear, e.g. 0,10."))
    add_workers(parser)
    parser.add_argument("--out", metavar="DIR", help=Message("Keep the games here."))
    parser.add_argument("--format", metavar="sgf|json", help=Message("How games are kept."))
    parser.add_argument("--resume", metavar="DIR", help=Message("Resume a match."))
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Play and print."""
    concurrency = read_workers(arguments)
    if arguments.resume is not None:
        if arguments.out is not None:
            raise BadArgument("--resume continues in the match's own folder: omit --out.")
        with Folder.open(Path(arguments.resume)) as folder:
            return _play(_same(folder, arguments), folder, concurrency, arguments)
    settings = SeriesSettings(**_given(arguments))
    Seats(settings).check()  # before a folder is made for them
    if arguments.out is None:
        return _play(settings, None, concurrency, arguments)
    with Folder.create(Path(arguments.out), settings) as folder:
        return _play(settings, folder, concurrency, arguments)


def _given(arguments: Namespace, known: SeriesSettings | None = None) -> dict[str, Any]:
    """The settings that the arguments give; what a match in a folder (``known``) says need not be given."""
    missing = [f"--{key}" for key in ("game", "a", "b") if getattr(arguments, key) is None]
    if missing and known is None:
        raise BadArgument(
            "A match needs --game, --a and --b, or --resume; {option} is missing.", option=missing[0]
        )
    name = known.game if known is not None and arguments.game is None else arguments.game
    own = {piece.partition("=")[0].strip() for piece in arguments.option}
    own |= {key for key in ("size", "rule") if getattr(arguments, key) is not None}
    game = known.rules_of_game if known and name == known.game and not own else read_game(arguments, name)
    values: dict[str, Any] = {"game": name, "options": {**(known.options if known else {})}}
    values["options"] |= {key: game.settings[key] for key in (own if known else game.settings)}
    if arguments.backend is not None:
        values["backend"] = arguments.backend
    names = list(known.names) if known else ["", ""]
    for place, key in enumerate("ab"):
        if (text := getattr(arguments, key)) is not None:
            values[key], names[place] = _spec(text, name, arguments), text
    values["names"] = tuple(names)
    test = None if arguments.sprt is None else _sprt(arguments.sprt)
    if arguments.time is not None and "," in arguments.time:
        one, _, other = arguments.time.partition(",")
        values["odds"] = (seconds(one, "--time"), seconds(other, "--time"))
    if arguments.clock is not None and "," in arguments.clock:
        one, _, other = arguments.clock.partition(",")
        values["clock_odds"] = (one.strip(), other.strip())
    readers: dict[str, Callable[[str], Any]] = {
        "games": lambda text: whole_number(text, "--games", 1, MOST_GAMES),
        "time": lambda text: None if "," in text else seconds(text, "--time"),
        "clock": lambda text: None if "," in text else text,
        "nodes": read_nodes,
        "seed": seed_of,
        "timing": lambda _: read_timing(arguments),
        "margin": _margin,
        "max_plies": lambda text: whole_number(text, "--max-plies", 1, 1_000_000),
        "adjudicate": _adjudicate,
        "solver": lambda text: seconds(text, "--solver"),
        "sprt": lambda _: test,
        "format": str,
    }
    for key, read in readers.items():
        if (text := getattr(arguments, key)) is not None:
            values[key] = read(text)
    if (text := arguments.openings) is not None:
        values["openings"] = text
        if made_openings(text) is None:
            values["opening_list"] = read_openings(_bytes(text), game, text, beside(arguments))
    if known is None:
        values.setdefault("seed", read_seed(arguments))
        values.setdefault("games", GAMES if test is None else GAMES_OF_A_TEST)
    return values


def _same(folder: Folder, arguments: Namespace) -> SeriesSettings:
    """The settings of the folder; whatever else is given must say the same, but more games extend it."""
    settings = folder.settings
    given = replace(settings, **_given(arguments, settings))
    changed = settings.differences(given)
    if "games" in changed and given.games > settings.games:
        changed.remove("games")
        settings = replace(settings, games=given.games)
    if changed:
        names = [f"--{SHOWN_AS.get(name, name.replace('_', '-'))}" for name in changed if name != "names"]
        raise BadArgument(
            "The match in {folder} has other settings ({names}): leave them away, or start a new "
            "one with --out.",
            folder=arguments.resume,
            names=listing(dict.fromkeys(names) or ["--a", "--b"]),
        )
    if settings is not folder.settings:
        folder.write_settings(settings)
    return settings


def _sprt(text: str) -> tuple[float, float]:
    number = r"-?[0-9]{1,4}(?:\.[0-9]{1,3})?"
    if not re.fullmatch(rf"{number},{number}", text):
        raise BadArgument(
            "--sprt {text} is not accepted: give two Elo differences, such as 0,10.", text=shorten(text)
        )
    low, high = map(float, text.split(","))
    return low, high


def _spec(text: str, game: str, arguments: Namespace) -> str:
    """What a player's text means: a registered engine, another build of Boyi, or a spec."""
    return resolve_build(resolve_spec(text, game=game), game, beside(arguments))


def _adjudicate(text: str) -> tuple[float, int]:
    found = re.fullmatch(r"(0?\.[0-9]{1,6}|1(?:\.0*)?),([0-9]{1,4})", text)
    if found is None:
        raise BadArgument(
            "--adjudicate {text} is not accepted: give a win rate and a number of plies, such as 0.95,6.",
            text=shorten(text),
        )
    return float(found[1]), int(found[2])


def _margin(text: str) -> float:
    return 0.0 if re.fullmatch(r"0(\.0*)?", text) else seconds(text, "--margin")


def _bytes(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadArgument(
            "--openings {name} cannot be read ({reason}): give random:K, even:K or a file.",
            name=shorten(name),
            reason=system_reason(error),
        ) from None


def _play(settings: SeriesSettings, folder: Folder | None, concurrency: Workers, arguments: Namespace) -> int:
    say, as_json = arguments.language, arguments.json
    display = Display(settings, say, as_json)
    series = Series(settings, folder, concurrency)
    over: SeriesOver | None = None

    async def play() -> None:
        nonlocal over
        async for event in series.play():
            if isinstance(event, SeriesStarted):
                display.start(event.standing)
            elif isinstance(event, GameFinished):
                display.show(event.result, event.standing)
            else:
                over = event

    found = filter(None, (protection_of(Spec.parse(spec)) for spec in (settings.a, settings.b)))
    for used in () if as_json else dict.fromkeys(found):
        print(say(Message("Protection of the programs: {text}", text=used.text)), flush=True)
    for spec in () if as_json else settings.uncounted:
        name = settings.names[(settings.a, settings.b).index(spec)]
        print(say(Message("--nodes does not limit {name}, which counts none.", name=name)), flush=True)
    code, failed = 0, None
    try:
        code = run_until_stopped(play)
    except BoyiError as error:
        failed = error
    finally:
        display.end()
    standing = series.standing if over is None else over.standing
    verdict = None if over is None else over.verdict
    if as_json and failed is None:
        ending = "stopped" if over is None else over.ending
        data = standing.as_data(settings, verdict, series.results.values())
        for game in data["results"]:
            game["file"] = None if folder is None else str(folder.file(game["number"]))
        print(json.dumps({**data, "ending": ending}, ensure_ascii=False))
    said = []
    if (test := settings.test) is not None and over is not None:
        said.append(say(VERDICTS[verdict](elo0=test.elo0, elo1=test.elo1)))
    if over is None:
        said.append(say(STOPPED))
        resume = (
            resume_with("match", "--resume", folder.path)
            if folder
            else Message("Nothing was saved: --out DIR keeps the games.")
        )
        said.append(say(resume))
    elif folder:
        said.append(say(Message("Games: {folder}", folder=folder.path)))
    display.print(standing, *said)
    if failed is not None:
        raise failed
    return code

"""The file of a tournament: reading it, and writing one for a folder of submissions."""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boyi.arena.builds import is_build
from boyi.arena.openings import Opening, Tell, made_openings, read_openings
from boyi.arena.tournament.settings import (
    FORMATS,
    BadTournament,
    Entrant,
    EventSettings,
    TournamentSettings,
)
from boyi.core.errors import did_you_mean, shorten
from boyi.core.message import Message, listing
from boyi.core.registry import game_class
from boyi.core.system import system_reason
from boyi.players.spec import COMMAND, FILES, Spec, in_folder
from boyi.programs.bot_files import BadBot, BotFile, find_bot, may_be_bot
from boyi.programs.script import NOTEBOOK
from boyi.store.specs import is_name

TYPES: Mapping[str, tuple[type, ...]] = {
    "name": (str,),
    "format": (str,),
    "games": (int,),
    "rounds": (int,),
    "seed": (int,),
    "time": (int, float),
    "clock": (str,),
    "nodes": (int,),
    "timing": (str,),
    "margin": (int, float),
    "max_plies": (int,),
    "openings": (str,),
    "memory": (int,),
    "timeout": (int, float),
    "sandbox": (str,),
    "illegal_moves": (int,),
    "concurrency": (int,),
    "save": (str,),
}
"""What a tournament can say about itself."""
EVENT = ("game", "openings", "time", "clock", "nodes")
PLAYER = ("name", "spec", "file", "head")
PACKAGES = {"__pycache__", "site-packages"}
"""Folders of a submission that hold nothing that the student wrote."""
VENV = "pyvenv.cfg"
"""The file that makes a folder a virtual environment."""
IGNORED = {"__pycache__", "README", "readme"}
MAIN = ("bot.py", "my_bot.py", "main.py", "ai.py", "player.py")
"""The file of a student's folder that is the bot, if there are several; a name that is none of these decides
nothing."""


def read_tournament(
    text: str, folder: Path, name: str = "tournament.toml", tell: Tell | None = None
) -> TournamentSettings:
    """The settings that a file holds; paths in it begin at its ``folder``."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTournament("{file}: {error}", file=name, error=shorten(error, 200)[1:-1]) from None
    _known(data, (*TYPES, "events", "players"), name)
    for key, value in data.items():
        if key in TYPES and (not isinstance(value, TYPES[key]) or isinstance(value, bool)):
            raise BadTournament(
                "{file}: {key} is {value}; it should be {kind}.",
                file=name,
                key=key,
                value=shorten(value),
                kind=Message("text") if TYPES[key] == (str,) else Message("a number"),
            )
    values = {key: value for key, value in data.items() if key in TYPES}
    values.setdefault("name", Path(name).stem)
    return TournamentSettings(
        players=tuple(_player(entry, folder, name) for entry in _tables(data, "players", name)),
        events=tuple(
            _event(entry, folder, values.get("openings", ""), name, tell)
            for entry in _tables(data, "events", name)
        ),
        **values,
    )


def _tables(data: Mapping[str, Any], key: str, name: str) -> list[dict[str, Any]]:
    found = data.get(key, [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise BadTournament("{file}: write each of the {key} as [[{key}]].", file=name, key=key)
    return found


def _known(data: Mapping[str, Any], known: Sequence[str], name: str) -> None:
    for key in data:
        if key not in known:
            message = Message(
                "{file}: nothing is called {key} there; known are {offered}.",
                file=name,
                key=shorten(key),
                offered=listing(known),
            )
            raise BadTournament.of(did_you_mean(message, key, known))


def _listed(text: str, folder: Path, event: EventSettings, tell: Tell | None) -> tuple[Opening, ...]:
    """The openings of a file; none where they are made."""
    if not text or made_openings(text) is not None:
        return ()
    try:
        return read_openings((folder / text).read_bytes(), event.rules_of_game, text, tell)
    except OSError as error:
        raise BadTournament(
            "openings = {text} cannot be read ({reason}): write random:K, even:K or a file.",
            text=shorten(text),
            reason=system_reason(error),
        ) from None


def _event(entry: dict[str, Any], folder: Path, openings: str, name: str, tell: Tell | None) -> EventSettings:
    if "game" not in entry:
        raise BadTournament("{file}: an event needs a game.", file=name)
    options = {option.name for option in game_class(str(entry["game"])).options}
    _known(entry, (*EVENT, *options), name)
    given = {key: value for key, value in entry.items() if key in options}
    others = {key: value for key, value in entry.items() if key in EVENT}
    event = EventSettings(options=given, **others)
    listed = _listed(event.openings or openings, folder, event, tell)
    return replace(event, opening_list=listed)


def _player(entry: dict[str, Any], folder: Path, name: str) -> Entrant:
    _known(entry, PLAYER, name)
    if ("spec" in entry) == ("file" in entry):
        raise BadTournament("{file}: a player has a spec or a file, one of both.", file=name)
    if "file" in entry:
        spec = find_bot(str(folder / str(entry["file"]))).spec
    else:
        spec = spec_in(str(entry["spec"]), folder)
    called = entry.get("name", entry.get("file", entry.get("spec")))
    return Entrant(str(called), spec, bool(entry.get("head", False)))


def spec_in(text: str, folder: Path) -> str:
    """A spec whose paths begin at a folder, with whole paths; names of builds and engines stay."""
    if is_build(text) or is_name(text.strip()):
        return text
    spec = Spec.parse(text)
    if spec.kind in FILES:
        return str(replace(spec, name=str((folder / spec.name).absolute())))
    if spec.kind != COMMAND:
        whole = in_folder(spec, folder)
        return text if whole == spec else str(whole)
    if (cwd := dict(spec.settings).get("cwd")) is not None:
        folder = (folder / Path(cwd).expanduser()).absolute()
        spec = spec.with_settings({"cwd": str(folder)})
    words = [
        str((folder / word).absolute()) if (folder / word).is_file() else word
        for word in shlex.split(spec.name)
    ]
    return str(replace(spec, name=shlex.join(words)))


# Writing

HEAD = """\
# A tournament of Boyi: boyi tournament {file}
# Everything that is not written here has its usual value; docs/tournament.md lists all there is.

name = {name}
format = "round-robin"   # {formats}
games = 2                # games of each pairing, colours swapped
{more}seed = {seed}
time = {time:<17g} # seconds a move; or clock = "60+1"; or nodes = 1000
memory = 1024            # megabytes for each program
illegal_moves = 0        # so many illegal answers a game are replaced by a random move; the next one loses
concurrency = {concurrency}          # games at once

[[events]]
game = "{game}"
"""


def write_tournament(
    players: Sequence[tuple[str, Path]],
    game: str,
    folder: Path,
    *,
    name: str,
    seed: int,
    time: float = 1,
    concurrency: int = 1,
) -> str:
    """A file for the players of a folder: names and the paths of their files below ``folder``."""
    text = HEAD.format(
        file="tournament.toml",
        name=quote(name),
        formats=", ".join(FORMATS),
        more="rounds = 1               # swiss: rounds; else: how often each pair meets\n",
        seed=seed,
        time=time,
        concurrency=concurrency,
        game=game,
    )
    for player, path in players:
        relative = path.relative_to(folder) if path.is_relative_to(folder) else path.absolute()
        text += f"\n[[players]]\nname = {quote(player)}\nfile = {quote(relative.as_posix())}\n"
    return text


def quote(text: str) -> str:
    r"""A text as TOML writes it.

    >>> print(quote('a "b" \\ c'))
    "a \"b\" \\ c"
    """
    import json

    return json.dumps(text, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Submission:
    """A bot of a folder."""

    name: str
    place: Path
    """The file or folder that the bot consists of."""
    file: Path
    """What is run of it."""
    bot: BotFile


def submissions(folder: Path, tell: Callable[[str, int, int], object] | None = None) -> list[Submission]:
    """The bots of a folder, one file or one folder a student; what is none is left out.

    A student's folder holds one bot, or one that is called ``bot.py``, ``my_bot.py``, ``main.py``, ``ai.py``
    or ``player.py``. ``tell`` hears the file or folder that is waited for, how many were read, and of how
    many.
    """
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise BadTournament(
            "{path} cannot be read: {reason}.", path=folder, reason=system_reason(error)
        ) from None
    entries = [entry for entry in entries if not entry.name.startswith(".") and entry.stem not in IGNORED]
    found = []
    pool = ThreadPoolExecutor(os.cpu_count() or 1)  # each waits for a parser in a process of its own
    try:
        looks = [pool.submit(_look, entry) for entry in entries]
        for number, (entry, look) in enumerate(zip(entries, looks, strict=True)):
            if tell is not None:
                tell(entry.name, number, len(entries))
            if (submission := look.result()) is not None:
                found.append(submission)
    finally:
        pool.shutdown(cancel_futures=True)
    return found


def _look(entry: Path) -> Submission | None:
    """The bot that a student gave in; None if there is none."""
    if not entry.is_dir():
        bot = _bot_of(entry) if entry.is_file() else None
        return None if bot is None else Submission(entry.stem, entry, entry, bot)
    files = _files_below(entry)
    # A name that says which file it is, then others that could be one; a notebook beside a file tells of it.
    groups = (
        [file for file in files if file.name in MAIN],
        [file for file in files if file.name not in MAIN and file.suffix != NOTEBOOK and _may_be_bot(file)],
        [file for file in files if file.suffix == NOTEBOOK],
    )
    for group in groups:
        bots = {file: bot for file in group if (bot := _bot_of(file)) is not None}
        if len(bots) > 1:
            raise BadTournament(
                "{path} has more than one bot ({files}): call the right one bot.py.",
                path=entry,
                files=listing(file.name for file in bots),
            )
        for file, bot in bots.items():
            return Submission(entry.name, entry, file, bot)
    return None


def _files_below(folder: Path) -> list[Path]:
    """The files that a student may have written: no hidden ones, and none of installed packages."""
    files: list[Path] = []
    for place, folders, names in os.walk(folder):
        inner = Path(place)
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and name not in PACKAGES and not (inner / name / VENV).exists()
        ]
        files += [inner / name for name in names if not name.startswith(".") and (inner / name).is_file()]
    return sorted(files)


def _may_be_bot(file: Path) -> bool:
    try:
        return may_be_bot(file)
    except OSError:
        return False


def _bot_of(file: Path) -> BotFile | None:
    try:
        return find_bot(str(file))
    except (BadBot, OSError):
        return None

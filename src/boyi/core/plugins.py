"""What comes from elsewhere: games in Python files that the user names, and what installed packages bring.

A file needs no registration of its own: every ``Game`` that it defines is registered. A package says in its
``pyproject.toml`` what it brings: a ``Game``, a ``boyi.players.spec.Kind`` of players, a
``boyi.protocols.table.Protocol``::

    [project.entry-points."boyi.games"]
    hex = "hex_game:Hex"

    [project.entry-points."boyi.players"]
    lazy = "lazy_player:KIND"

    [project.entry-points."boyi.protocols"]
    ugi = "ugi_protocol:UGI"
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock

from boyi.core.errors import BoyiError
from boyi.core.game import Game
from boyi.core.loading import load
from boyi.core.python_file import describe
from boyi.core.registry import register_game, registered

VARIABLE = "BOYI_GAME_FILES"
"""The environment variable by which processes that this one starts find the same files."""
GAMES, PLAYERS, PROTOCOLS = "boyi.games", "boyi.players", "boyi.protocols"
"""The groups of entry points."""

_loaded: set[Path] = set()
_own: dict[str, list[str]] = {}
"""Boyi's own functions that register something of a group, as long as they were not called."""
_loaded_groups: set[str] = set()
_loading = RLock()


class BadGameFile(BoyiError):
    """A file in which there is no game that can be played."""


def bring(group: str, *places: str) -> None:
    """Name functions of Boyi (``module:NAME``) that register what a group has, when it is first asked for."""
    _own.setdefault(group, []).extend(places)


def load_own(group: str) -> None:
    """Let the functions named for a group register what they have, once; other threads wait for it."""
    if group in _loaded_groups:
        return
    with _loading:
        for place in _own.pop(group, ()):
            register: Callable[[], None] = load(place)
            register()
        _loaded_groups.add(group)


@cache
def installed(group: str) -> Mapping[str, str]:
    """What installed packages bring to a group: names and ``module:NAME`` texts."""
    from importlib.metadata import entry_points  # takes a while to load

    return {point.name: point.value for point in entry_points(group=group)}


def game_files() -> list[Path]:
    """The files that were named."""
    return [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def add_game_files(names: Iterable[str]) -> None:
    """Load the games of these files, here and in every process that is started from now on."""
    files = [*game_files(), *(Path(name).expanduser().absolute() for name in names)]
    os.environ[VARIABLE] = os.pathsep.join(map(str, dict.fromkeys(files)))
    for file in files:
        load_game_file(file)


def register_others() -> None:
    """Register the games of files and installed packages; those that come with Boyi keep their names."""
    for file in game_files():
        load_game_file(file)
    for name, place in installed(GAMES).items():
        if name not in registered():
            register_game(name, place)


def load_game_file(path: Path) -> None:
    """Register every game that a file defines; a file that was loaded before is not loaded again."""
    path = path.absolute()
    if path in _loaded:
        return
    if not path.is_file():
        raise BadGameFile("There is no file {path} with a game.", path=str(path))
    name = f"boyi_game_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}_{len(_loaded)}"
    found = spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise BadGameFile("{file} is not a Python file.", file=path.name)
    module = module_from_spec(found)
    sys.modules[name] = module
    sys.path.append(str(path.parent))  # its neighbours, after everything else
    try:
        found.loader.exec_module(module)
        games = [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, Game)
            and value.__module__ == name
            and not value.__abstractmethods__
        ]
        for game in games:
            game().start()  # what is missing is said now
    except BadGameFile:
        raise
    except Exception as error:
        raise BadGameFile.of(describe(error, path)) from error
    if not games:
        raise BadGameFile(
            "{file} defines no game: a game is a class that is derived from boyi.Game.", file=path.name
        )
    for game in games:
        if not re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", game.name):
            raise BadGameFile("{file}: a game is named by small letters, digits, _ and -.", file=path.name)
        if game.name in registered():
            raise BadGameFile("{file}: there is a game {game} already.", file=path.name, game=game.name)
        register_game(game.name, game)
    _loaded.add(path)

"""Games from elsewhere: Python files that the user names, and installed packages with an entry point.

A file needs no registration of its own: every ``Game`` that it defines is registered. A package says in its
``pyproject.toml``::

    [project.entry-points."boyi.games"]
    hex = "hex_game:Hex"
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from boyi.core.errors import BoyiError
from boyi.core.game import Game
from boyi.core.python_file import describe
from boyi.core.registry import register_game, registered

VARIABLE = "BOYI_GAME_FILES"
"""The environment variable by which processes that this one starts find the same files."""
GROUP = "boyi.games"
"""The entry points of packages with games."""

_loaded: set[Path] = set()


class BadGameFile(BoyiError):
    """A file in which there is no game that can be played."""


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
    from importlib.metadata import entry_points  # takes a while to load

    for point in entry_points(group=GROUP):
        if point.name not in registered():
            register_game(point.name, point.value)


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

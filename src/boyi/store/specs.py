"""Names of registered engines where a player's spec is expected; loads no database unless one is needed."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boyi.players.spec import COMMAND, FILES, Spec, in_folder, kind_names, player_aliases
from boyi.store.folder import default_database

if TYPE_CHECKING:
    from boyi.store.store import Store

NAME = r"[a-z0-9_-]{1,40}"
"""What an engine may be called."""
PEOPLE = frozenset({"human"})
"""Words that commands take where a player is expected, and that are no engine."""


def is_reserved(word: str) -> bool:
    """Whether a word means a player of Boyi's own."""
    return word in {*kind_names(), *PEOPLE, *player_aliases()}


def is_name(text: str) -> bool:
    """Whether a text can be the name of a registered engine."""
    return re.fullmatch(NAME, text) is not None and not is_reserved(text)


def absolute_spec(text: str) -> str:
    """A spec that means the same from every folder: the paths of files that exist are written out in full.

    >>> absolute_spec("level:3")
    'level:3'
    """
    spec = Spec.parse(text)
    if spec.kind == COMMAND:
        words, folder = shlex.split(spec.name), ""
        if (cwd := dict(spec.settings).get("cwd")) is not None:
            folder = str(Path(cwd).expanduser().absolute())
            spec = spec.with_settings({"cwd": folder})
        # A program that is named without a folder is found on the PATH.
        full = [
            word if place == 0 and Path(word).name == word else _full(word, folder)
            for place, word in enumerate(words)
        ]
        name = spec.name if full == words else shlex.join(full)
    elif spec.kind in FILES:
        path, colon, inside = spec.name.rpartition(":")
        name = f"{_full(path)}{colon}{inside}" if Path(path).is_file() else _full(spec.name)
    else:
        whole = in_folder(spec, Path())
        return text if whole == spec else str(whole)
    return str(replace(spec, name=name))


def _full(word: str, folder: str = "") -> str:
    # Not resolved: a virtual environment's Python is known by the link that leads to it.
    path = Path(folder, word)
    return str(path.absolute()) if path.is_file() else word


def resolve_spec(text: str, store: Store | None = None, *, game: str | None = None) -> str:
    """The spec that a registered engine's name stands for; any other text comes back as it is.

    Without a ``store`` the user's own is asked, if there is one. An engine that was registered for one game
    is refused for another.

    >>> resolve_spec("mcts:time=1"), resolve_spec("random")
    ('mcts:time=1', 'random')
    """
    name = text.strip()
    if not is_name(name):
        return text
    if store is not None:
        engine = next((engine for engine in store.engines() if engine.name == name), None)
        return text if engine is None else engine.spec_for(game)
    if not default_database().exists():
        return text
    from boyi.store.store import Store

    with Store.open() as opened:
        return resolve_spec(text, opened, game=game)

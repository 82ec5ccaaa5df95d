"""Names of registered engines where a player's spec is expected; loads no database unless one is needed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from boyi.players.spec import player_aliases, player_kinds
from boyi.store.folder import default_database

if TYPE_CHECKING:
    from boyi.store.store import Store

NAME = r"[a-z0-9_-]{1,40}"
"""What an engine may be called."""
COMMAND = "cmd"
FILES = frozenset({COMMAND, "py", "mo"})
"""The kinds of players that live in a file."""
PEOPLE = frozenset({"human"})
"""Words that commands take where a player is expected, and that are no engine."""


def is_reserved(word: str) -> bool:
    """Whether a word means a player of Boyi's own."""
    kinds = {name.partition(":")[0] for name in player_kinds()}
    return word in kinds | PEOPLE | set(player_aliases())


def absolute_spec(text: str) -> str:
    """A spec that means the same from every folder: paths of existing files are written out in full.

    >>> absolute_spec("level:3")
    'level:3'
    """
    kind, colon, rest = text.strip().partition(":")
    if kind not in FILES:
        return text
    command, mark, settings = rest.partition("?")
    words = shlex.split(command) if kind == COMMAND else [command]
    # What is found on the PATH by its name alone stays so.
    full = [
        str(path.resolve())
        if (path := Path(word)).is_file() and (place or kind != COMMAND or path.parent.name)
        else word
        for place, word in enumerate(words)
    ]
    return f"{kind}{colon}{shlex.join(full) if kind == COMMAND else full[0]}{mark}{settings}"


def resolve_spec(text: str, store: Store | None = None) -> str:
    """The spec that a registered engine's name stands for; any other text comes back as it is.

    Without a ``store`` the user's own is asked, if there is one.

    >>> resolve_spec("mcts:time=1"), resolve_spec("random")
    ('mcts:time=1', 'random')
    """
    name = text.strip()
    if not re.fullmatch(NAME, name) or is_reserved(name):
        return text
    if store is not None:
        return next((engine.spec for engine in store.engines() if engine.name == name), text)
    if not default_database().exists():
        return text
    from boyi.store.store import Store

    with Store.open() as opened:
        return resolve_spec(text, opened)

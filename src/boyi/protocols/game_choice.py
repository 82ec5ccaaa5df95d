"""A game chosen by words that came over a wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boyi.core.errors import shorten
from boyi.core.grid import GridGame
from boyi.core.message import Term, listing
from boyi.core.registry import game_class
from boyi.protocols.errors import ProtocolError


def choose_game(name: object, options: Mapping[str, Any]) -> GridGame:
    """Make the game; raise a ``BoyiError`` for a name or an option that does not exist.

    The options are compared before the call: a stranger must not set other arguments of a constructor.
    """
    if not isinstance(name, str):
        raise ProtocolError("{name} is not the name of a game.", name=shorten(name))
    kind = game_class(name)
    known = [option.name for option in kind.options]
    for key in options:
        if key not in known:
            raise ProtocolError(
                "{game} has no option {option}; its options: {offered}.",
                game=Term(name),
                option=shorten(key),
                offered=listing(known),
            )
    game = kind(**options)
    if not isinstance(game, GridGame):
        raise ProtocolError(
            "{game} is not played on a board that this protocol can speak of.", game=Term(name)
        )
    return game

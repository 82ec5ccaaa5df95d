"""Which game a file is of: what the file says, and what the caller knows where it says nothing."""

from __future__ import annotations

from collections.abc import Mapping

from boyi.core.errors import BadOption, BoyiError, shorten
from boyi.core.game import Game
from boyi.core.grid import GridGame
from boyi.core.message import Message, Term
from boyi.core.registry import game_class, make_game
from boyi.formats.errors import BadFile

Hint = str | Game | None
"""The game a caller expects: a name, or a game whose options hold where the file is silent."""


def hinted_name(hint: Hint) -> str | None:
    """The name of the game a caller expects."""
    return hint.name if isinstance(hint, Game) else hint


def choose_game(
    kind: Message, name: str | None, said: Mapping[str, object], hint: Hint = None, size: int | None = None
) -> Game:
    """Make the game of a file of this ``kind``; ``said`` are the options that stand in it."""
    expected = hinted_name(hint)
    if name is None and expected is None:
        raise BadFile("This {kind} does not say which game it is of: name the game.", kind=kind)
    if name is not None and expected is not None and name != expected:
        raise BadFile(
            "This {kind} is of {game}, not of {expected}.",
            kind=kind,
            game=Term(name),
            expected=Term(expected),
        )
    settings: dict[str, object] = dict(hint.settings) if isinstance(hint, Game) else {}
    if size is not None:
        settings["size"] = size
    settings |= said
    try:
        name = name or expected or ""
        options = {option.name for option in game_class(name).options}
        for option in settings:
            if option not in options:
                raise BadOption("{game} has no option {option}.", game=Term(name), option=shorten(option))
        return make_game(name, backend=None, **settings)
    except BoyiError as error:
        raise BadFile("This {kind} is of a game we cannot play: {reason}", kind=kind, reason=error) from None


def choose_grid_game(
    kind: Message, name: str, said: Mapping[str, object], hint: Hint = None, size: int | None = None
) -> GridGame:
    """Make the game of a file whose format is made for this game, which is played on a grid."""
    game = choose_game(kind, name, said, hint, size)
    assert isinstance(game, GridGame)
    return game

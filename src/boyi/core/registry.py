"""The one list of games: classes, or ``module:Class`` texts that are loaded on first use."""

from __future__ import annotations

from importlib import import_module

from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.game import Game
from boyi.core.message import Message, listing

_games: dict[str, type[Game] | str] = {}


def register_game(name: str, game: type[Game] | str) -> None:
    """Add a game under ``name``: a ``Game`` class, or ``"package.module:Class"``."""
    _games[name] = game


def unregister_game(name: str) -> None:
    """Take a game out again (tests and notebooks that redefine one)."""
    _games.pop(name, None)


def game_names() -> list[str]:
    """The registered games in the order of registration."""
    return list(_games)


def game_class(name: str) -> type[Game]:
    """The class of a registered game."""
    entry = _games.get(name)
    if entry is None:
        message = Message(
            "There is no game {name}: choose {offered}.", name=shorten(name), offered=listing(_games)
        )
        raise UnknownName.of(did_you_mean(message, name, _games))
    if isinstance(entry, str):
        module, _, attribute = entry.partition(":")
        entry = getattr(import_module(module), attribute)
        if not (isinstance(entry, type) and issubclass(entry, Game)):
            raise TypeError(f"{module}:{attribute} is not a Game class")
        _games[name] = entry
    if entry.translations:
        from boyi.core.language import add_translations  # the games that come with Boyi are in its catalogue

        add_translations(entry.translations)
    return entry


def make_game(name: str, *, backend: str | None = None, **settings: object) -> Game:
    """Make a game by name, for example ``make_game("gomoku", size=20, rule="standard")``."""
    return game_class(name)(backend=backend, **settings)

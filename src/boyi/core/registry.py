"""The one list of games: classes, or ``module:Class`` texts that are loaded on first use."""

from __future__ import annotations

from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.game import Game
from boyi.core.loading import load
from boyi.core.message import Message, listing
from boyi.core.reasons import add_reasons

_games: dict[str, type[Game] | str] = {}
_searched = False
"""Whether games from elsewhere were looked for."""


def register_game(name: str, game: type[Game] | str) -> None:
    """Add a game under ``name``: a ``Game`` class, or ``"package.module:Class"``."""
    if not isinstance(game, str):
        _adopt_words(game)
    _games[name] = game


def _adopt_words(game: type[Game]) -> None:
    """Let a game explain its reasons, and translate what it says."""
    if game.reasons:
        add_reasons(*game.reasons)
    if game.translations:  # the games that come with Boyi are in its catalogue
        from boyi.core.language import add_translations

        add_translations(game.translations)


def unregister_game(name: str) -> None:
    """Take a game out again (tests and notebooks that redefine one)."""
    _games.pop(name, None)


def registered() -> dict[str, type[Game] | str]:
    """The games that are registered so far."""
    return dict(_games)


def game_names() -> list[str]:
    """All games in the order of registration; those from elsewhere come after those of Boyi."""
    _find_others()
    return list(_games)


def _find_others() -> None:
    """Look for games from elsewhere, once: those who ask only for games of Boyi do not pay for it."""
    global _searched
    if _searched:
        return
    _searched = True  # a file that is loaded may ask for games
    try:
        from boyi.core.plugins import register_others

        register_others()
    except BaseException:
        _searched = False
        raise


def game_class(name: str) -> type[Game]:
    """The class of a registered game."""
    if name not in _games:
        _find_others()
    entry = _games.get(name)
    if entry is None:
        message = Message(
            "There is no game {name}: choose {offered}.", name=shorten(name), offered=listing(_games)
        )
        raise UnknownName.of(did_you_mean(message, name, _games))
    if isinstance(entry, str):
        found: object = load(entry)
        if not (isinstance(found, type) and issubclass(found, Game)):
            raise TypeError(f"{entry} is not a Game class")
        if found.name != name:
            raise TypeError(f"{entry} is called {found.name}, not {name}")
        _adopt_words(found)
        _games[name] = entry = found
    return entry


def make_game(name: str, *, backend: str | None = None, **settings: object) -> Game:
    """The game of that name with these options; all others have their defaults.

    ``boyi.game_names()`` has the names, and ``boyi games`` in a shell lists each game's options. A name or an
    option that does not exist raises ``BoyiError`` with a sentence that says what there is. ``backend`` is
    ``"python"``, ``"native"``, or None for the faster one that the game has.

    A game is a value. It has the starting position, ``start()``, reads and writes moves, ``parse_move`` and
    ``format_move``, and positions, ``parse_position`` and ``format_position``. A position is a value, too:

    >>> import boyi
    >>> game = boyi.game("gomoku", size=19, rule="renju")
    >>> position = game.start().play_text("k10 k11")
    >>> position.turn, len(position.legal_moves), position.outcome
    (0, 359, None)
    >>> position = position.play(game.parse_move("l9"))
    >>> game.format_move(boyi.search(position, nodes=500).move) in map(game.format_move, position.legal_moves)
    True
    >>> dict(game.settings)
    {'size': 19, 'rule': 'renju', 'opening': 'none'}
    """
    return game_class(name)(backend=backend, **settings)

"""A game with its settings in words, as commands print it."""

from __future__ import annotations

from boyi.core.game import Game


def heading(game: Game) -> str:
    """A game, its settings and its back end, over what a command prints about it.

    >>> import boyi
    >>> heading(boyi.game("gomoku", rule="renju", backend="python"))
    'gomoku 15x15 renju (python)'
    """
    return " ".join([game.name, *settings_of(game), f"({game.backend})"])


def settings_of(game: Game) -> list[str]:
    """What makes this game different from others of its name: size, rule, and what is not usual."""
    words = []
    for option in game.options:
        value = game.settings[option.name]
        if option.name == "size":
            words.append(f"{value}x{value}")
        elif option.name == "rule":
            words.append(str(value))
        elif value != option.default:
            words.append(f"{option.name}={value}")
    return words

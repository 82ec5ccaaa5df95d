"""``boyi games``: what can be played, with which options, on which back ends."""

from __future__ import annotations

import json as json_module
from typing import Any

from boyi.cli.app import QuickCommand, new_app
from boyi.cli.options import Json
from boyi.core.backend import available
from boyi.core.game import Game
from boyi.core.option import Option
from boyi.core.registry import game_names, make_game

app = new_app("List the games, their options and back ends. 列出棋类、选项和后端")


@app.command(cls=QuickCommand)
def games(json: Json = False) -> None:
    """List the games, their options and back ends. 列出棋类、选项和后端"""
    # The list shows every back end, so an environment that demands one must not stop it.
    found = [make_game(name, backend="python") for name in game_names()]
    if json:
        print(json_module.dumps([describe(game) for game in found], ensure_ascii=False, indent=2))
        return
    for game in found:
        print(f"{game.name:<10} {game.title} {game.title_zh} ({', '.join(available(game))})")
        for option in game.options:
            print(f"    {option.name:<7} {option.accepted}; default {option.default}.  {_help(option)}")


def describe(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "name": game.name,
        "title": game.title,
        "title_zh": game.title_zh,
        "players": list(game.players),
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "pattern": option.pattern,
                "help": option.help,
                "help_zh": option.help_zh,
            }
            for option in game.options
        ],
        "backends": available(game),
    }


def _help(option: Option) -> str:
    return " ".join(text for text in (option.help, option.help_zh) if text)

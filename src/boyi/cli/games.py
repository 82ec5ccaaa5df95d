"""``boyi games``: what can be played, with which options, on which back ends."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from boyi.cli.options import add_json
from boyi.cli.parser import Parser
from boyi.core.backend import available
from boyi.core.game import Game
from boyi.core.language import CHINESE
from boyi.core.message import Message
from boyi.core.registry import game_names, make_game


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi games``."""
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Print the list."""
    # The list shows every back end, so an environment that demands one must not stop it.
    found = [make_game(name, backend="python") for name in game_names()]
    if arguments.json:
        print(json.dumps([describe(game) for game in found], ensure_ascii=False, indent=2))
        return
    say = arguments.language
    for game in found:
        print(f"{game.name:<10} {say(game.title)} ({', '.join(available(game))})")
        for option in game.options:
            values = Message(
                "{accepted}; default {default}.", accepted=option.accepted, default=option.default
            )
            print(f"    {option.name:<7} {say(values)}  {say(option.help or '')}".rstrip())


def describe(game: Game) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "name": game.name,
        "title": str(game.title),
        "title_zh": CHINESE(game.title),
        "players": list(game.players),
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "pattern": option.pattern,
                "help": str(option.help or ""),
                "help_zh": CHINESE(option.help or ""),
            }
            for option in game.options
        ],
        "backends": available(game),
    }

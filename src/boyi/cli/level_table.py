"""What the ten levels are in each game: their work, their lapses, their strength, and how far they see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boyi.cli.columns import head, pad
from boyi.core.game import Game
from boyi.core.language import Language
from boyi.core.level import Level
from boyi.core.loading import load
from boyi.core.message import Message
from boyi.core.registry import game_class, game_names

COLUMNS = (
    (Message("game"), 8),
    (Message("level"), -6),
    (Message("work"), -14),
    (Message("at a glance"), -12),
    (Message("Elo"), -5),
    (Message("plies"), -6),
    (Message("perfect from"), -13),
)
ABOUT = Message(
    "The levels of each game. At a glance: the moves made without a search. Plies: the usual depth in the "
    "middle game. Perfect from: the empty cells that are usually solved."
)


def levels_of(name: str) -> list[tuple[Level, int]]:
    """A game's levels and their ratings, none if it brings no levels of its own."""
    rules = game_class(name)
    if rules.levels == Game.levels:
        return []
    return list(zip(load(rules.levels), load(rules.level_ratings), strict=True))


def describe_levels() -> dict[str, list[dict[str, Any]]]:
    """The levels of all games that bring some, as plain data."""
    return {
        game: [
            {
                "level": number,
                "seconds": level.time,
                "nodes": level.nodes,
                "depth": level.depth,
                "lapse": level.lapse,
                "elo": rating,
                "plies": level.plies,
                "solved": level.solved,
            }
            for number, (level, rating) in enumerate(found, start=1)
        ]
        for game in game_names()
        if (found := levels_of(game))
    }


def level_lines(language: Language) -> Iterator[str]:
    """The table for a terminal."""
    yield language(ABOUT)
    yield head(language, *COLUMNS)
    for game in game_names():
        for number, (level, rating) in enumerate(levels_of(game), start=1):
            words = (
                game,
                str(number),
                language(_work(level)),
                f"{level.lapse:.1%}" if level.lapse else "",
                str(rating),
                str(level.plies or ""),
                str(level.solved or ""),
            )
            yield " ".join(pad(word, width) for word, (_, width) in zip(words, COLUMNS, strict=True)).rstrip()


def _work(level: Level) -> Message:
    if level.nodes is not None:
        return Message("{count:,} nodes", count=level.nodes)
    if level.depth is not None:
        return Message("depth {depth}", depth=level.depth)
    return Message("{seconds:g} s", seconds=level.time or 0.0)

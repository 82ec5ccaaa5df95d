"""How to play a game: small boards that can be tried, its notation, first tips.

A game names its ``Guide``; for one that has none ``guide_of`` makes one from its options and a free board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from boyi.core.errors import BoyiError
from boyi.core.grid import GridGame
from boyi.core.loading import load
from boyi.core.message import Message, alternatives, listing
from boyi.core.option import Option, Value

if TYPE_CHECKING:
    from boyi.core.game import Game, Position
    from boyi.core.record import GameRecord

Verdict = Literal["open", "right", "wrong"]
"""What was tried: nothing that counts yet, what was asked for, or something else."""

TRY = Message("Try it: any move will do.")
FINISHED = Message("That is it.")


class NoLesson(BoyiError):
    """A lesson that a guide does not have."""


@dataclass(frozen=True)
class Lesson:
    """One small board: what it shows, and what to try on it.

    ``goal`` says what is asked for: ``any`` legal move, a move that wins at once (``win``), a click on a cell
    that may not be played (``illegal``), or one of the moves that are listed in the game's notation.
    """

    title: Message
    text: Message
    position: str = ""
    """The position string; by default the start of the game."""
    goal: Literal["any", "win", "illegal"] | tuple[str, ...] = "any"
    task: Message = TRY
    done: Message = FINISHED
    """What is said when it is right."""
    options: Mapping[str, Value] = field(default_factory=dict)
    """Of the game, for example a small board."""

    def record(self, kind: type[Game]) -> GameRecord:
        """The lesson's board as the start of a record."""
        from boyi.core.record import GameRecord

        game = kind(backend=None, **self.options)
        return GameRecord(game, game.parse_position(self.position) if self.position else None)

    def answers(self, position: Position) -> frozenset[int]:
        """The moves that are asked for, where moves are listed."""
        if isinstance(self.goal, str):
            return frozenset()
        return frozenset(position.game.parse_move(text, position) for text in self.goal)

    def judge(self, record: GameRecord) -> Verdict:
        """What the moves of a record that began with this lesson are worth: the first one counts."""
        if self.goal == "illegal" or not record.moves:
            return "open"
        if self.goal == "any":
            return "right"
        first = record.start.play(record.moves[0])
        if self.goal == "win":
            won = first.outcome is not None and first.outcome.winner == record.start.turn
            return "right" if won else "wrong"
        return "right" if record.moves[0] in self.answers(record.start) else "wrong"


@dataclass(frozen=True)
class Guide:
    """How to play a game."""

    lessons: tuple[Lesson, ...]
    notation: Message
    """How moves are written."""
    tips: tuple[Message, ...] = ()

    def lesson(self, number: int) -> Lesson:
        """A lesson by its number, from 0."""
        if not 0 <= number < len(self.lessons):
            raise NoLesson("This guide has {count} lessons.", count=len(self.lessons))
        return self.lessons[number]


def guide_of(kind: type[Game]) -> Guide:
    """How to play a game: its own guide, or what its options and its board say."""
    return plain_guide(kind) if kind.guide is None else load(kind.guide)


def plain_guide(kind: type[Game]) -> Guide:
    """The guide of a game that brings none: its aim, its options, a free board."""
    aim = Message("Play it, and see what may be played.") if kind.about is None else kind.about
    free = Lesson(
        Message("A free board"),
        aim,
        task=Message("Both sides are yours. Where you may not play, the board says why."),
    )
    options = tuple(option_words(option) for option in kind.options if len(option.choices) > 1)
    return Guide((free,), notation_of(kind(backend=None)), options)


def option_words(option: Option) -> Message:
    """An option as a sentence: what it is, what can be chosen, and what is usual."""

    def name(choice: Value) -> object:
        return option.labels.get(str(choice), choice)

    offered = alternatives(map(name, option.choices)) if option.labels else option.accepted
    return Message(
        "{option}: {choices} (usually {usual}).",
        option=option.help if option.label is None else option.label,
        choices=offered,
        usual=name(option.default),
    )


def notation_of(game: Game) -> Message:
    """How moves are written, as far as the board says it."""
    if not isinstance(game, GridGame):
        moves = [game.format_move(move, game.start()) for move in game.start().moves()[:3]]
        return Message("Moves are written so: {moves}.", moves=listing(moves))
    corner = game.coordinates.names[0 if game.coordinates.top_down else game.area - game.size]
    if game.coordinates.top_down:
        return Message(
            "Each cell has a letter for its column and a number for its row; {cell} is at the top left.",
            cell=corner,
        )
    return Message(
        "Each cell has a letter for its column and a number for its row; {cell} is at the bottom left.",
        cell=corner,
    )

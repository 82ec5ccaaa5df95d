"""My mistakes: the blunders of a reviewed game as positions in which a better move is to be found."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from json import dumps
from typing import Any

from boyi.core.game import Position
from boyi.core.message import Message, Term
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.engines.reviewing import answered, judge_last, review
from boyi.engines.search import best_spec, search
from boyi.formats.numbers import parse_number
from boyi.formats.sgf.marks import BETTER, LOSS, mark_of
from boyi.lab.puzzle import NODES, Puzzle
from boyi.store.exercises import Exercise
from boyi.store.store import Store


@dataclass(frozen=True)
class Mistake:
    """A position, the move that was a blunder there, and the better line of the review."""

    game: str
    position: str
    played: str
    better: tuple[str, ...]
    loss: float | None = None
    """What it cost of the win rate."""
    source: str = ""
    """The game that it comes from, by its id in the library."""
    ply: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def start(self) -> Position:
        """The position before the blunder."""
        return make_game(self.game, **self.options).parse_position(self.position)

    @property
    def task(self) -> Message:
        """What to do, as a sentence."""
        side = Term(self.start.game.players[self.start.turn])
        return Message(
            "{side} to move: find a better move than {move}, which was played.", side=side, move=self.played
        )

    @property
    def key(self) -> str:
        """The same position is one exercise, however often the mistake was made."""
        return key_of(self.game, self.options, self.position)

    def known(self, move: int) -> bool | None:
        """Whether a move is right, as far as the review says; None: a search must judge it."""
        name = self.start.game.format_move(move, self.start)
        if name == self.played:
            return False
        return True if name in self.better[:1] else None

    def judge(self, move: int, nodes: int = NODES) -> bool:
        """Whether a legal move is good: one that costs no more than the review lets pass without a mark."""
        record = GameRecord(self.start.game, self.start)
        record.play(move)
        if (known := self.known(move)) is not None:
            return known
        spec = best_spec(record.game)
        judged = next(answered(judge_last(record), lambda line: search(line, player=spec, nodes=nodes)))
        return judged.is_good

    def to_data(self) -> dict[str, Any]:
        """Plain data for the store."""
        return asdict(self) | {"better": list(self.better), "options": dict(self.options)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Mistake:
        """Read ``to_data`` back."""
        return cls(**{**data, "better": tuple(data["better"])})


def key_of(game: str, options: Mapping[str, Any], position: str) -> str:
    """A short name for a position of a game with its options."""
    text = dumps([game, sorted(options.items()), position], default=str)
    return sha256(text.encode()).hexdigest()[:24]


def key_of_puzzle(puzzle: Puzzle) -> str:
    """Under which a puzzle of a set is remembered; a new set does not forget what stayed in it."""
    return key_of(puzzle.game, puzzle.options, puzzle.position)


def mistakes_in(record: GameRecord, sides: Collection[int] = (0, 1), source: str = "") -> list[Mistake]:
    """The blunders of these sides that a review has marked in the main line."""
    found = []
    line = record.main_line()
    for ply, (before, node) in enumerate(pairwise(line), start=1):
        properties = record.nodes[node].properties
        if mark_of(properties) != "blunder" or record.position_at(before).turn not in sides:
            continue
        loss = [parse_number(value) for value in properties.get(LOSS, [])]
        better = tuple(properties.get(BETTER, []))
        found.append(_mistake(record, node, ply, better, loss[0] if loss else None, source))
    return [mistake for mistake in found if mistake.better]


def find_mistakes(
    record: GameRecord,
    sides: Collection[int] = (0, 1),
    *,
    time: float | None = None,
    nodes: int | None = None,
) -> list[Mistake]:
    """Review a game and return the blunders of these sides; ``time`` or ``nodes`` is for each position.

    >>> import boyi
    >>> record = boyi.GameRecord(boyi.game("tictactoe"))
    >>> _ = record.play_text("b2 a1 a3 c2 c1")
    >>> [(mistake.played, mistake.better[0]) for mistake in find_mistakes(record, nodes=2000)]
    [('c2', 'c1')]
    """
    return [
        _mistake(record, judged.node, judged.ply, judged.better, judged.loss)
        for judged in review(record, time=time, nodes=nodes)
        if judged.mark == "blunder" and judged.better and judged.side in sides
    ]


def _mistake(
    record: GameRecord, node: int, ply: int, better: tuple[str, ...], loss: float | None, source: str = ""
) -> Mistake:
    game, entry = record.game, record.nodes[node]
    assert entry.parent is not None
    assert entry.move is not None
    position = record.position_at(entry.parent)
    played = game.format_move(entry.move, position)
    text = game.format_position(position)
    return Mistake(game.name, text, played, better, loss, source, ply, dict(game.settings))


def keep_mistakes(store: Store, mistakes: Collection[Mistake], learner: str = "") -> list[Exercise]:
    """Put mistakes into the library, due now; those that are there already stay as they are."""
    return [
        store.add_exercise("mistake", mistake.game, mistake.key, mistake.to_data(), learner=learner)
        for mistake in mistakes
    ]

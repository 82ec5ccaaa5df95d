"""A game with its history: moves, variations, comments, clocks, evaluations, result, repetition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any

from boyi.core.errors import BadPosition, IllegalMove
from boyi.core.game import Game, Position
from boyi.core.message import Message
from boyi.core.outcome import Outcome, no_more_moves
from boyi.core.reasons import outcome_sentence
from boyi.core.registry import make_game
from boyi.core.renderer import renderer

ROOT = 0
WALL = "BYWT"
"""The property of a move that holds its wall-clock time, in all formats that keep properties."""
STRIDE, RECENT = 16, 32
"""Of a record's positions every sixteenth is kept, and those that were used last; others are played anew."""


@dataclass(slots=True)
class Node:
    """One move of the tree and what is said about it. Nodes refer to each other by number."""

    move: int | None
    parent: int | None
    children: list[int] = field(default_factory=list)
    comment: str = ""
    clock: float | None = None
    """Seconds the mover had left after this move."""
    spent: float | None = None
    """Seconds the mover was charged for this move."""
    evaluation: float | None = None
    """Win rate (0..1) of the first player after this move."""
    properties: dict[str, list[str]] = field(default_factory=dict)
    """What a file said that we do not know, kept as it was; and ``wall``."""

    @property
    def wall(self) -> float | None:
        """Seconds of wall-clock time that the move took, where processor time was charged.

        >>> node = Node(None, None)
        >>> node.wall = 2.5
        >>> node.wall, node.properties
        (2.5, {'BYWT': ['2.5']})
        """
        try:
            seconds = float(self.properties[WALL][0])
        except (LookupError, ValueError):  # a file may say anything
            return None
        return seconds if 0 <= seconds < inf else None

    @wall.setter
    def wall(self, seconds: float) -> None:
        self.properties[WALL] = [f"{seconds:g}"]


class GameRecord:
    """A tree of moves from a starting position. Node 0 is the start; the first child is the main line.

    >>> import boyi
    >>> record = GameRecord(boyi.game("tictactoe"))
    >>> node = record.play_text("b2 a1 c3")
    >>> record.plies, record.text(node)
    (3, 'b2 a1 c3')
    >>> aside = record.play_text("a2", at=record.main_line()[1])  # a variation on move 2
    >>> record.text(aside), record.plies
    ('b2 a2', 3)
    """

    def __init__(
        self, game: Game, start: Position | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.start = start if start is not None else game.start()
        if self.start.game != game:
            raise BadPosition(
                "The starting position is of {one}, the record of {other}.", one=self.start.game, other=game
            )
        self.headers: dict[str, str] = dict(headers or {})
        self.result: Outcome | None = None
        """The result as the match or the file gave it (resignation, time…)."""
        self.detail: Message | None = None
        """What happened at the end, where the reason alone does not say it; files hold it as English text."""
        self.nodes: list[Node] = [Node(None, None)]
        self._positions: dict[int, Position] = {ROOT: self.start}
        self._recent: dict[int, Position] = {}
        self._end: int | None = ROOT
        self._plies = 0  # of the main line, where _end is known
        self._history: tuple[int, Counter[int]] = (ROOT, Counter([self.start.key]))

    def snapshot(self) -> GameRecord:
        """A copy for another thread to read: the nodes are the same, positions are remembered apart."""
        copy = GameRecord(self.game, self.start, self.headers)
        copy.nodes = self.nodes.copy()
        copy.result, copy.detail = self.result, self.detail
        copy._end = None
        return copy

    # Growing

    def play(self, move: int, at: int | None = None) -> int:
        """Play a move after node ``at`` (default: the end of the main line); return its node.

        A move that is there already is not added twice; any other second move starts a variation.
        """
        parent = self.end if at is None else at
        for child in self.nodes[parent].children:
            if self.nodes[child].move == move:
                return child
        ended = self.outcome_at(parent)
        if ended is not None:
            raise IllegalMove.of(no_more_moves(ended))
        position = self.position_at(parent).play(move)
        self.nodes.append(Node(int(move), parent))
        node = len(self.nodes) - 1
        self.nodes[parent].children.append(node)
        if parent == self._end:
            self._end = node
            self._plies += 1
        self._keep(node, position, lasting=node % STRIDE == 0)
        return node

    def play_text(self, text: str, at: int | None = None) -> int:
        """Play moves in the game's notation, separated by spaces; return the last node."""
        node = self.end if at is None else at
        for word in text.split():
            node = self.play(self.game.parse_move(word, self.position_at(node)), node)
        return node

    def play_line(self, moves: Iterable[int], passing: int | None = None) -> int:
        """Play moves at the end of the main line; return the last node. Quicker than one by one.

        ``passing`` is put in where it is the only legal move and another one comes. An illegal move raises
        ``IllegalMove``; those before it have been played.
        """
        if self.game.repetition_limit is not None or self.result is not None:
            for move in moves:
                if passing is not None and move != passing and self.position.moves() == (passing,):
                    self.play(passing)
                self.play(move)
            return self.end
        node, position, nodes = self.end, self.position, self.nodes
        for move in moves:
            steps: tuple[int, ...] = (move,)
            legal = position.is_legal(move)
            if passing is not None and not legal and position.is_legal(passing):
                steps = (passing, move)
            for step in steps:
                # What was found legal is not asked again.
                position = position._after(step) if legal else position.play(step)
                child = len(nodes)
                nodes.append(Node(step, node))
                nodes[node].children.append(child)
                node = self._end = child
                self._plies += 1
                if node % STRIDE == 0:
                    self._positions[node] = position
        if node % STRIDE:
            self._keep(node, position, lasting=False)
        return node

    def take_back(self, plies: int = 1) -> int:
        """Remove the last moves of the main line (with their variations); return the new end."""
        end = self.end
        for _ in range(plies):
            parent = self.nodes[end].parent
            if parent is None:
                break
            self.remove(end)
            end = parent
        self.result = None
        return end

    def remove(self, node: int) -> None:
        """Cut a node and everything after it off the tree (its number is not used again)."""
        parent = self.nodes[node].parent
        if parent is None:
            raise IllegalMove("The start of a record cannot be removed.")
        self.nodes[parent].children.remove(node)
        self._end = None
        self._history = (ROOT, Counter([self.start.key]))
        pending = [node]
        while pending:
            gone = pending.pop()
            self._positions.pop(gone, None)
            self._recent.pop(gone, None)
            pending += self.nodes[gone].children

    def promote(self, node: int) -> None:
        """Make the line through ``node`` the main line."""
        self._end = None
        for step in self.path(node)[1:]:
            siblings = self.nodes[self._parent(step)].children
            siblings.remove(step)
            siblings.insert(0, step)

    # Reading

    @property
    def end(self) -> int:
        """The last node of the main line."""
        if self._end is None:
            node = ROOT
            self._plies = 0
            while self.nodes[node].children:
                node = self.nodes[node].children[0]
                self._plies += 1
            self._end = node
        return self._end

    @property
    def plies(self) -> int:
        """How many moves the main line has."""
        _ = self.end  # the count is taken where the end is looked for
        return self._plies

    @property
    def moves(self) -> list[int]:
        """The moves of the main line."""
        return self.moves_to(self.end)

    def main_line(self) -> list[int]:
        """The nodes of the main line, from the root."""
        return self.path(self.end)

    def path(self, node: int) -> list[int]:
        """The nodes from the root to ``node``."""
        steps = [node]
        while (parent := self.nodes[steps[-1]].parent) is not None:
            steps.append(parent)
        return steps[::-1]

    def moves_to(self, node: int) -> list[int]:
        """The moves from the start to ``node``."""
        return [move for step in self.path(node) if (move := self.nodes[step].move) is not None]

    def walk(self) -> Iterator[int]:
        """All living nodes, each before its children, main line first."""
        pending = [ROOT]
        while pending:
            node = pending.pop()
            yield node
            pending += reversed(self.nodes[node].children)

    @property
    def position(self) -> Position:
        """The position at the end of the main line."""
        return self.position_at(self.end)

    def position_at(self, node: int) -> Position:
        """The position after ``node``."""
        missing = []
        while (position := self._recent.get(node) or self._positions.get(node)) is None:
            missing.append(node)
            node = self._parent(node)
        for number, step in enumerate(reversed(missing), start=1):
            move = self.nodes[step].move
            assert move is not None
            position = position.play(move)
            self._keep(step, position, lasting=number % STRIDE == 0)
        return position

    def _keep(self, node: int, position: Position, lasting: bool) -> None:
        if lasting:
            self._positions[node] = position
            return
        self._recent[node] = position
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]

    def repetitions(self, node: int | None = None) -> int:
        """How often the position at ``node`` has stood on the board up to there, side to move included."""
        node = self.end if node is None else node
        tip, seen = self._history
        if tip != node:
            # The count moves along the tree, so visiting a whole tree costs a step a node, not a line a node.
            left, entered = self._way(tip, node)
            seen.subtract(self.position_at(step).key for step in left)
            seen.update(self.position_at(step).key for step in entered)
            self._history = (node, seen)
        return seen[self.position_at(node).key]

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended at the end of the main line, or None while it is not over."""
        return self.outcome_at(self.end)

    def outcome_at(self, node: int) -> Outcome | None:
        """How the game stands at ``node``: ended by the board, by repetition, or by the result."""
        limit = self.game.repetition_limit
        if (ended := self.position_at(node).outcome) is not None:
            return ended
        if limit is not None and self.repetitions(node) >= limit:
            return Outcome(None, "repetition")
        return self.result if node == self.end else None

    def text(self, node: int | None = None) -> str:
        """The moves up to ``node`` in the game's notation."""
        steps = self.path(self.end if node is None else node)
        words = []
        for before, step in pairwise(steps):
            move = self.nodes[step].move
            assert move is not None
            words.append(self.game.format_move(move, self.position_at(before)))
        return " ".join(words)

    def _way(self, tip: int, node: int) -> tuple[list[int], list[int]]:
        """The nodes one leaves and those one enters on the way from ``tip`` to ``node``."""
        climbs = [tip], [node]
        marks = {tip}, {node}
        while climbs[0][-1] not in marks[1] and climbs[1][-1] not in marks[0]:
            for climb, mark in zip(climbs, marks, strict=True):
                if (parent := self.nodes[climb[-1]].parent) is not None:
                    climb.append(parent)
                    mark.add(parent)
        meeting = climbs[0][-1] if climbs[0][-1] in marks[1] else climbs[1][-1]
        return climbs[0][: climbs[0].index(meeting)], climbs[1][: climbs[1].index(meeting)]

    def _parent(self, node: int) -> int:
        parent = self.nodes[node].parent
        assert parent is not None
        return parent

    def __repr__(self) -> str:
        ended = self.outcome
        told = "" if ended is None else f": {outcome_sentence(ended, self.game.players)}"
        return f"<{self.game.name} record, {self.plies} moves{told}>"

    def _repr_html_(self) -> str:
        return renderer().record_html(self)

    # Crossing layers: plain data

    def to_data(self) -> dict[str, Any]:
        """Everything the record holds as plain JSON-ready data; ``from_data`` reads it back."""
        fields = ("comment", "clock", "spent", "evaluation", "properties")
        number = {node: place for place, node in enumerate(self.walk())}
        nodes = []
        for place in number:
            node = self.nodes[place]
            entry: dict[str, Any] = (
                {} if node.parent is None else {"move": node.move, "parent": number[node.parent]}
            )
            entry |= {name: value for name in fields if (value := getattr(node, name)) not in ("", None, {})}
            nodes.append(entry)
        result = self.result
        return {
            "game": self.game.name,
            "options": dict(self.game.settings),
            "start": self.game.format_position(self.start),
            "headers": dict(self.headers),
            "result": None
            if result is None
            else {"winner": result.winner, "reason": result.reason, "score": result.score},
            "nodes": nodes,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> GameRecord:
        """Rebuild a record from ``to_data``; every move is checked."""
        game = make_game(data["game"], **data["options"])
        record = cls(game, game.parse_position(data["start"]), data["headers"])
        for entry in data["nodes"]:
            entry = dict(entry)
            move, parent = entry.pop("move", None), entry.pop("parent", None)
            node = ROOT if parent is None else record.play(move, parent)
            for name, value in entry.items():
                setattr(record.nodes[node], name, value)
        if (result := data["result"]) is not None:
            record.result = Outcome(result["winner"], result["reason"], result["score"])
        return record

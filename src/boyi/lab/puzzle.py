"""Puzzles: positions with a move to find, each proved by a search.

The sets that come with Boyi are files in the folder beside this module, one for each game, sorted by
difficulty; ``tools/make_puzzles.py`` makes them from games of the engine against itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from boyi.core.errors import BadOption, UnknownName, shorten
from boyi.core.game import Position
from boyi.core.message import Message, Term, listing
from boyi.core.registry import make_game
from boyi.core.result import DECIDED
from boyi.engines.search import search
from boyi.engines.solvers import solve

FOLDER = Path(__file__).parent / "puzzles"
Goal = Literal["win", "score"]
NODES = 200_000
"""Positions that are searched to judge a move that is not among the answers."""
SECONDS = 10.0
"""The same for solvers, which have no other limit."""


@dataclass(frozen=True)
class Puzzle:
    """A position, what is asked for, and the moves that are proved to be right."""

    game: str
    position: str
    goal: Goal
    """``win``: a move that wins by force; ``score``: a move with the best exact score."""
    answers: tuple[str, ...]
    """All moves that are known to be right, in the game's notation."""
    line: tuple[str, ...]
    """Best play from here, as far as it was proved."""
    plies: int
    """With ``win``: how long the line is that proves it; with ``score``: empty cells."""
    score: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def start(self) -> Position:
        """The position that is given."""
        return make_game(self.game, **self.options).parse_position(self.position)

    @property
    def task(self) -> Message:
        """What to do, as a sentence."""
        side = Term(self.start.game.players[self.start.turn])
        if self.goal == "win":
            return Message("{side} to move: find a move that wins by force.", side=side)
        return Message("{side} to move: find the best score.", side=side)

    def judge(self, move: int) -> bool:
        """Whether a legal move is right; one that is not among the answers is searched."""
        name = self.start.game.format_move(move, self.start)
        after = self.start.play(move)
        if name in self.answers:
            return True
        if self.goal == "score":
            return False  # every move with the best score is an answer
        if after.outcome is not None:
            return after.outcome.winner == self.start.turn
        return is_lost(after)

    def to_data(self) -> dict[str, Any]:
        """Plain data for the file."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Puzzle:
        """Read ``to_data`` back."""
        return cls(**{**data, "answers": tuple(data["answers"]), "line": tuple(data["line"])})


def is_lost(position: Position) -> bool:
    """Whether the side to move is proved to lose: by the game's solver of wins, else by alpha-beta."""
    try:
        return solve(position, kind="win", seconds=SECONDS).win is False
    except (UnknownName, BadOption):  # this game has no such solver
        found = search(position, player="alphabeta", nodes=NODES)
        return found.score is not None and found.score < -DECIDED


def puzzle_games() -> list[str]:
    """The games that have a set of puzzles."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def puzzles(game: str) -> list[Puzzle]:
    """The puzzles of a game, the easiest first."""
    if game not in (known := puzzle_games()):
        raise UnknownName(
            "There are no puzzles for {game}: choose {offered}.", game=shorten(game), offered=listing(known)
        )
    lines = (FOLDER / f"{game}.json").read_text(encoding="utf-8").splitlines()
    return [Puzzle.from_data(json.loads(line)) for line in lines]

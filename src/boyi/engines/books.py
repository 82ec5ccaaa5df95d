"""Opening books: positions with their best moves and win rates, made by searches of the engine.

A book grows where play is likely to go: the next position is the one with the fewest plies and the smallest
losses on the way to it (drop-out expansion). Win rates come from the ends of the book. One position stands
for all that a symmetry of the board turns into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any

from boyi.core.errors import BoyiError, printable
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.registry import make_game
from boyi.core.result import Candidate, SearchResult
from boyi.core.system import system_reason, write_whole
from boyi.engines.search import search

FOLDER = Path(__file__).parents[1] / "books"
LOSS_OF_PLY = 0.04
"""A loss of so much win rate makes a line as unlikely as one ply more."""
DEEPEST = 40
MARGIN = 0.015
"""The margin of a book that names none."""


@dataclass(frozen=True, slots=True)
class BookSettings:
    """What decides about a book."""

    game: str
    options: Mapping[str, Any]
    """The game's settings, such as size and rule."""
    nodes: int
    """Nodes of the search of each position."""
    candidates: int
    """Moves that are kept of each position."""
    margin: float = MARGIN
    """The win rate that variety in the moves may cost."""


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of a position as the book has it, and the win rate of the side that plays it."""

    move: int
    rate: float


class Book:
    """Positions and their moves."""

    def __init__(self, settings: BookSettings, entries: Mapping[str, list[BookMove]] | None = None) -> None:
        self.settings = settings
        self.game = make_game(settings.game, **settings.options)
        self.entries = dict(entries or {})
        self.path: Path | None = None
        """The file that it was read from."""
        self._known: dict[int, tuple[str, int]] = {}

    @classmethod
    def read(cls, path: Path) -> Book:
        """The book in a file."""
        data = loads(path.read_text())
        settings = BookSettings(
            data["game"],
            data["options"],
            int(data["nodes"]),
            int(data["candidates"]),
            _rate(data.get("margin", MARGIN)),
        )
        entries = {
            key: [BookMove(int(move), _rate(rate)) for move, rate in moves]
            for key, moves in data["positions"].items()
        }
        book = cls(settings, entries)
        book.path = path
        return book

    @classmethod
    def open(cls, path: Path) -> Book:
        """The book in a file that somebody names; a sentence where there is none."""
        try:
            return cls.read(path)
        except OSError as error:
            raise BoyiError(
                "The opening book {file} cannot be read: {reason}.",
                file=printable(str(path)),
                reason=system_reason(error),
            ) from None
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, BoyiError):
            raise BoyiError(
                "{file} is no opening book: boyi book makes one.", file=printable(str(path))
            ) from None

    def write(self, path: Path) -> None:
        """Save it; equal books are equal files."""
        head = {
            "game": self.settings.game,
            "options": dict(self.settings.options),
            "nodes": self.settings.nodes,
            "candidates": self.settings.candidates,
            "margin": self.settings.margin,
        }
        lines = [
            f"{dumps(key)}: {dumps([[one.move, one.rate] for one in moves], separators=(',', ':'))}"
            for key, moves in sorted(self.entries.items())
        ]
        positions = ",\n".join(lines)
        write_whole(path, f'{dumps(head)[:-1]}, "positions": {{\n{positions}\n}}}}\n'.encode())

    def moves(self, position: Position) -> list[BookMove]:
        """The moves of a position, the best first; empty if the book does not have it."""
        if not self.suits(position.game):
            return []
        key, symmetry = self.canonical(position)
        if key not in self.entries:
            return []
        # From the book's orientation back to the position's.
        table = {position.game.transform_move(move, symmetry): move for move in position.moves()}
        known = [replace(one, move=table[one.move]) for one in self.entries[key] if one.move in table]
        return sorted(known, key=lambda one: -one.rate)

    def canonical(self, position: Position) -> tuple[str, int]:
        """As the function of that name, remembered."""
        if position.key not in self._known:
            self._known[position.key] = canonical(position)
        return self._known[position.key]

    def suits(self, game: Game) -> bool:
        """Whether it is about this game with these settings."""
        return game == self.game

    def check_game(self, game: Game) -> None:
        """Raise a sentence if it is about another game, or about other settings of this one."""
        if not self.suits(game):
            raise BoyiError(
                "The opening book {file} is for {own}, not for {game}.",
                file=printable(str(self.path)),
                own=_described(self.game),
                game=_described(game),
            )

    def answer(self, position: Position) -> SearchResult | None:
        """The book's moves in the shape of a search's answer, or None."""
        moves = self.moves(position)
        if not moves:
            return None
        candidates = tuple(Candidate(one.move, 0, one.rate, pv=(one.move,)) for one in moves)
        best = moves[0]
        return SearchResult(best.move, None, best.rate, (best.move,), candidates, 0, 0, 0.0)

    def choose(self, position: Position, random: Random) -> SearchResult | None:
        """One of the moves that are nearly as good as the best one, or None."""
        if (result := self.answer(position)) is None:
            return None
        margin = self.settings.margin
        good = [one.move for one in result.candidates if one.win_rate >= result.win_rate - margin]
        # The book has one of the moves that a symmetry of the position turns into each other.
        game = position.game
        same = [number for number in range(game.symmetries) if game.transform(position, number) == position]
        return result.choosing(game.transform_move(random.choice(good), random.choice(same)))


class BookBuilder:
    """Grows a book; it can be stopped at any time and resumed from its file."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def grow(self, positions: int, report: Callable[[int], object]) -> None:
        """Add positions until there are so many, or none is left; ``report`` gets their number."""
        while len(self.book.entries) < positions:
            found = self._next(self.book.game.start(), 0, {})
            if found is None:
                return
            self._add(found[1])
            self._back_up(self.book.game.start(), 0, set())
            report(len(self.book.entries))

    def _add(self, position: Position) -> None:
        settings = self.book.settings
        # Of moves that a symmetry turns into each other one is enough.
        game = position.game
        images = sum(game.transform(position, number) == position for number in range(game.symmetries))
        several = f"{game.engine.rstrip(':')}:multi={settings.candidates * images}"
        result = search(position, nodes=settings.nodes, player=several)
        key, symmetry = self.book.canonical(position)
        moves, seen = list[BookMove](), set[str]()
        for one in result.candidates:
            image = self.book.canonical(position.play(one.move))[0]
            if image not in seen and len(moves) < settings.candidates:
                seen.add(image)
                moves.append(
                    BookMove(position.game.transform_move(one.move, symmetry), round(one.win_rate, 3))
                )
        self.book.entries[key] = moves

    def _next(
        self, position: Position, depth: int, known: dict[str, tuple[float, Position] | None]
    ) -> tuple[float, Position] | None:
        """How unlikely the most likely position is that the book does not have, and that position."""
        if position.outcome is not None or depth > DEEPEST:
            return None
        key = self.book.canonical(position)[0]
        if key not in self.book.entries:
            return 0.0, position
        if key not in known:
            known[key] = None
            moves, best = self.book.moves(position), None
            for one in moves:
                if 0.0 < one.rate < 1.0 and (below := self._next(position.play(one.move), depth + 1, known)):
                    cost = below[0] + 1 + (moves[0].rate - one.rate) / LOSS_OF_PLY
                    if best is None or cost < best[0]:
                        best = cost, below[1]
            known[key] = best
        return known[key]

    def _back_up(self, position: Position, depth: int, done: set[str]) -> float | None:
        """Take the win rates over from the ends of the book; that of the side to move, None outside it."""
        key, symmetry = self.book.canonical(position)
        entry = self.book.entries.get(key)
        if entry is None or not entry or depth > DEEPEST:
            return None
        if key not in done:
            done.add(key)
            fresh = []
            for one in self.book.moves(position):
                below = self._back_up(position.play(one.move), depth + 1, done)
                rate = one.rate if below is None else round(1 - below, 3)
                fresh.append(BookMove(position.game.transform_move(one.move, symmetry), rate))
            self.book.entries[key] = sorted(fresh, key=lambda one: -one.rate)
        return max(one.rate for one in self.book.entries[key])


def _rate(number: Any) -> float:
    """A win rate of a file."""
    rate = float(number)
    if not 0 <= rate <= 1:
        raise ValueError
    return rate


def canonical(position: Position) -> tuple[str, int]:
    """The key of a position and its images, and the symmetry that leads to the book's orientation."""
    game = position.game
    if not isinstance(game, GridGame):
        raise BoyiError("There are books for games on a board of cells only.")
    cells, symmetry = min(
        (as_grid(game.transform(position, symmetry)).cells, symmetry) for symmetry in range(game.symmetries)
    )
    return blake2b(f"{cells} {position.turn}".encode(), digest_size=8).hexdigest(), symmetry


def _described(game: Game) -> str:
    return " ".join([game.name, *(f"{name}={value}" for name, value in game.settings.items())])


def shipped_book(game: Game) -> Book | None:
    """The book that comes with Boyi for this game and its settings."""
    book = _shipped(FOLDER / f"{game.name}.json")
    return book if book is not None and book.suits(game) else None


@cache
def _shipped(path: Path) -> Book | None:
    return Book.read(path) if path.exists() else None

"""The signature: one number for what all searches do on fixed positions, and how fast they do it.

A commit that changes the number changes how Boyi plays, and says so. It holds for one build on one machine:
other compilers may round the exploration of a tree search differently.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from zlib import crc32

from boyi.core.game import Game, Position
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.core.result import SearchResult
from boyi.engines.search import search

POSITIONS = {
    "gomoku": ("h8 h10 g7 i9 f8 j8", "h8 h10 g7 i9 f8 j8 k7 k9 i7 h9 j7 h7 g9 f12"),
    "othello": (
        "e6 f6 f5 f4 g6 c5 g4 g7 f7 h4",
        "e6 f6 f5 f4 g6 c5 g4 g7 f7 h4 h3 h7 h8 g8 d6 e7 h5 g5 f8 g3 e8 h6 g2 h2 h1 g1 c6 d7 f1 b6",
    ),
    "loa": (
        "b1-d3 h3-e3 d1-b3 a5-c7 f8-d6 h4-f2 b3-b1 f2-c2",
        "b1-d3 h3-e3 d1-b3 a5-c7 f8-d6 h4-f2 b3-b1 f2-c2 e8-g6 a6xd3 g8-g5 h2-e2 d8-d5 d3-g3 b8-b6 g3-d3",
    ),
    "nogo": (
        "G5 J4 A1 F5 D1 J7 A6 F6 D7 J6",
        "G5 J4 A1 F5 D1 J7 A6 F6 D7 J6 E1 F2 G1 F1 C7 C3 C4 E9 H4 B4 C5 D2 A9 D8 F4 D6",
    ),
}
PLAYERS = {"mcts": (20_000, 200), "alphabeta": (50_000, 200)}
"""What is run, and how many nodes it gets on native and on Python positions."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One search of the signature."""

    game: str
    player: str
    move: str
    nodes: int
    seconds: float
    mark: int
    """A checksum of everything whole-numbered that the search answered."""


def bench_games(backend: str | None = None) -> list[Game]:
    """The games of the signature."""
    return [make_game(name, backend=backend) for name in POSITIONS]


def samples(games: list[Game], seed: int = 0) -> Iterator[Sample]:
    """Run all searches, one by one."""
    for game in games:
        for line in ("", *POSITIONS[game.name]):
            record = GameRecord(game)
            record.play_text(line)
            for player, (native, python) in PLAYERS.items():
                nodes = python if game.backend == "python" else native
                began = perf_counter()
                result = search(record, player=player, nodes=nodes, seed=seed)
                seconds = perf_counter() - began
                yield Sample(
                    game.name, player, _move(record.position(), result), result.nodes, seconds, mark(result)
                )


def mark(result: SearchResult) -> int:
    """A checksum of an answer."""
    lines = [[candidate.move, candidate.visits, *candidate.pv] for candidate in result.candidates]
    return crc32(json.dumps([result.move, result.nodes, result.depth, result.proven, lines]).encode())


def signature(found: list[Sample]) -> int:
    """The one number: it depends on every answer and on their order."""
    return crc32(json.dumps([sample.mark for sample in found]).encode())


def _move(position: Position, result: SearchResult) -> str:
    return position.game.format_move(result.move, position)

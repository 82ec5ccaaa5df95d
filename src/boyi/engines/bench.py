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
from boyi.core.registry import game_class, game_names, make_game
from boyi.core.result import SearchResult
from boyi.engines.search import search

PLAYERS = {"mcts": (20_000, 200), "alphabeta": (50_000, 200)}
"""What is run, and how many nodes it gets on native and on Python positions."""


@dataclass(frozen=True, slots=True)
class BenchSample:
    """One search of the signature."""

    game: str
    player: str
    move: str
    nodes: int
    seconds: float
    mark: int
    """A checksum of everything whole-numbered that the search answered."""


def bench_games(backend: str | None = None) -> list[Game]:
    """The games of the signature: those that bring lines for it."""
    return [make_game(name, backend=backend) for name in game_names() if game_class(name).bench]


def samples(games: list[Game], seed: int = 0) -> Iterator[BenchSample]:
    """Run all searches, one by one."""
    for game in games:
        for line in ("", *game.bench):
            record = GameRecord(game)
            record.play_text(line)
            for player, (native, python) in PLAYERS.items():
                nodes = python if game.backend == "python" else native
                began = perf_counter()
                result = search(record, player=player, nodes=nodes, seed=seed)
                seconds = perf_counter() - began
                yield BenchSample(
                    game.name, player, _move(record.position, result), result.nodes, seconds, mark(result)
                )


def mark(result: SearchResult) -> int:
    """A checksum of an answer."""
    lines = [[candidate.move, candidate.visits, *candidate.pv] for candidate in result.candidates]
    return crc32(json.dumps([result.move, result.nodes, result.depth, result.proven, lines]).encode())


def signature(found: list[BenchSample]) -> int:
    """The one number: it depends on every answer and on their order."""
    return crc32(json.dumps([sample.mark for sample in found]).encode())


def _move(position: Position, result: SearchResult) -> str:
    return position.game.format_move(result.move, position)

"""Games of NoGo's tree search against itself, written down for those who learn from them.

A game begins with some random moves; for a while moves are drawn by their visits, then the most visited one
is played, and now and then a random one. ``native/nogo/fitting.hpp`` says how a game is written.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from boyi.core.registry import make_game
from boyi.native.mcts import native_options
from boyi.native.position import NativePosition
from boyi.settings.mcts import FastMctsConfig

RANDOM, PROVEN = 1, 2
"""What is marked at a move."""
RANDOM_OF = 25
"""Of so many moves one is random, so that bad positions are seen."""
SEARCH: dict[str, Any] = {"learned": 0.5, "policy": 0.3, "reduction": 0.1, "expand": 1}
"""What the search is told beside the game's own settings, so that other defaults give the same games."""
MEMORY = 16 << 20
"""Bytes of the tree: more than a game with few nodes a move needs."""


def play(size: int, nodes: int, seed: int) -> bytes:
    """One game by the weights that the native module has, with so many nodes a move."""
    import boyi._native as native

    game = make_game("nogo", size=size)
    options = native_options(replace(FastMctsConfig.strong(game), **SEARCH), game.playout_cap)
    rng = Random(seed)
    opening = int(rng.random() * size)
    drawn = opening + size
    position = game.start()
    assert isinstance(position, NativePosition)
    board = position.board
    search = native.mcts(board, options, [])
    plies: list[bytes] = []
    while board.outcome is None:
        lines, *_ = search.run(seconds=1e8, nodes=nodes, threads=1, seed=seed + len(plies), memory=MEMORY)
        best, proven = lines[0], lines[0][8]
        move, flags = best[0], PROVEN if proven else 0
        if len(plies) < opening or int(rng.random() * RANDOM_OF) == 0:
            moves = board.moves()
            move, flags = moves[int(rng.random() * len(moves))], flags | RANDOM
        elif len(plies) < drawn and not proven:
            move = _drawn([(line[0], line[1]) for line in lines], rng)
        plies.append(_written(move, flags, best[2], [(line[0], line[1]) for line in lines]))
        search.advance(move)
        board = board.play(move)
    return len(plies).to_bytes(2, "little") + b"".join(plies)


def _drawn(visited: list[tuple[int, int]], rng: Random) -> int:
    """A move, each as likely as its share of the visits."""
    rest = rng.random() * sum(visits for _, visits in visited)
    for move, visits in visited:
        rest -= visits
        if rest < 0:
            return move
    return visited[0][0]


def _written(move: int, flags: int, rate: float, visited: list[tuple[int, int]]) -> bytes:
    """One ply of a record."""
    most = max(1, *(visits for _, visits in visited), 1)
    shares = [(cell, round(255 * visits / most)) for cell, visits in visited]
    head = bytes((move, flags)) + round(rate * 65535).to_bytes(2, "little") + bytes((len(shares),))
    return head + bytes(number for pair in shares for number in pair)

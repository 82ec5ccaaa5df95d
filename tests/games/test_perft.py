"""The published and cross-checked node counts in the ``.perft`` files, on every back end.

A line is ``options | position | counts from depth 1``; the position may be ``start``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from tests.effort import some

LIMIT = {"python": some(60_000), "native": some(60_000_000)}
"""The largest count that a back end recounts in the quick run."""


def lines() -> list[tuple[str, str, str, list[int]]]:
    found = []
    for file in sorted(Path(__file__).parent.glob("*.perft")):
        for line in file.read_text().splitlines():
            if line and not line.startswith("#"):
                options, position, counts = (part.strip() for part in line.split("|"))
                found.append((file.stem, options, position, [int(count) for count in counts.split()]))
    return found


@pytest.mark.parametrize(("name", "options", "text", "counts"), lines())
def test_counts(name: str, options: str, text: str, counts: list[int]) -> None:
    settings = dict(word.split("=") for word in options.split())
    for backend in available(boyi.game(name, backend="python", **settings)):
        game = boyi.game(name, backend=backend, **settings)
        position = game.start() if text == "start" else game.parse_position(text)
        within = [count for count in counts if count <= LIMIT[backend]]
        assert [position.perft(depth + 1) for depth in range(len(within))] == within, backend


def test_every_game_has_a_perft_file() -> None:
    assert {line[0] for line in lines()} == set(boyi.game_names())

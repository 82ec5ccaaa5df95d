"""One whole game of each kind, written down: a change of rules, notation or drawing shows as a diff.

After a deliberate change, ``BOYI_WRITE=1 pytest tests/playthroughs`` writes the files anew.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import boyi
from tests.conformance.cases import CASES, SETTINGS, Case

FOLDER = Path(__file__).parent


def playthrough(game: boyi.Game, seed: int = 2026, plies: int = 40) -> str:
    """A random game as text: moves, keys, legal moves and some boards."""
    chooser = random.Random(seed)
    record = boyi.GameRecord(game)
    lines = [repr(game)]
    while (ended := record.outcome) is None and record.plies < plies:
        position = record.position
        moves = [game.format_move(move, position) for move in position.legal_moves]
        shown = " ".join(moves[:12]) + (" …" if len(moves) > 12 else "")
        move = chooser.choice(position.moves())
        lines += [
            "",
            f"{record.plies + 1}. {game.players[position.turn]} to move, {len(moves)} moves: {shown}",
        ]
        lines += [f"key {position.key:016x}, plays {game.format_move(move, position)}"]
        record.play(move)
        if record.plies % 10 == 1:
            lines += [game.draw(record.position, last=move)]
    lines += ["", str(record.position), game.format_position(record.position), f"{ended}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_game_goes_as_written(case: Case) -> None:
    file = FOLDER / f"{Case(case.name, case.settings)}.txt"
    text = playthrough(case.game())
    if os.environ.get("BOYI_WRITE"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def test_no_file_is_left_over() -> None:
    written = {file.stem for file in FOLDER.glob("*.txt")}
    assert written == {str(case) for case in SETTINGS}

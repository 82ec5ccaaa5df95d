"""Animations are made frame by frame and stay small, however long the game and however large the board."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops

import boyi
from boyi import GameRecord
from boyi.core.grid import GridGame, as_grid
from boyi.drawing import animation_note, render_gif, stream_gif
from boyi.drawing.animation import LARGEST_EDGE, Canvas
from boyi.drawing.export import MOST_FRAMES
from boyi.drawing.painter import Painter


def drawn_gomoku(size: int) -> GameRecord:
    """A game that fills the board: pairs of one colour in each row, shifted by one each row."""
    record = GameRecord(boyi.game("gomoku", size=size))
    cells: tuple[list[int], list[int]] = ([], [])
    for cell in range(size * size):
        row, column = divmod(cell, size)
        cells[(column // 2 + row) % 2].append(cell)
    for ply in range(size * size):
        record.play(cells[ply % 2][ply // 2])
    return record


@pytest.mark.parametrize("name", ["gomoku", "othello", "loa", "nogo"])
@pytest.mark.parametrize("scale", [0.25, 0.4, 0.675, 0.75, 1.0])
def test_redrawing_what_has_changed_gives_the_whole_picture(name: str, scale: float) -> None:
    game, chance = boyi.game(name), Random(name)
    assert isinstance(game, GridGame)
    painter = Painter(game, scale)
    canvas, position = Canvas(painter), game.start()
    marked: tuple[int, ...] = ()
    for _ in range(30):
        cells = as_grid(position).cells
        canvas.show(cells, marked)
        assert canvas.picture is not None
        assert ImageChops.difference(canvas.picture, painter.paint(cells, marked)).getbbox() is None
        if position.outcome is not None:
            break
        move = chance.choice(position.moves())
        position, marked = position.play(move), game.move_cells(move)


def test_every_frame_shows_its_position() -> None:
    record = GameRecord(boyi.game("othello"))
    record.play_text("f5 d6 c3 d3")
    painter = Painter(record.game, 0.75)  # type: ignore[arg-type]
    with Image.open(BytesIO(render_gif(record))) as film:
        for place, node in enumerate(record.main_line()):
            film.seek(place)
            move = record.nodes[node].move
            marked = () if move is None else painter.game.move_cells(move)
            right = painter.paint(as_grid(record.position_at(node)).cells, marked)
            difference = ImageChops.difference(film.convert("RGB"), right)
            # 64 colours stand for all of them: a little off, but nowhere another stone.
            assert max(high for _, high in difference.getextrema()) < 64  # type: ignore[misc]


def test_a_long_game_on_a_large_board_is_shown_in_steps_and_smaller() -> None:
    record = drawn_gomoku(28)
    data = render_gif(record)
    assert len(data) < 4_000_000
    with Image.open(BytesIO(data)) as film:
        assert film.n_frames <= MOST_FRAMES  # type: ignore[attr-defined]
        assert max(film.size) <= LARGEST_EDGE
        film.seek(film.n_frames - 1)  # type: ignore[attr-defined]
        assert film.info["duration"] == 3000
    assert "every 2nd" in str(animation_note(record.plies))
    assert animation_note(60) is None


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
def test_the_memory_of_an_animation_does_not_grow_with_its_frames() -> None:
    """In a process of its own: the peak while a game of 784 moves is drawn, against that before it."""
    code = (
        "from tests.drawing.test_animation import drawn_gomoku\n"
        "from boyi.drawing import render_gif\n"
        "def peak(): return int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) // 1024\n"
        "record = drawn_gomoku(28)\n"
        "before = peak(); render_gif(record); print(peak() - before)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(said) < 80  # one frame after the other; all at once they are more than 400


def test_frames_are_made_when_they_are_asked_for() -> None:
    pieces = stream_gif(drawn_gomoku(15))
    assert next(pieces).startswith(b"GIF89a")
    assert next(pieces)

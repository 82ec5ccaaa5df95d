"""Pictures show what stands on the board."""

from __future__ import annotations

import time
from io import BytesIO
from random import Random

import pytest
from PIL import Image

import boyi
import boyi.drawing as boyi_drawing
import boyi.pictures as boyi_pictures
from boyi import GameRecord
from boyi.core.grid import GridGame
from boyi.drawing import CannotDraw, render_gif, render_png


def open_png(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def test_pictures_keep_the_name_that_scripts_import() -> None:
    assert boyi_pictures.__all__ == boyi_drawing.__all__
    assert boyi_pictures.render_png is render_png


@pytest.mark.parametrize("name", [name for name in boyi.game_names() if name != "coin2x2"])
def test_every_game_has_its_picture(name: str) -> None:
    game = boyi.game(name)
    assert isinstance(game, GridGame)
    picture = open_png(render_png(game.start()))
    edge = 52 + 32 * game.size
    assert picture.size == (edge, edge)
    played = game.start().play(game.start().moves()[0])
    assert open_png(render_png(played)).tobytes() != picture.tobytes()
    assert open_png(render_png(game.start(), scale=2)).size == (2 * edge, 2 * edge)


def test_stones_have_their_colours() -> None:
    position = boyi.game("nogo").start().play_text("E5 D4")
    picture = open_png(render_png(position))

    def brightness(row: int, column: int) -> int:
        pixel = picture.getpixel((26 + 32 * column + 11, 26 + 32 * row + 11))
        assert isinstance(pixel, tuple)
        return sum(pixel)

    assert brightness(4, 4) < 350 < 500 < brightness(2, 2) < 650 < brightness(5, 3)


def test_an_animation_has_a_frame_a_move() -> None:
    record = GameRecord(boyi.game("loa"))
    record.play_text("b1-b3 a2-c2 c1-a3")
    with Image.open(BytesIO(render_gif(record, seconds=0.2))) as film:
        assert film.n_frames == 4  # type: ignore[attr-defined]
        assert film.info["loop"] == 0
        film.seek(1)
        assert film.info["duration"] == 200


def test_a_full_board_does_not_take_long() -> None:
    record, chance = GameRecord(boyi.game("nogo", size=19)), Random(1)
    while record.outcome is None and record.plies < 150:
        record.play(chance.choice(record.position.moves()))
    began = time.process_time()
    render_gif(record)
    assert time.process_time() - began < 5


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(CannotDraw, match="scale"):
        render_png(boyi.game("othello").start(), scale=1000)
    with pytest.raises(CannotDraw, match="seconds"):
        render_gif(GameRecord(boyi.game("othello")), seconds=0)

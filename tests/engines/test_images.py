"""Images of games: one search for all of them, and its answer in the moves of the game itself."""

from __future__ import annotations

import pytest

import boyi
from boyi.core.grid import GridGame
from boyi.engines.images import Image, are_images
from boyi.engines.search import search

GAMES = {"gomoku": "h8 g9 i9 h10", "othello": "f5 d6 c3 d3 c4", "nogo": "e5 c3 g6", "loa": "b1b3 a4c4"}


@pytest.mark.parametrize("name", GAMES)
def test_all_images_of_a_game_are_searched_as_one(name: str) -> None:
    record = boyi.GameRecord(boyi.game(name))
    record.play_text(GAMES[name])
    game = record.game
    assert isinstance(game, GridGame)
    searched, answers = set(), set()
    for symmetry in range(game.symmetries):
        turned = boyi.GameRecord(game, game.transform(record.start, symmetry))
        turned.play_line([game.transform_move(move, symmetry) for move in record.moves])
        image = Image.of(turned, turned.end)
        searched.add((game.format_position(image.record.position), *image.record.moves))
        result = image.restored(search(image.record, nodes=300, seed=1))
        assert turned.position.is_legal(result.move)
        turned.play_line(result.pv[:3])
        answers.add(Image.of(turned, turned.end).record.text())
    assert len(searched) == len(answers) == 1


def test_the_image_of_a_game_stays_the_same_from_move_to_move() -> None:
    record = boyi.GameRecord(boyi.game("gomoku"))
    record.play_text("h8 i10 k3 c5 d4 o15 a1 b7")
    symmetries = [Image.of(record, node).symmetry for node in record.main_line()]
    assert len(set(symmetries[2:])) == 1


def test_moves_that_a_symmetry_turns_into_each_other_are_images() -> None:
    record = boyi.GameRecord(boyi.game("gomoku"))
    record.play_text("h8")
    position = record.position
    one, other, third = (record.game.parse_move(text, position) for text in ("g9", "i7", "h9"))
    assert are_images(position, one, other)
    assert are_images(position, one, one)
    assert not are_images(position, one, third)

"""What holds for every game on every back end. A new game gets these tests by being registered."""

from __future__ import annotations

import copy
import pickle
import random
import re
from typing import Any

import pytest

import boyi
from boyi.core.errors import BadMove, BadOption, BadPosition
from tests.conformance.cases import Case, every_case, random_line
from tests.effort import some

SAMPLE = 12
"""Positions looked at closely in each random game."""


def sample(case: Case, seed: int = 1) -> list[boyi.Position]:
    line = random_line(case.game(), seed)
    chooser = random.Random(seed)
    return [line[0], line[-1], *chooser.sample(line, min(SAMPLE, len(line)))]


@every_case
def test_random_games_end(case: Case) -> None:
    game = case.game()
    line = random_line(game, seed=7, limit=game.playout_cap)
    assert line[-1].outcome is not None or len(line) > game.playout_cap


@every_case
def test_turns_alternate_and_the_first_player_begins(case: Case) -> None:
    for ply, position in enumerate(random_line(case.game(), seed=3)):
        assert position.turn == ply % 2


@every_case
def test_legal_moves_are_legal_and_ascending(case: Case) -> None:
    for position in sample(case):
        moves = list(position.legal_moves)
        assert moves == sorted(set(moves))
        assert len(position.legal_moves) == len(moves)
        for move in moves:
            assert move in position.legal_moves
            assert position.play(move).turn == 1 - position.turn
        assert bool(moves) == (position.outcome is None)


@every_case
def test_illegal_moves_raise_one_sentence_and_change_nothing(case: Case) -> None:
    for position in sample(case):
        before = (str(position), position.key, list(position.legal_moves), position.outcome)
        legal = set(position.legal_moves)
        rubbish = [-1, -(10**30), 10**30, 2**16, 2**31, 2**63, 2**64, *range(0, 900, 900 // some(128)), 4096]
        for move in rubbish:
            if move in legal:
                continue
            assert move not in position.legal_moves
            with pytest.raises(boyi.IllegalMove, match=r"^[^\n]{5,160}[.)]$"):
                position.play(move)
        for nonsense in ("h8", None, 1.5, b"x", [], object()):
            assert nonsense not in position.legal_moves
            with pytest.raises(boyi.IllegalMove):
                position.play(nonsense)  # type: ignore[arg-type]
        assert before == (str(position), position.key, list(position.legal_moves), position.outcome)


@every_case
def test_after_the_end_no_move_is_legal(case: Case) -> None:
    last = random_line(case.game(), seed=5, limit=1000)[-1]
    if last.outcome is None:
        pytest.skip("this random game was cut at its length cap")
    assert list(last.legal_moves) == []
    with pytest.raises(boyi.IllegalMove, match="over"):
        last.play(0)
    assert last.outcome.winner in (0, 1, None)
    assert re.fullmatch(r"[a-z][a-z ]+", last.outcome.reason)
    assert last.outcome.value(0) + last.outcome.value(1) == 1


@every_case
def test_positions_are_values(case: Case) -> None:
    line = random_line(case.game(), seed=11)
    again = random_line(case.game(), seed=11)
    assert line == again
    assert [hash(position) for position in line] == [hash(position) for position in again]
    assert len(set(line)) == len({position.key for position in line})
    for position in line[:3]:
        assert position != object()
        assert copy.copy(position) == position


@every_case
def test_games_are_values(case: Case) -> None:
    game = case.game()
    assert game == case.game("python")
    assert hash(game) == hash(case.game("python"))
    assert eval(repr(game), {"boyi": boyi}) == game
    assert game != boyi.game("tictactoe") or game.name == "tictactoe"


@every_case
def test_position_strings_round_trip(case: Case) -> None:
    game = case.game()
    for position in sample(case):
        text = game.format_position(position)
        read = game.parse_position(text)
        assert read == position
        assert read.key == position.key
        assert read.outcome == position.outcome
        assert list(read.legal_moves) == list(position.legal_moves)
        assert game.parse_position(f"  {text.upper()} ") == position


@every_case
def test_moves_round_trip(case: Case) -> None:
    game = case.game()
    for position in sample(case):
        for move in position.legal_moves:
            text = game.format_move(move, position)
            assert game.parse_move(text, position) == move
            assert game.parse_move(f" {text.upper()} ", position) == move
            assert game.parse_move(game.format_move(move)) == move


@every_case
def test_symmetries_carry_moves_and_outcomes(case: Case) -> None:
    game = case.game()
    for position in sample(case)[:6]:
        images = [game.transform(position, symmetry) for symmetry in range(game.symmetries)]
        assert images[0] == position
        if game.name == "coin2x2":  # the toss belongs to the very cells, so symmetry keeps moves only
            continue
        for symmetry, image in enumerate(images):
            moved = sorted(game.transform_move(move, symmetry) for move in position.legal_moves)
            assert moved == list(image.legal_moves)
            assert image.outcome == position.outcome
            for move in list(position.legal_moves)[:4]:
                after = game.transform(position.play(move), symmetry)
                assert after == image.play(game.transform_move(move, symmetry))


@every_case
def test_boards_draw_themselves(case: Case) -> None:
    game = case.game()
    line = random_line(game, seed=2)
    move = line[0].moves()[0]
    position = line[0].play(move)
    text = game.draw(position, last=move)
    assert "[" in text
    assert "]" in text
    assert "[" not in str(position)
    assert len({len(row.rstrip("] ")) > 0 for row in text.splitlines()}) == 1
    svg = position._repr_svg_()
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>")
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert game.draw_svg(position, last=move) != svg


@every_case
def test_perft_counts_what_play_reaches(case: Case) -> None:
    start = case.game().start()
    moves = start.moves()
    assert start.perft(0) == 1
    assert start.perft(1) == len(moves)
    if len(moves) <= 40:
        assert start.perft(2) == sum(start.play(move).perft(1) for move in moves)
    end = random_line(case.game(), seed=5, limit=1000)[-1]
    if end.outcome is not None:
        assert [end.perft(depth) for depth in range(4)] == [1, 1, 1, 1]


@every_case
def test_records_replay(case: Case) -> None:
    game = case.game()
    record = boyi.GameRecord(game)
    chooser = random.Random(4)
    while record.outcome is None and record.plies < 60:
        record.play(chooser.choice(record.position.moves()))
    again = boyi.GameRecord(game)
    again.play_text(record.text())
    assert again.moves == record.moves
    assert boyi.GameRecord.from_data(record.to_data()).to_data() == record.to_data()
    if record.outcome is not None:
        with pytest.raises(boyi.IllegalMove, match="over"):
            record.play(0)


HOSTILE: list[Any] = [
    "", " ", "/", "x", " x", "x x", "0", "a0", "a99", "zz1", "zz99", "h8h8", "1a", "-", "--x", "ａ１", "h８",
    "\0", "h8\0", "\n", "١", "²", "a²", "💥", "é5", "a" * 5000, "9" * 5000, "/" * 5000,
    "99999999999999999999 x", "8/8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/9 x", "8/8/8/8/8/8/8/7z x",
    "8/8/8/8/8/8/8/8 z", "15/" * 14 + "15 y", "0/0/0 x", "3/3/٣ x", "²/3/3 x", "3/3/-3 x",
    None, 5, b"h8", ["h8"],
]  # fmt: skip


@every_case
def test_hostile_text_gets_one_sentence(case: Case) -> None:
    game = case.game()
    for text in HOSTILE:
        for parse, error in ((game.parse_move, BadMove), (game.parse_position, BadPosition)):
            with pytest.raises(error, match=r"^[^\n]{10,300}\.$"):
                parse(text)


@every_case
def test_unknown_options_are_refused_with_what_is_accepted(case: Case) -> None:
    with pytest.raises(BadOption, match="its options"):
        boyi.game(case.name, colour="red")
    for option in case.game().options:
        for value in (None, -1, 10**12, "nonsense", True, 2.5, "٣", "９"):
            settings: dict[str, Any] = {option.name: value}
            with pytest.raises(BadOption, match=f"^{option.name} .* choose .*[.]$"):
                boyi.game(case.name, **settings)


@every_case
def test_positions_survive_pickling(case: Case) -> None:
    line = random_line(case.game(), seed=6)
    for position in (line[0], line[-1]):
        copied = pickle.loads(pickle.dumps(position))
        assert copied == position
        assert copied.game.backend == position.game.backend

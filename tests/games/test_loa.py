"""Lines of Action: moves, ends and notation, on both back ends."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available
from boyi.core.errors import BadMove, BadPosition
from boyi.core.grid import as_grid
from boyi.games.loa.rules import LinesOfAction
from tests.games import loa_oracle as oracle

ENDINGS = Path(__file__).parents[1] / "data/loa_endings.jsonl"
BACKENDS = available(LinesOfAction(backend="python"))
RULES = [(rule, both) for rule in ("standard", "capture") for both in ("mover", "draw")]
STUCK = "6ox/6oo/8/8/8/8/oo6/xo6 x"

Judged = tuple[int | None, str] | None


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def make(backend: str, **settings: object) -> LinesOfAction:
    return LinesOfAction(backend=backend, **settings)


def judged(position: boyi.Position) -> Judged:
    outcome = position.outcome
    return None if outcome is None else (outcome.winner, outcome.reason)


def names(position: boyi.Position) -> set[str]:
    return {position.game.format_move(move, position) for move in position.legal_moves}


# Moves


def test_start(backend: str) -> None:
    assert repr(make(backend).start()) == "<loa 1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x>"
    assert len(make(backend).start().legal_moves) == 36


@pytest.mark.parametrize("size", range(6, 13))
def test_start_at_every_size(size: int) -> None:
    start = make("python", size=size).start()
    assert isinstance(start, boyi.Position)
    assert start.game.format_position(start) == "/".join(
        [f"1{'x' * (size - 2)}1", *[f"o{size - 2}o"] * (size - 2), f"1{'x' * (size - 2)}1 x"]
    )
    assert start.outcome is None


@pytest.mark.parametrize("size", range(6, 13))
def test_moves_and_outcomes_equal_the_slow_rules(size: int) -> None:
    chooser = random.Random(size)
    ends: Counter[str] = Counter()
    for _ in range(60 if size == 8 else 25):
        cells, turn = oracle.random_cells(size, chooser), chooser.randrange(2)
        board = oracle.board_of(cells, size)
        for rule, both in RULES:
            expected = oracle.outcome(board, turn, rule, both)
            ends[expected[1] if expected else "going on"] += 1
            for backend in BACKENDS if size == 8 else ["python"]:
                position = make(backend, size=size, rule=rule, both=both).from_cells(cells, turn)
                assert judged(position) == expected, (cells, turn, rule, both, backend)
                moves = [] if expected else oracle.moves(board, size, "xo"[turn])
                assert list(position.moves()) == moves, (cells, turn, backend)
                assert all(position.is_legal(move) for move in moves)
    assert min(ends["going on"], ends["connected"], ends["captured"]) > 0


def test_every_play_equals_the_slow_rules(backend: str) -> None:
    """What ``play`` keeps up by steps is what judging the new board from nothing gives."""
    chooser = random.Random(5)
    ends: Counter[str] = Counter()
    for rule, both in RULES:
        game = make(backend, rule=rule, both=both)
        for _ in range(40):
            position = game.from_cells(oracle.random_cells(8, chooser), chooser.randrange(2))
            for move in position.legal_moves:
                after = position.play(move)
                again = game.parse_position(game.format_position(after))
                assert (after, after.key, judged(after)) == (again, again.key, judged(again))
                board = oracle.board_of(as_grid(again).cells, 8)
                assert judged(after) == oracle.outcome(board, after.turn, rule, both)
                ends[str(judged(after))] += 1
    assert len(ends) >= 5  # wins of both sides by both reasons, and games that go on


def test_a_piece_jumps_its_own_but_not_the_enemy(backend: str) -> None:
    game = make(backend)
    jumping = game.parse_position("7x/8/8/o6o/8/8/8/xx1o4 x")  # three pieces on the first row
    assert "a1xd1" in names(jumping)
    blocked = game.parse_position("7x/8/8/o6o/8/8/8/xo6 x")
    assert "a1-c1" not in names(blocked)
    assert {name for name in names(blocked) if name.startswith("a1")} == {"a1-a3", "a1-c3"}


@pytest.mark.parametrize(("name", "depth"), [("python", 3), ("native", 5)])
def test_perft(name: str, depth: int) -> None:
    if name not in BACKENDS:
        pytest.skip("skipped: the native module is not there")
    counts = [36, 1244, 44952, 1563208, 55963132]
    start = make(name).start()
    assert [start.perft(plies + 1) for plies in range(depth)] == counts[:depth]


@pytest.mark.soak
def test_perft_deeper() -> None:
    assert make("python").start().perft(4) == 1563208


# Ends


def end_after(text: str, move: str, backend: str) -> dict[tuple[str, str], Judged]:
    """How the game stands after a move, under each rule."""
    found = {}
    for rule, both in RULES:
        before = make(backend, rule=rule, both=both).parse_position(text)
        assert before.outcome is None
        found[rule, both] = judged(before.play_text(move))
    return found


def test_leaving_the_enemy_one_piece_loses_or_wins(backend: str) -> None:
    assert end_after("7x/8/8/7o/8/8/8/x1o5 x", "a1xc1", backend) == {
        ("standard", "mover"): (1, "connected"),
        ("standard", "draw"): (1, "connected"),
        ("capture", "mover"): (0, "captured"),
        ("capture", "draw"): (0, "captured"),
    }


def test_a_move_that_connects_both_sides(backend: str) -> None:
    assert end_after("8/8/8/7o/7o/8/3x4/x1o5 x", "a1xc1", backend) == {
        ("standard", "mover"): (0, "connected"),
        ("standard", "draw"): (None, "both connected"),
        ("capture", "mover"): (0, "connected"),
        ("capture", "draw"): (None, "both connected"),
    }


def test_a_capture_that_connects_the_enemy_loses(backend: str) -> None:
    ends = end_after("7x/8/8/7o/7o/8/8/x1o5 x", "a1xc1", backend)
    assert set(ends.values()) == {(1, "connected")}


def test_connection_by_corners_and_not_around_the_edge(backend: str) -> None:
    game = make(backend)
    assert judged(game.parse_position("x6o/1x6/2x5/1x6/x7/8/8/o7 o")) == (0, "connected")
    assert (
        game.parse_position("x6o/8/7x/x7/8/8/8/o7 o").outcome is None
    )  # h6 and a5 follow each other by number
    assert game.parse_position("8/7x/x7/o6o/8/8/8/8 o").outcome is None


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("text", "standard", "capture"),
    [
        ("8/8/8/8/8/8/8/8", "both", "last"),
        ("x7/8/8/8/8/8/8/8", "both", "last"),
        ("x7/8/8/8/8/8/8/7o", "both", "last"),
        ("x7/8/8/o6o/8/8/8/8", 0, 1),
        ("o7/8/8/x6x/8/8/8/8", 1, 0),
        ("x6x/8/8/8/8/8/8/8", 1, 0),
        ("o6o/8/8/8/8/8/8/8", 0, 1),
        ("xx6/8/8/8/8/8/8/8", "both", 0),
        ("oo6/8/8/8/8/8/8/7x", "both", 1),
    ],
)
def test_set_ups_with_no_or_one_piece(
    text: str, turn: int, standard: int | str, capture: int | str, backend: str
) -> None:
    last = 1 - turn
    for rule, both in RULES:
        position = make(backend, rule=rule, both=both).parse_position(f"{text} {'xo'[turn]}")
        if rule == "capture":
            expected: Judged = (last if capture == "last" else int(capture), "captured")
        elif standard == "both":
            expected = (last, "connected") if both == "mover" else (None, "both connected")
        else:
            expected = (int(standard), "connected")
        assert judged(position) == expected
        assert len(position.legal_moves) == 0
        assert position.perft(3) == 1


def test_no_move_but_the_pass(backend: str) -> None:
    game = make(backend)
    stuck = game.parse_position(STUCK)
    assert list(stuck.legal_moves) == [game.pass_move] == [64 * 64]
    assert stuck.perft(1) == 1
    passed = stuck.play_text("pass")
    assert game.format_position(passed) == STUCK[:-1] + "o"
    assert passed.perft(1) > 1
    assert passed.play_text("g8-e8").turn == 0


def test_a_full_board_only_passes(backend: str) -> None:
    full = make(backend).from_cells("xxxxxxxxoooooooo" * 4, 0)
    assert list(full.legal_moves) == [64 * 64]


def test_the_third_occurrence_is_a_draw_for_the_record(backend: str) -> None:
    record = boyi.GameRecord(make(backend))
    there_and_back = "b1-b3 a2-c2 b3-b1 c2-a2"
    record.play_text(there_and_back)
    assert record.outcome is None
    assert record.repetitions() == 2
    record.play_text(there_and_back)
    assert record.position.outcome is None
    assert record.outcome == boyi.Outcome(None, "repetition")
    with pytest.raises(boyi.IllegalMove, match="repetition"):
        record.play_text("b1-b3")


# Words


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("start", "a2-c2", "a2 has no piece of yours."),
        ("start", "d4-d5", "d4 has no piece of yours."),
        ("start", "b1-b4", "From b1 along the file you must move exactly 2 cells: b3."),
        ("start", "b1-c1", "From b1 along the row you must move exactly 6 cells: h1."),
        ("start", "g1-h1", "From g1 along the row you must move exactly 6 cells, which leaves the board."),
        ("start", "b1-c4", "c4 is not on a line with b1: move along a row, a file or a diagonal."),
        ("start", "pass", "You have a move, so you may not pass."),
        ("7x/8/8/o6o/8/8/8/xo6 x", "a1-c1", "An enemy piece stands in the way."),
        ("7x/8/8/o6o/8/8/8/x1x5 x", "a1-c1", "Your own piece stands on c1."),
        ("7x/8/8/o6o/8/8/8/xo6 x", "h8-f8", "From h8 along the row you must move exactly 1 cell: g8."),
        ("7x/8/8/o6o/8/8/8/xo6 x", "h8-e5", "From h8 along the diagonal you must move exactly 2 cells: f6."),
        (STUCK, "a1-a2", "You have no move: pass."),
        ("xx6/8/8/o6o/8/8/8/8 o", "a5-a6", "The game is over (connected); no more moves can be played."),
    ],
)
def test_refusals_say_what_is_wrong(text: str, move: str, sentence: str, backend: str) -> None:
    game = make(backend)
    position = game.start() if text == "start" else game.parse_position(text)
    with pytest.raises(boyi.IllegalMove) as refused:
        position.play_text(move)
    assert str(refused.value) == sentence


def test_a_piece_that_stays_is_refused(backend: str) -> None:
    game = make(backend)
    b1 = game.coordinates.index("b1")
    assert str(game.start().why_illegal(b1 * 64 + b1)) == "The piece on b1 must go to another cell."
    with pytest.raises(BadMove, match="another cell"):
        game.parse_move("b1-b1")
    with pytest.raises(BadMove):
        game.format_move(b1 * 64 + b1)


def test_every_number_is_legal_or_refused_in_words(backend: str) -> None:
    position = make(backend).start().play_text("b1-b3")
    legal = set(position.moves())
    for move in (*range(-2, 4200), 2**16, 2**40, -(2**70)):
        assert position.is_legal(move) == (move in legal)
        if move not in legal:
            assert str(position.why_illegal(move)).endswith(".")


def test_moves_are_read_and_written(backend: str) -> None:
    game = make(backend)
    start = game.start()
    move = game.parse_move("b1-b3")
    assert move == 57 * 64 + 41
    for text in ("b1b3", "b1:b3", "b1xb3", "B1-B3", " b1-B3 "):
        assert game.parse_move(text) == move
    assert [game.parse_move(text) for text in ("pass", "PASS", "pa", "--")] == [game.pass_move] * 4
    assert game.format_move(move, start) == game.format_move(move) == "b1-b3"
    capture = game.parse_position("7x/8/8/7o/8/8/8/x1o5 x")
    number = game.parse_move("a1-c1")
    assert (game.format_move(number, capture), game.format_move(number)) == ("a1xc1", "a1-c1")
    assert "a1xc1" in repr(capture.legal_moves)
    assert game.move_cells(move) == (57, 41)
    assert game.move_cells(game.pass_move) == game.move_cells(-1) == ()


@pytest.mark.parametrize(
    "text", ["b1", "b1-", "b1--b3", "b1 b3", "b1b3b5", "i1-i3", "b0-b2", "b9b1", "b01-b3", "b1–b3", "ｂ1-b3"]
)
def test_what_is_not_a_move(text: str) -> None:
    with pytest.raises(BadMove, match=r"^[^\n]+\.$"):
        make("python").parse_move(text)


def test_moves_on_the_largest_board() -> None:
    game = make("python", size=12)
    start = game.start()
    assert {game.parse_move(game.format_move(move)) for move in start.legal_moves} == set(start.moves())
    assert game.format_move(game.parse_move("l11l10")) == "l11-l10"
    with pytest.raises(BadMove):
        game.parse_move("\u212a1-k3")  # the Kelvin sign is not the letter k


def test_symmetries_take_moves_along(backend: str) -> None:
    game = make(backend)
    position = game.start().play_text("b1-b3 a2-c2 g8-g6")
    for symmetry in range(game.symmetries):
        image = game.transform(position, symmetry)
        assert sorted(game.transform_move(move, symmetry) for move in position.moves()) == list(image.moves())
        for move in position.legal_moves:
            after = game.transform(position.play(move), symmetry)
            assert image.play(game.transform_move(move, symmetry)) == after
        assert game.transform_move(game.pass_move, symmetry) == game.pass_move


# The community's position strings


def test_fen(backend: str) -> None:
    game = make(backend)
    fen = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1"
    assert game.parse_position(f"{fen} w - - 0 1") == game.parse_position(f" {fen}  w ") == game.start()
    waiting = game.parse_position(f"{fen} b - - 12 40")
    assert (waiting.turn, as_grid(waiting).cells) == (1, game.start_cells())
    assert list(game.parse_position("6lL/6ll/8/8/8/8/ll6/Ll6 w - - 0 1").legal_moves) == [game.pass_move]
    both = make(backend, both="draw").parse_position("1llllll1/L7/L7/L7/L7/8/L7/8 b - - 0 1")
    assert judged(both) == (1, "connected")
    assert judged(make(backend).parse_position("8/8/8/8/8/8/8/8 w")) == (1, "connected")


@pytest.mark.parametrize(
    "text",
    [
        "1LLLLLL1/l6l w - - 0 1",
        "L7/8/8/8/8/8/8/l7 x",
        "x7/8/8/8/8/8/8/o7 w",
        "L7/8/8/8/8/8/8/l7 w - -",
        "L7/8/8/8/8/8/8/l7 w KQkq - 0 1",
        "L8/8/8/8/8/8/8/l7 w",
        "L7/8/8/8/8/8/8/l7 w - - ٠ 1",
        "L7/8/8/8/8/8/8/l7",
    ],
)
def test_what_is_not_a_position(text: str) -> None:
    with pytest.raises(BadPosition, match=r"^[^\n]+\.$"):
        make("python").parse_position(text)


@pytest.mark.parametrize("line", ENDINGS.read_text("utf-8").splitlines())
def test_published_endings(backend: str, line: str) -> None:
    case = json.loads(line)
    position = make(backend, both=case["both"]).parse_position(case["position"])
    if case["moves"] == "pass":
        assert list(position.legal_moves) == [64 * 64]
    elif case["moves"] == "some":
        assert position.outcome is None
        assert 64 * 64 not in position.legal_moves
    else:
        assert judged(position) == (case["winner"], case["reason"])

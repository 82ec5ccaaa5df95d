"""The native alpha-beta on gomoku: nothing immediate is missed, candidates hold what matters, it is quick."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.arena.suite import read_suite
from boyi.core.grid import GridGame, GridPosition
from boyi.games.gomoku.rules import RULES
from boyi.textbook import alphabeta as textbook_alphabeta
from tests.native.vcf_oracle import defences, wins_at_once

native = pytest.importorskip("boyi._native")

from boyi.native.alphabeta import alphabeta  # noqa: E402
from boyi.native.position import NativePosition  # noqa: E402
from boyi.native.solve_request import SolveRequest  # noqa: E402
from boyi.native.vcf import vct  # noqa: E402
from tests.patience import Spent  # noqa: E402


def gomoku(backend: str = "native", **options: Any) -> GridGame:
    game = boyi.game("gomoku", backend=backend, **options)
    assert isinstance(game, GridGame)
    return game


def crowded(game: GridGame, rng: random.Random) -> NativePosition:
    """A running game with long rows of both colours, some of them nearly five."""
    while True:
        size = game.size
        cells = ["."] * game.area
        for _ in range(rng.randint(2, 7)):
            stone, (down, right) = rng.choice("xo"), rng.choice(((0, 1), (1, 0), (1, 1), (1, -1)))
            row, column = rng.randrange(size), rng.randrange(size)
            for step in range(5):
                r, c = row + down * step, column + right * step
                if 0 <= r < size and 0 <= c < size and rng.random() < 0.75:
                    cells[r * size + c] = stone
        position = game.from_cells("".join(cells), rng.randrange(2))
        if position.outcome is None:
            assert isinstance(position, NativePosition)
            return position


@pytest.mark.parametrize("size", [15, 20])
@pytest.mark.parametrize("rule", RULES)
def test_no_immediate_win_and_no_immediate_loss_is_missed(rule: str, size: int) -> None:
    rng = random.Random(f"{rule} {size}")
    game = gomoku(rule=rule, size=size)
    wins = blocks = 0
    for _ in range(120):
        position = crowded(game, rng)
        own, enemy = (wins_at_once(position, side) for side in (position.turn, 1 - position.turn))
        if not own and not enemy:
            continue
        result = alphabeta(position, nodes=rng.choice((1, 30, 300)))
        if own:
            assert result.move in own
            wins += 1
        elif saving := defences(position, enemy):
            assert result.move in saving
            blocks += 1
    assert wins > 5
    assert blocks > 5


@pytest.mark.parametrize("rule", RULES)
def test_candidates_are_legal_and_forced_where_they_must_be(rule: str) -> None:
    rng = random.Random(rule)
    game = gomoku(rule=rule)
    for _ in range(150):
        position = crowded(game, rng)
        moves, complete = native.gomoku_candidates(position.board)
        assert moves
        assert len(set(moves)) == len(moves)
        assert all(position.is_legal(move) for move in moves)
        own, enemy = (wins_at_once(position, side) for side in (position.turn, 1 - position.turn))
        if own:
            assert complete
            assert moves[0] in own
        elif enemy:
            assert complete
            assert set(defences(position, enemy)) <= set(moves)


def test_an_open_three_must_be_answered() -> None:
    game = gomoku()
    position = game.start().play_text("h8 a1 i8 a3 j8")
    assert isinstance(position, NativePosition)
    moves, complete = native.gomoku_candidates(position.board)
    assert complete
    assert {game.format_move(move) for move in moves} == {"g8", "k8"}
    # With one side closed the far end is a defence, too.
    position = game.start().play_text("h8 f8 i8 a3 j8")
    assert isinstance(position, NativePosition)
    moves, complete = native.gomoku_candidates(position.board)
    assert complete
    assert {game.format_move(move) for move in moves} == {"g8", "k8", "l8"}


def test_the_first_move_is_the_centre() -> None:
    for size in (5, 15, 20):
        position = gomoku(size=size).start()
        move = alphabeta(position, nodes=100).move
        assert max(abs(2 * part - size + 1) for part in divmod(move, size)) <= 1


def test_wins_by_force_are_proven() -> None:
    for known in read_suite(Path(__file__).parents[1] / "data/gomoku_fours.jsonl")[::9]:
        position = known.record.position
        result = alphabeta(position, nodes=5_000)
        if known.result == "win":
            assert result.proven == "win"
            after = position
            for move in result.pv:
                after = after.play(move)
            assert after.outcome is not None
            assert after.outcome.winner == position.turn


@pytest.mark.parametrize("evaluation", ["patterns", "sixcell", "sixcell-white"])
def test_plain_search_is_the_textbook_search(evaluation: str) -> None:
    slow, fast = gomoku("python", size=9), gomoku(size=9)
    judgement = slow.evaluation(evaluation)
    for moves in ("e5 d4", "e5 f6 d5 c5 e6"):
        expected = textbook_alphabeta(
            slow.start().play_text(moves),
            depth=2,
            width=5,
            evaluate=judgement.value,
            gain=judgement.gain,
        )
        found = alphabeta(
            fast.start().play_text(moves), method="alphabeta", evaluation=evaluation, depth=2, width=5
        )
        assert (found.move, found.score, found.nodes) == (expected.move, expected.score, expected.nodes)


@pytest.mark.outside
def test_the_source_settings_are_quick() -> None:
    """Depth 6, width 4 took the source 7.8 s a move."""
    position = gomoku().start().play_text("h8 i9 h9 h10 g8 i8 i10 g9")
    seconds = []
    for _ in range(3):
        spent = Spent()
        alphabeta(position, method="alphabeta", evaluation="sixcell", depth=6, width=4)
        seconds.append(spent.processor)
    assert min(seconds) < 0.05


def test_renju_never_plays_a_forbidden_point() -> None:
    rng = random.Random(11)
    game, judge = gomoku(rule="renju"), gomoku("python", rule="renju")
    for _ in range(2):
        position = game.start()
        for _ in range(5):
            position = position.play(rng.choice([m for m in position.moves() if 80 <= m < 145]))
        while position.outcome is None:
            assert isinstance(position, GridPosition)
            move = alphabeta(position, nodes=200, seed=rng.getrandbits(30)).move
            assert judge.python_position(position).is_legal(move)
            position = position.play(move)
        assert position.outcome.reason in ("five", "full board")


def truth(position: boyi.Position, known: dict[int, int]) -> int:
    """1, 0 or -1 for the side to move, by looking at everything."""
    if (outcome := position.outcome) is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    if position.key not in known:
        known[position.key] = max(-truth(position.play(move), known) for move in position.moves())
    return known[position.key]


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro"])
def test_nearly_full_boards_are_proven_draws_too(rule: str) -> None:
    game = boyi.game("gomoku", size=6, rule=rule)
    chance, found = random.Random(3), Counter[str | None]()
    known: dict[int, int] = {}
    while found.total() < 30:
        position, left = game.start(), chance.randrange(1, 7)
        while position.outcome is None and len(position.moves()) > left:
            position = position.play(chance.choice(position.moves()))
        if position.outcome is None:
            result = alphabeta(position, time=5)
            assert result.proven == {1: "win", 0: "draw", -1: "loss"}[truth(position, known)]
            found[result.proven] += 1
    assert found["draw"] > 5


@pytest.mark.parametrize(
    "text",
    [
        "15/15/15/15/15/5o9/9x1o3/8x1x4/9x5/5o2xo5/15/15/15/15/15 o",
        "15/15/15/15/5o2o6/5x1o1o5/5x9/5x3x5/15/15/15/15/15/15/15 x",
        "15/15/15/15/5x9/4xxo8/4ooxox6/3xo1xoo6/3xo1ox7/5ox8/4x10/15/15/15/15 o",
    ],
)
def test_moves_that_lose_to_continuous_threats_are_proven_lost_before_the_search(text: str) -> None:
    """The threats take 11 plies, of which a search of so few nodes sees at most five."""
    position = gomoku().parse_position(text)
    assert isinstance(position, NativePosition)
    result = alphabeta(position, nodes=100_000, multi=225)
    assert result.depth <= 5
    near, _ = native.gomoku_candidates(position.board)
    lost = set(near) - {candidate.move for candidate in result.candidates if candidate.proven is None}
    assert len(lost) > 20
    for move in sorted(lost)[::10]:
        assert vct(SolveRequest(position.play(move), nodes=20_000)).line is not None

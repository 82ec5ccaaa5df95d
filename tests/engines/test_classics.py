"""The source programs at their own settings."""

from __future__ import annotations

import math
from random import Random

import pytest

import boyi
from boyi.core.errors import BoyiError
from boyi.engines.classics import ClassicEngine
from boyi.engines.mcts import MctsEngine
from boyi.games.gomoku.classics import first_rules
from boyi.games.nogo.classics import AnnealedAlphaBeta
from boyi.players.engine import Engine, SearchRequest
from boyi.players.spec import BadSpec, make_engine, player_kinds
from boyi.settings.limits import SearchLimits
from boyi.textbook.annealing import Window
from tests.patience import Spent

GAMES = {
    "five-tuple": "gomoku",
    "alphabeta": "gomoku",
    "thesis-mcts": "gomoku",
    "reversi-mcts": "othello",
    "loa-mcts": "loa",
    "nogo-alphabeta": "nogo",
}


def classic(spec: str) -> Engine:
    made = make_engine(spec)
    assert isinstance(made, ClassicEngine)
    return made.engine


def tree_search(spec: str) -> MctsEngine:
    made = classic(spec)
    assert isinstance(made, MctsEngine)
    return made


def test_all_are_registered() -> None:
    names = [name.partition(":")[2] for name in player_kinds() if name.startswith("classic:")]
    assert names == list(GAMES)


@pytest.mark.parametrize(("name", "plays"), GAMES.items())
def test_each_plays_its_game_and_no_other(name: str, plays: str) -> None:
    position = boyi.game(plays).start().play_text({"gomoku": "h8", "loa": "b8-b6"}.get(plays, ""))
    assert boyi.search(position, player=f"classic:{name}", time=0.3).move in position.legal_moves
    other = boyi.game("tictactoe").start()
    with pytest.raises(BoyiError, match=f"classic:{name} plays {plays}, not tictactoe"):
        boyi.search(other, player=f"classic:{name}", time=0.3)


def test_the_settings_are_those_of_the_sources() -> None:
    thesis = tree_search("classic:thesis-mcts")
    assert thesis.given == {
        "c": 1.414, "factor": 2, "backup": "computer", "final": "rate", "tie": "last", "rollouts": 1,
    }  # fmt: skip
    reversi = tree_search("classic:reversi-mcts,reward=lead/16")
    assert reversi.given == {"c": 1 / math.sqrt(2), "factor": 2, "final": "rate", "reward": "lead/16"}
    assert reversi.limits == SearchLimits(time=55.0)
    assert tree_search("classic:reversi-mcts,nodes=9").limits == SearchLimits(nodes=9)
    loa = tree_search("classic:loa-mcts")
    assert loa.limits == SearchLimits(nodes=65_536)
    assert loa.given == {
        "c": 1.0, "factor": 1, "scale": "unit", "rollouts": 16, "cap": 24, "cap_value": "black-loss",
        "final": "ucb",
    }  # fmt: skip
    for name in ("thesis-mcts", "reversi-mcts", "loa-mcts"):
        native = tree_search(f"classic:{name}").native
        assert not any(native[extra] for extra in ("solver", "decisive", "rave", "bias"))
    with pytest.raises(BadSpec, match="reward=discs is not accepted: choose win, lead/16"):
        make_engine("classic:reversi-mcts,reward=discs")


def test_reversi_plays_a_forced_move_at_once() -> None:
    game = boyi.game("othello")
    position = game.start()
    random = Random(3)
    while len(position.moves()) != 1:
        position = position.play(random.choice(position.moves()))
    assert boyi.search(position, player="classic:reversi-mcts").nodes == 1


def test_lines_of_action_never_misses_the_opponents_immediate_win() -> None:
    game = boyi.game("loa", rule="capture")
    random = Random(11)
    tried = 0
    while tried < 5:
        line = [game.start()]
        while line[-1].outcome is None:
            line.append(line[-1].play(random.choice(line[-1].moves())))
        winner, position = line[-1].outcome.winner, line[-3]
        if winner is None or position.turn == winner:
            continue
        safe = [move for move in position.moves() if not _loses_at_once(position.play(move))]
        if not safe or len(safe) == len(position.moves()):
            continue
        tried += 1
        found = boyi.search(position, player="classic:loa-mcts")
        assert found.nodes == 65_536
        assert found.move in safe


def _loses_at_once(position: boyi.Position) -> bool:
    return any(
        (ended := position.play(move).outcome) is not None and ended.winner == position.turn
        for move in position.moves()
    ) or (position.outcome is not None and position.outcome.winner == position.turn)


@pytest.mark.parametrize(
    ("moves", "chosen"),
    [
        ("h8 a1 i8 a2 j8 a3 k8 a4", {"g8", "l8"}),  # five comes before stopping a five
        ("h8 a1 i8 a2 j8 a3 o1 a4", {"a5"}),
        ("h8 a1 i8 a3 j8 c1", {"g8", "k8"}),
        ("h8 a1 i8 a3 k8 c1", {"j8"}),
    ],
)
def test_the_three_rules_before_any_search(moves: str, chosen: set[str]) -> None:
    position = boyi.game("gomoku").start().play_text(moves)
    move = first_rules(position)
    assert move is not None
    assert position.game.format_move(move) in chosen


def test_no_rule_applies_at_the_start() -> None:
    game = boyi.game("gomoku")
    assert first_rules(game.start().play_text("h8 h9 i9")) is None
    assert first_rules(game.start()) is None


def test_the_window_is_annealed() -> None:
    class Always(Random):
        def random(self) -> float:
            return 0.0

    window = Window(Always())
    window.anneal(0.5)
    assert (window.alpha, window.beta) == (0.31, 0.61)
    assert window.step == pytest.approx(0.03 * 0.97)
    window.anneal(0.4)
    step = 0.03 * 0.97
    assert window.alpha == pytest.approx(0.31 - 0.19 * step)
    assert window.beta == pytest.approx(0.61 - 0.11 * step)
    window.anneal(0.6)
    assert window.alpha > 0.31 - 0.19 * step


def test_the_window_lives_for_a_game() -> None:
    engine = AnnealedAlphaBeta(depth=1, seed=2)
    game = boyi.game("nogo", size=5)
    record = boyi.GameRecord(game)
    while record.outcome is None:
        record.play(engine.search(SearchRequest.of(record)).move)
    drifted = engine.window
    assert drifted.step < 0.03 * 0.97**3
    engine.search(SearchRequest(game.start()))
    assert engine.window is not drifted
    assert engine.window.step == pytest.approx(0.03 * 0.97)


@pytest.mark.outside
def test_nogo_looks_ahead_and_keeps_its_time() -> None:
    game = boyi.game("nogo")
    engine = AnnealedAlphaBeta(time=0.3, seed=1)
    # Of the processor's time, and the best of three: others may use this machine too.
    used = []
    for _ in range(3):
        spent = Spent()
        engine.search(SearchRequest(game.start()))
        used.append(spent.processor)
    assert min(used) < 0.35
    assert engine.depth == 4
    python = AnnealedAlphaBeta(depth=2, seed=1).search(
        SearchRequest(boyi.game("nogo", size=5, backend="python").start())
    )
    native = AnnealedAlphaBeta(depth=2, seed=1).search(SearchRequest(boyi.game("nogo", size=5).start()))
    assert (python.move, python.candidates, python.nodes) == (native.move, native.candidates, native.nodes)

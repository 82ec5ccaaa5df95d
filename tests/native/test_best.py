"""The best engine of each game takes a win in one and parries one, even on a tiny budget."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import boyi
from boyi.core.game import Game, Position
from boyi.native.alphabeta import alphabeta
from boyi.native.mcts import FastMcts
from boyi.native.provider import MISSING
from boyi.settings.limits import SearchLimits
from boyi.settings.mcts import FastMctsConfig

pytestmark = pytest.mark.skipif(bool(MISSING), reason="no native module")

BUDGET = 200


def answer(position: Position, seed: int) -> int:
    """The move of the game's best engine after 200 nodes or simulations."""
    if position.game.engine == "mcts":
        config = FastMctsConfig.strong(position.game)
        return FastMcts(position, config).run(SearchLimits(nodes=BUDGET, seed=seed)).move
    return alphabeta(position, nodes=BUDGET, seed=seed).move


def wins(position: Position) -> set[int]:
    """The moves that win at once."""
    found = set()
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.turn:
            found.add(move)
    return found


def is_safe(position: Position) -> bool:
    """Whether the side to move neither has won nor can win at once."""
    outcome = position.outcome
    return not wins(position) and (outcome is None or outcome.winner != position.turn)


def late_positions(game: Game, seed: int) -> Iterator[Position]:
    """The last positions of random games, the earliest first."""
    choose = random.Random(seed).choice
    while True:
        line = [game.start()]
        while line[-1].outcome is None and len(line) < 400:
            line.append(line[-1].play(choose(list(line[-1].legal_moves))))
        yield from line[-5:-1]


GAMES = [
    boyi.game("loa", backend="native" if not MISSING else "python"),
    boyi.game("loa", rule="capture", backend="native" if not MISSING else "python"),
    boyi.game("nogo", size=9, backend="native" if not MISSING else "python"),
    boyi.game("nogo", size=5, backend="native" if not MISSING else "python"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.settings}")
def test_wins_in_one_are_taken_and_parried(game: Game) -> None:
    taken = parried = 0
    for number, position in enumerate(late_positions(game, 11)):
        if taken >= 40 and parried >= 40:
            break
        winning = wins(position)
        if winning:
            if taken < 40:
                assert answer(position, number) in winning, str(position)
                taken += 1
            continue
        safe = {move for move in position.legal_moves if is_safe(position.play(move))}
        # Where no move or every move is safe there is nothing to see.
        if parried < 40 and 0 < len(safe) < len(position.legal_moves):
            assert answer(position, number) in safe, str(position)
            parried += 1


def test_every_game_has_an_entry_of_its_kind() -> None:
    strong = {name: FastMctsConfig.strong(boyi.game(name)) for name in ("gomoku", "othello", "loa", "nogo")}
    assert strong == {
        "gomoku": FastMctsConfig(c=0.2, rave=True),
        "othello": FastMctsConfig(),
        "loa": FastMctsConfig(),
        "nogo": FastMctsConfig(
            c=0.02, rave=True, rave_bias=0.0, learned=0.5, policy=0.3, expand=1, reduction=0.1
        ),
    }
    by_size = [FastMctsConfig.strong(boyi.game("nogo", size=size)) for size in (2, 12, 13, 18, 19, 28)]
    assert [config.learned for config in by_size] == [0.5, 0.5, 0.75, 0.75, 0.75, 0.75]
    assert [config.policy for config in by_size] == [0.3, 0.3, 0.3, 0.3, 0.6, 0.6]
    assert {replace(config, learned=0.5, policy=0.3) for config in by_size} == {strong["nogo"]}
    for name in ("loa", "nogo", "othello"):
        move = answer(boyi.game(name, backend="native").start(), 1)
        assert boyi.game(name, backend="native").start().is_legal(move)


def test_a_lost_side_of_lines_of_action_uses_the_history_for_a_draw() -> None:
    # Any repetition is a draw for the search: with the history given, the value of going back is 0.
    game = boyi.game("loa", backend="native")
    position = game.start()
    keys = []
    for text in ("b1-b3", "a2-c2", "b3-b1", "c2-a2"):
        keys.append(position.key)
        position = position.play(game.parse_move(text, position))
    assert position.key == keys[0]
    back = alphabeta(position, depth=1, history=keys, multi=50)
    values = {candidate.move: candidate.score for candidate in back.candidates}
    assert values[game.parse_move("b1-b3")] == 0
    without = alphabeta(position, depth=1, multi=50)
    assert {candidate.move: candidate.score for candidate in without.candidates}[
        game.parse_move("b1-b3")
    ] != 0

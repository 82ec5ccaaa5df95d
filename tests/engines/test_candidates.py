"""What searches say about their candidates: of one depth, exact, with proofs; what is unknown is said so."""

from __future__ import annotations

import pytest

import boyi
from boyi.core.result import Candidate, SearchResult
from boyi.engines.search import search
from boyi.native.provider import MISSING
from boyi.players.base import Decision

BACKENDS = ["python"] if MISSING else ["python", "native"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ["gomoku", "loa", "tictactoe"])
def test_several_lines_are_of_one_depth(name: str, backend: str) -> None:
    if name == "tictactoe" and backend == "native":
        pytest.skip("the toys run on Python")
    game = boyi.game(name, backend=backend)
    position = game.start().play(next(iter(game.start().legal_moves)))
    seen: list[SearchResult] = []
    nodes = 400 if backend == "python" else 30_000
    seen.append(search(position, player="alphabeta:multi=4", nodes=nodes, progress=seen.append))
    for result in seen:
        finished = {one.depth for one in result.candidates if one.bound == "exact" and not one.proven}
        assert len(finished) <= 1, result
        scores = [one.score for one in result.comparable]
        assert scores == sorted(scores, key=lambda score: -(score or 0))
    assert len(seen[-1].comparable) > 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_win_says_its_length(backend: str) -> None:
    position = boyi.game("gomoku", backend=backend).start().play_text("h8 a1 i8 a2 j8 a3 k8 a4")
    best = search(position, player="alphabeta", nodes=2_000).candidates[0]
    assert (best.proven, best.plies, best.bound, best.win_rate) == ("win", 1, "exact", 1)


@pytest.mark.skipif(bool(MISSING), reason="no native module")
def test_a_tree_search_shows_what_it_has_looked_at() -> None:
    result = search(boyi.game("nogo").start(), player="mcts", nodes=20_000)
    most = max(one.visits for one in result.candidates)
    assert 1 < len(result.comparable) < len(result.candidates)
    assert all(one.visits >= most / 100 for one in result.comparable)
    assert result.comparable[0].move == result.move
    assert all(one.depth is None for one in result.candidates)


@pytest.mark.skipif(bool(MISSING), reason="no native module")
def test_a_tree_search_counts_the_plies_of_a_proof() -> None:
    position = boyi.game("gomoku").start().play_text("h8 a1 i8 a2 j8 a3 k8 a4")
    best = search(position, player="mcts", nodes=2_000).candidates[0]
    assert (best.proven, best.plies) == ("win", 1)


def test_what_is_not_known_is_not_shown() -> None:
    result = Decision(3).to_result(0.1)
    assert result is not None
    assert not result.rated
    assert result.comparable == ()
    known = Decision(3, 0.7).to_result(0.1)
    assert known is not None
    assert known.rated
    position = boyi.game("gomoku").start().play_text("h8 a1 i8 a2 j8 a3")
    assert not search(position, player="classic:five-tuple").rated


def test_bounds_are_left_out() -> None:
    best, bound = Candidate(1, 9, 0.6, depth=5), Candidate(2, 9, 0.7, depth=5, bound="lower")
    assert SearchResult(1, None, 0.6, (1,), (best, bound), 18, 5, 0.1).comparable == (best,)

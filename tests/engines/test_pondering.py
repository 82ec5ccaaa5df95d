"""Searching while the opponent thinks (the tree search: test_tree_reuse.py, too)."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

import boyi
from boyi.core.errors import BadOption
from boyi.core.record import GameRecord
from boyi.engines.alphabeta import AlphaBetaEngine
from boyi.players.engine import SearchRequest
from boyi.players.spec import make_engine
from tests.patience import PATIENCE, Spent, wait_until


@pytest.mark.outside
@pytest.mark.parametrize("name", ["gomoku", "othello", "loa"])
def test_it_searches_meanwhile_and_ends_with_its_owner(name: str) -> None:
    before = threading.active_count()
    record = GameRecord(boyi.game(name))
    player = make_engine("alphabeta:time=0.02,ponder=yes", 3)
    assert isinstance(player, AlphaBetaEngine)
    first = player.search(SearchRequest.of(record))
    assert threading.active_count() == before + 1
    pondered = Spent()
    wait_until(lambda: pondered.processor > 0.3, "the pondering")
    record.play(first.move)
    record.play(player.search(SearchRequest.of(record)).move)
    del player
    wait_until(lambda: threading.active_count() == before, "the end of the pondering")


@pytest.mark.outside
@pytest.mark.parametrize("kind", ["alphabeta", "mcts"])
def test_a_program_ends_while_its_player_ponders(kind: str) -> None:
    program = (
        "import boyi\nfrom boyi.players.engine import SearchRequest\n"
        "from boyi.players.spec import make_engine\n"
        f"player = make_engine('{kind}:time=0.05,ponder=yes')\n"
        "player.search(SearchRequest(boyi.game('gomoku').start())); print('done')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


@pytest.mark.parametrize("limit", ["nodes=100", "depth=3"])
def test_pondering_of_a_limited_search_is_refused(limit: str) -> None:
    with pytest.raises(BadOption, match="ponder=yes needs a search"):
        make_engine(f"alphabeta:ponder=yes,{limit}")

"""What an evaluation may add to the strong search, tried on two tiny boards in C++ (``hooks.cpp``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native.compiled import needs_compiler, output_of

SOURCES = ["search/best_*.cpp", "search/root_*.cpp", "search/searcher.cpp", "search/minimax_*.cpp"]
EXPECTED = """\
wrong proofs: 0 0 0
two threads: 3
lost: move 8 score -99999996 depth 4 proven 2 line 4
lost, one candidate: move 3 score 0 depth 99 proven 0 line 6
incomplete replies: move 0 score 0 depth 6 proven 0 line 9
incomplete replies, to the end: move 4 score 0 depth 99 proven 0 line 8
proof at the root: move 8 score 99999999 depth 1 proven 1 line 1
depth 4 without proofs: move 2 score 0 depth 4 proven 0 line 4
depth 4 with proofs at leaves: move 3 score 99999995 depth 4 proven 1 line 5
depth 1 with forced replies: move 2 score 0 depth 1 proven 0 line 1
depth 2 with forced replies: move 3 score 99999995 depth 2 proven 1 line 5
oracle: move 8 score 7 depth 77 proven 3 line 1
oracle that declines: move 3 score 99999997 depth 3 proven 1 line 3
ring: move 1 score 0 depth 2 proven 0 line 2
ring towards the magnet: move 0 score 50 depth 1 proven 0 line 1
ring with history: move 0 score 0 depth 1 proven 0 line 1
ring, deep: move 1 score 0 depth 60 proven 0 line 2
"""


@pytest.mark.slow
@needs_compiler
def test_candidates_proofs_forced_replies_takeover_and_repetition(tmp_path: Path) -> None:
    assert output_of("hooks.cpp", tmp_path, "-O0", using=SOURCES) == EXPECTED

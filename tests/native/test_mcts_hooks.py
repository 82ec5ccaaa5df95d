"""The Monte Carlo search on boards that exist only here: hooks and circles, by a C++ program of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native.compiled import needs_compiler, output_of


@pytest.mark.slow
@needs_compiler
def test_hooks_and_circles(tmp_path: Path) -> None:
    assert output_of("mcts_hooks.cpp", tmp_path, "-O1", using=["search/mcts_*.cpp"]) == ""

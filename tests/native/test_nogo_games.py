"""The random games of NoGo's Monte Carlo search, by a C++ program of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native.compiled import needs_compiler, output_of


@pytest.mark.slow
@needs_compiler
def test_games_are_legal_and_keep_private_points(tmp_path: Path) -> None:
    assert output_of("nogo_games.cpp", tmp_path, "-O1") == ""

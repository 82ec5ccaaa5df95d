"""The board with make and unmake against a board that is built anew, all rules (``shape_boards.cpp``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.native.compiled import needs_compiler, output_of

SMALL, LARGE = (5, 6, 10, 11, 12, 13, 14, 15), (10, 15, 16, 17, 18, 19, 20, 28)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("processor", [(), ("-march=native",)], ids=["portable", "native"])
def test_make_and_unmake_know_what_a_new_board_knows(tmp_path: Path, processor: tuple[str, ...]) -> None:
    output = output_of("shape_boards.cpp", tmp_path, "-O1", *processor)
    assert output.splitlines() == [f"{rule} {size} equal" for rule in range(4) for size in (*SMALL, *LARGE)]

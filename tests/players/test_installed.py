"""Packages that bring a player and a protocol by entry points, as pip leaves them in a folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BOYI = Path(sys.executable).with_name("boyi")
PLAYER = """
from boyi.core.message import Message
from boyi.players.spec import Kind


class Last:
    def choose(self, position):
        return position.legal_moves[len(position.legal_moves) - 1]


KIND = Kind(lambda settings: Last(), help=Message("the last legal move"))
"""
PROTOCOL = """
from dataclasses import replace

from boyi.protocols.table import PROTOCOLS

LOUD = replace(PROTOCOLS["gtp"], games=("nogo",))
"""
POINTS = """
[boyi.players]
last = brought:KIND
gone = brought_not:KIND
random = brought:KIND
[boyi.protocols]
loud = brought_protocol:LOUD
"""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder with an installed package."""
    (tmp_path / "brought.py").write_text(PLAYER)
    (tmp_path / "brought_protocol.py").write_text(PROTOCOL)
    about = tmp_path / "brought-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(POINTS)
    return tmp_path


def boyi(packages: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(BOYI), *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(packages)},
        input="",
        check=False,
    )


@pytest.mark.outside
def test_a_player_of_a_package_plays_by_its_name(packages: Path) -> None:
    played = boyi(packages, "match", "--game", "tictactoe", "--a", "last", "--b", "random", "--games", "2")
    assert played.returncode == 0, played.stderr
    assert "last" in played.stdout
    assert "the last legal move" in boyi(packages, "players").stdout


@pytest.mark.outside
def test_what_cannot_be_loaded_is_named_and_boyis_own_names_stay(packages: Path) -> None:
    refused = boyi(packages, "match", "--game", "tictactoe", "--a", "gone", "--b", "random", "--games", "2")
    assert refused.returncode != 0
    assert "gone of an installed package cannot be loaded" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert "the last legal move" not in boyi(packages, "players", "random").stdout


@pytest.mark.outside
def test_a_protocol_of_a_package_speaks_both_ways(packages: Path) -> None:
    engine = f"env PYTHONPATH={packages} {BOYI} engine nogo --protocol loud --player random"
    host = f"cmd:{engine}?protocol=loud&sandbox=plain"
    played = boyi(
        packages,
        "match",
        "--game",
        "nogo",
        "--size",
        "5",
        "--a",
        host,
        "--b",
        "random",
        "--games",
        "2",
        "--json",
    )
    assert played.returncode == 0, played.stderr
    assert "crash" not in played.stdout

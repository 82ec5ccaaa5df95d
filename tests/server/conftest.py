from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it standing."""
    with running(tmp_path_factory.mktemp("server") / "games.db") as started:
        yield started


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"

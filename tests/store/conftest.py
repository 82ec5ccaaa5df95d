from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boyi.store.store import Store
from tests.store.postgres import MISSING, Server, find_binaries, run_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server for all tests of this worker."""
    binaries = find_binaries()
    if binaries is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with run_server(binaries) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Gives URLs of databases that are not there yet or are empty."""
    if request.param == "postgresql":
        server: Any = request.getfixturevalue("postgres")
        fresh: Callable[[], str] = server.new_database
        return fresh
    return lambda: f"sqlite:///{tmp_path}/{len(list(tmp_path.iterdir()))}.db"


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    """A database that has no tables yet."""
    return new_url()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty store, on SQLite and on PostgreSQL."""
    with Store.open(url) as opened:
        yield opened

"""For all tests: what they store never lands in the data folder of whoever runs them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.effort import some

# Deadlines of single examples measure the machine, not the code.
settings.register_profile(
    "boyi", max_examples=some(100), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("boyi")

# A shell lets what it runs in the background ignore Ctrl-C; programs that tests start would inherit that.
ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
if ignored and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOYI_DATA", str(tmp_path_factory.mktemp("data")))
        patch.setenv("BOYI_FORKED_SERVERS", "1")  # tests/server/client.py
        yield

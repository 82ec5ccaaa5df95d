"""Hosts of a real Ray that stop answering, and a Ray that does not start."""

from __future__ import annotations

import gc
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from boyi.arena import SeriesSettings, Workers, play_series
from boyi.arena.executors import SeriesFailed
from boyi.arena.ray_executor import connect
from boyi.arena.series import GameFinished, SeriesEvent
from tests.arena.test_ray import TOKEN, below, moves_of, pytestmark
from tests.patience import wait_until

__all__ = ["pytestmark"]
SETTINGS = SeriesSettings("nogo", "mcts:nodes=2000", "random", games=6, seed=5, options={"size": 9})


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of two hosts with a processor each, beside one without that only knows them."""
    monkeypatch.setenv("RAY_AUTH_TOKEN", TOKEN)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setattr("boyi.arena.ray_executor.SILENCE", 10.0)
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        for _ in range(2):
            cluster.add_node(num_cpus=1)
        ray = connect(cluster.address)
        wait_until(lambda: ray.cluster_resources().get("CPU") == 2, "the processors of the hosts")
        yield cluster
        ray.shutdown()
    finally:
        cluster.shutdown()
        gc.collect()  # what Ray left open is found here, not in another test


def stop(host: Any) -> set[int]:
    """Let a host hang, as one does that has lost its network: its processes are there and do nothing."""
    found = below({one.process.pid for ones in host.all_processes.values() for one in ones})
    for pid in found:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    return found


def resume_and_kill(pids: set[int]) -> None:
    for pid in pids:
        for number in (signal.SIGKILL, signal.SIGCONT):
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def test_a_host_that_does_not_answer_costs_its_game_some_time(
    hosts: Any, caplog: pytest.LogCaptureFixture
) -> None:
    alone: list[SeriesEvent] = []
    play_series(SETTINGS, listen=alone.append)
    stopped: set[int] = set()
    events: list[SeriesEvent] = []

    def listen(event: SeriesEvent) -> None:
        events.append(event)
        if isinstance(event, GameFinished) and not stopped:
            stopped.update(stop(hosts.list_all_nodes()[-1]))

    try:
        with caplog.at_level(logging.WARNING, "boyi.arena"):
            play_series(SETTINGS, None, Workers(2, hosts.address), listen)
    finally:
        resume_and_kill(stopped)
    assert moves_of(events) == moves_of(alone)
    assert "A host of the cluster has not answered for 10 s and is left out" in caplog.text


def test_a_run_without_a_host_ends_with_a_sentence(hosts: Any) -> None:
    stopped: set[int] = set()

    def listen(event: SeriesEvent) -> None:
        if isinstance(event, GameFinished) and not stopped:
            for host in hosts.list_all_nodes()[-2:]:
                stopped.update(stop(host))

    try:
        with pytest.raises(SeriesFailed, match="No host of the cluster of Ray answers"):
            play_series(SETTINGS, None, Workers(2, hosts.address), listen)
    finally:
        resume_and_kill(stopped)


SLOW_START = """
import sys, time, types
import ray._private.node as node, ray._private.services as services

def missing(*arguments, **more):
    raise RuntimeError("it has not come yet")

services.get_node = missing
node.time = types.SimpleNamespace(**{**vars(time), "monotonic": lambda: 30 * time.monotonic()})
from boyi.cli.main import main

sys.exit(main("match --game tictactoe --a random --b random --ray local".split()))
"""


def test_a_start_that_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_TOKEN", TOKEN)
    done = subprocess.run([sys.executable, "-c", SLOW_START], capture_output=True, text=True)
    assert "The cluster of Ray at 'local' cannot be used: 'The current node timed out during" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 2

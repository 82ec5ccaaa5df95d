"""Games on a cluster of Ray: each executor has one actor, which plays a game at a time on one processor.

Ray is not needed otherwise; ``pip install 'boyi[cluster]'`` brings it.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from socket import create_connection
from threading import Thread
from typing import Any

from boyi import __version__
from boyi.arena.executors import ATTEMPTS, PATIENCE, ProcessExecutor, SeriesFailed, abandoned, played_game
from boyi.arena.jobs import Job, PlayedGame
from boyi.arena.seats import Tell
from boyi.arena.settings import SeriesSettings
from boyi.arena.worker import BEAT
from boyi.core.backend import VARIABLE as BACKEND
from boyi.core.errors import BoyiError, shorten
from boyi.core.language import find_language
from boyi.core.message import Message
from boyi.core.plugins import VARIABLE as GAME_FILES
from boyi.core.system import system_reason

LOCAL = "local"
"""The address that starts a Ray on this machine, which ends with this program."""
PLACED = 5.0
"""Seconds after which an actor that has no processor yet asks for those of idle ones."""
SILENCE = 30.0
"""Seconds in which a worker must answer; else its host counts as lost. Ray itself waits for minutes."""
NODE = "ray.io/node-id"
"""The label by which Ray keeps actors away from a host."""
HANDED_ON = (BACKEND, GAME_FILES)
"""Environment variables that decide which rules are played."""


log = logging.getLogger("boyi.arena")


class NoCluster(BoyiError):
    """Ray is not there, or cannot be reached."""


class HostLost(Exception):
    """A worker does not answer."""


@dataclass
class Cluster:
    """The module ``ray``, connected, what runs on its hosts, and the hosts that do not answer any more."""

    ray: Any
    executors: list[RayExecutor] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)

    async def require_host(self) -> None:
        """Raise a sentence if no host is left on which a game could be played."""
        try:
            nodes = await asyncio.wait_for(asyncio.to_thread(self.ray.nodes), SILENCE)
        except (TimeoutError, self.ray.exceptions.RayError):
            nodes = []
        if not any(
            node["Alive"] and node["NodeID"] not in self.lost and node["Resources"].get("CPU", 0) >= 1
            for node in nodes
        ):
            raise SeriesFailed("No host of the cluster of Ray answers and has a processor for a game.")


def ray_executors(address: str, count: int | None) -> list[RayExecutor]:
    """Executors on a cluster: ``count``, or one for each of its processors."""
    cluster = Cluster(connect(address))
    processors = int(cluster.ray.cluster_resources().get("CPU", 1))
    cluster.executors.extend(RayExecutor(cluster) for _ in range(count or max(1, processors)))
    return cluster.executors


def connect(address: str) -> Any:
    """The module ``ray``, connected; this program stays connected until it ends."""
    # Ray reports its use to its makers unless told otherwise, and warns of a change that is none for us.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # Ray gives its workers the lowest priority, which a game that is played on time cannot bear.
    os.environ.setdefault("RAY_worker_niceness", "0")
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise NoCluster("--ray needs Ray, which is not installed: pip install 'boyi[cluster]'.") from None
    if ray.is_initialized():
        return ray
    more = {"include_dashboard": False} if address == LOCAL else {}
    host, colon, port = address.rpartition(":")
    try:
        if colon and port.isdecimal() and "/" not in host:
            # Ray itself would try for minutes where nobody listens.
            create_connection((host, int(port)), PATIENCE).close()
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **more)
    except Exception as error:  # Ray raises a bare one where its start takes too long
        raise NoCluster(
            "The cluster of Ray at {address} cannot be used: {why}",
            address=shorten(address),
            why=system_reason(error)
            if isinstance(error, OSError) and error.errno
            else shorten(str(error).strip().split("\n")[0], 200),
        ) from None
    return ray


class GameWorker:
    """The actor: it hands games to a process of its own, as on one machine.

    If Ray ends the actor, the input of that process ends, and it puts its players away.
    """

    def __init__(self, version: str, folder: str, environment: Mapping[str, str]) -> None:
        self._version = version
        os.environ.update(environment)
        if Path(folder).is_dir():
            os.chdir(folder)  # so that paths mean what they mean where the run was started
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()
        self._executor = ProcessExecutor()
        self._settings: SeriesSettings | None = None
        self._moves = ""

    def play(self, settings: Mapping[str, Any] | None, number: int, key: int) -> dict[str, Any]:
        """Play a game, of the series of the game before unless settings are given."""
        self._moves = ""
        try:
            if self._version != __version__:
                raise SeriesFailed(
                    "A host of the cluster has Boyi {there}, this one {here}: install the same.",
                    there=__version__,
                    here=self._version,
                )
            if settings is not None:
                self._settings = SeriesSettings.from_data(settings)
            assert self._settings is not None
            job = Job(self._settings, number, key)
            played = asyncio.run_coroutine_threadsafe(self._executor.play(job, self._hear), self._loop)
            return played.result().to_data()
        except BoyiError as error:
            return {"error": error.message.to_data()}

    def _hear(self, moves: str) -> None:
        self._moves = moves

    def host(self) -> str:
        """The host's name in Ray."""
        return str(import_module("ray").get_runtime_context().get_node_id())

    def moves(self) -> str:
        """The moves of the game that is played, as far as they are known."""
        return self._moves

    def close(self) -> None:
        """Put the players away."""
        asyncio.run_coroutine_threadsafe(self._executor.close(), self._loop).result()


class RayExecutor:
    """Games on one actor, which is made when the first one is played.

    Where the actor, its process or its host dies, the game is played again once on another one, with the
    same seeds. A host that does not answer is not used again, and what it played does not count as a try.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster, self._ray = cluster, cluster.ray
        self.settings: SeriesSettings | None = None
        self._worker: Any = None
        self._host = ""
        self._playing = False

    async def play(self, job: Job, tell: Tell | None = None) -> PlayedGame:
        self._playing = True
        try:
            tries = 0
            while tries < ATTEMPTS:
                try:
                    return played_game(job, await self._play(job, tell))
                except self._ray.exceptions.RayTaskError:
                    raise  # a fault of our own in the actor
                except self._ray.exceptions.RayError:
                    tries += 1
                    self._kill()
                except HostLost:
                    self._leave_host(job)
            raise abandoned(job)
        except asyncio.CancelledError:
            self._kill()  # nobody wants the game any more
            raise
        finally:
            self._playing = False

    async def _play(self, job: Job, tell: Tell | None) -> dict[str, Any]:
        if self._worker is None:
            self._worker, self.settings = self._start(), None
            self._host = await self._placed(self._worker)
        told = None if self.settings == job.settings else job.settings.to_data()
        answer = _future(self._worker.play.remote(told, job.number, job.key))
        while not (await asyncio.wait({answer}, timeout=BEAT))[0]:
            moves = _future(self._worker.moves.remote())
            if not (await asyncio.wait({moves}, timeout=SILENCE))[0] and not answer.done():
                raise HostLost
            if moves.done() and moves.result() and tell is not None:
                tell(moves.result())
        found: dict[str, Any] = await answer
        self.settings = job.settings
        return found

    def _start(self) -> Any:
        environment = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
        # One call plays, the other asks for its moves meanwhile.
        lost = ",".join(sorted(self._cluster.lost))
        actor = self._ray.remote(
            num_cpus=1,
            max_concurrency=2,
            scheduling_strategy="SPREAD",
            **({"label_selector": {NODE: f"!in({lost})"}} if lost else {}),
        )(GameWorker)
        return actor.remote(__version__, str(Path.cwd()), environment)

    async def _placed(self, worker: Any) -> str:
        """Wait for an actor's processor: its host. After the loss of one, idle actors must give up theirs."""
        ready = _future(worker.host.remote())
        while not (await asyncio.wait({ready}, timeout=PLACED))[0]:
            await self._cluster.require_host()
            for other in self._cluster.executors:
                if not other._playing:
                    await other.close()
        return str(await ready)

    def _leave_host(self, job: Job) -> None:
        """Say that a host does not answer, and use it no more."""
        self._kill()
        self._cluster.lost.add(self._host)
        said = Message(
            "A host of the cluster has not answered for {seconds:g} s and is left out: game {number} is "
            "played again on another.",
            seconds=SILENCE,
            number=job.number,
        )
        log.warning(find_language()(said))

    async def close(self) -> None:
        if self._worker is not None:
            with suppress(self._ray.exceptions.RayError, TimeoutError):
                await asyncio.wait_for(_future(self._worker.close.remote()), PATIENCE)
            self._kill()

    def _kill(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            with suppress(self._ray.exceptions.RayError):
                self._ray.kill(worker)


def _future(reference: Any) -> asyncio.Future[Any]:
    """What an actor will answer; it may also be left alone, whatever comes of it."""
    future = asyncio.wrap_future(reference.future())
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
    return future

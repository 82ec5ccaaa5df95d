"""All explanations that are open: how many, for whom, and which are closed because no client asks."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from boyi.server.lab.requests import Begin, Judge
from boyi.server.lab.session import Session, gone
from boyi.server.refusals import Refusal
from boyi.server.search.pool import WorkerPool
from boyi.server.settings import Settings
from boyi.server.token_bucket import TokenBucket

log = logging.getLogger("boyi.server")

BURST, PER_SECOND = 20, 0.5
"""Explanations that one address opens at once, and then in a second."""
RESTING = 20.0
"""Seconds after which an explanation that nobody asked makes room for another client's."""
BEAT = 5.0
MOST_ADDRESSES = 1_000


class Explanations:
    """The open explanations of a server.

    One that was dropped can be opened again: a search with the same seed makes the same steps. So a client
    that opens more than its share loses the one that it used least recently.
    """

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        self._settings = settings
        self._pool = pool
        self._open: dict[str, Session] = {}
        self._spare: Session | None = None
        self._rates: dict[str, TokenBucket] = {}
        self._watch: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._open)

    async def judge(self, client: str, wanted: Judge) -> bytes:
        """Have a move judged by a search, in a process that ends afterwards."""
        session, answer = await self.begin(client, wanted)
        await self.close(session.id)
        return answer

    async def begin(self, client: str, wanted: Begin | Judge) -> tuple[Session, bytes]:
        """Open an explanation; the session and what holds for all its steps."""
        self._check_rate(client)
        await self._make_room(client)
        self.prepare()
        if self._spare is None:
            raise Refusal("No process could be started for this explanation: try again later.", "busy")
        session, self._spare = self._spare, None
        session.client = client
        self._open[session.id] = session
        try:
            answer = (await session.ask(wanted)).data
        except BaseException:
            await self.close(session.id)
            raise
        self.prepare()
        return session, answer

    def prepare(self) -> None:
        """Start a process before it is needed: a client looks at what can be explained."""
        if self._spare is None or self._spare.closed:
            try:
                self._spare = Session(self._pool)
            except OSError as error:
                self._spare = None
                log.error("no process for explanations could be started: %s", error)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._drop_idle())

    def find(self, session_id: str) -> Session:
        """An explanation by its id, which only who opened it knows."""
        session = self._open.get(session_id)
        if session is None or session.closed:
            self._open.pop(session_id, None)
            raise gone()
        return session

    async def close(self, session_id: str) -> None:
        """Close one; one that is not there is closed already."""
        if (session := self._open.pop(session_id, None)) is not None:
            await session.close()

    async def close_all(self) -> None:
        """End all processes."""
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        await self._close_spare()
        for session_id in list(self._open):
            await self.close(session_id)

    def _is_spare_idle(self, now: float) -> bool:
        """Whether nothing is open and no client has come for the process that waits."""
        if self._spare is None or self._open:
            return False
        return now - self._spare.used > self._settings.explanation_idle

    async def _close_spare(self) -> None:
        if self._spare is not None:
            spare, self._spare = self._spare, None
            await spare.close()

    def _check_rate(self, client: str) -> None:
        if len(self._rates) >= MOST_ADDRESSES:
            self._rates = {name: rate for name, rate in self._rates.items() if not rate.is_full}
        if not self._rates.setdefault(client, TokenBucket(BURST, PER_SECOND)).take():
            raise Refusal("Explanations are opened too quickly: wait a moment.", "too-many")

    async def _make_room(self, client: str) -> None:
        own = [session for session in self._open.values() if session.client == client]
        if len(own) >= self._settings.explanations_of_one:
            await self.close(min(own, key=_last_use).id)
        if len(self._open) < self._settings.explanations:
            return
        now = asyncio.get_running_loop().time()
        resting = [one for one in self._open.values() if not one.busy and now - one.used > RESTING]
        if not resting:
            raise Refusal(
                "All {count} places for explanations are taken: try again in a moment.",
                "busy",
                count=self._settings.explanations,
            )
        await self.close(min(resting, key=_last_use).id)

    async def _drop_idle(self) -> None:
        """Look now and then for what nobody needs any more, as long as something is open."""
        while self._open or self._spare is not None:
            await asyncio.sleep(BEAT)
            try:
                await self._drop_now(asyncio.get_running_loop().time())
            except Exception:
                log.exception("closing idle explanations")

    async def _drop_now(self, now: float) -> None:
        if self._is_spare_idle(now):
            await self._close_spare()
        for session in list(self._open.values()):
            idle = not session.busy and now - session.used > self._settings.explanation_idle
            if idle or session.closed:
                await self.close(session.id)


def _last_use(session: Session) -> float:
    return session.used

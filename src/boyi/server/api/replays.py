"""Finished games that everybody may replay: made one at a time, for those who wait, and kept packed."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from fastapi import Request
from fastapi.responses import Response

from boyi.server.api.lanes import Cancellation, Lane
from boyi.server.api.packed import packed_answer

MOST_KEPT = 16_000_000
"""Bytes of packed answers; the ones that were asked for longest ago go."""
LEVEL = 4
"""How hard answers are packed: level 9 takes twice the time for some 5% fewer bytes."""

Key = tuple[str, int]
"""Whose game it is, the ladder's or the tournament's, and its number."""


class Replays:
    """The answers with finished games, which do not change, so that each is made once."""

    def __init__(self) -> None:
        self._lane = Lane("replay")
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def close(self) -> None:
        """Begin nothing more."""
        self._lane.close()

    async def answer(self, request: Request, key: Key, make: Callable[[Cancellation], bytes]) -> Response:
        """The game as JSON, which ``make`` writes if it is not kept; it ends if the client leaves."""
        packed = self._find(key)
        if packed is None:
            packed = await self._lane.run(request, lambda watch: self._make(key, make, watch))
        return await packed_answer(request, packed)

    def _make(self, key: Key, make: Callable[[Cancellation], bytes], watch: Cancellation) -> bytes:
        packed = self._find(key)  # made for another client while this one waited
        if packed is None:
            packed = gzip.compress(make(watch), LEVEL)
            self._keep(key, packed)
        return packed

    def _find(self, key: Key) -> bytes | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def _keep(self, key: Key, packed: bytes) -> None:
        with self._lock:
            self._kept[key] = packed
            self._size += len(packed)
            while self._size > MOST_KEPT:
                self._size -= len(self._kept.popitem(last=False)[1])


def replays_of(request: Request) -> Replays:
    """The replays of the server that is asked."""
    replays: Replays = request.app.state.replays
    return replays

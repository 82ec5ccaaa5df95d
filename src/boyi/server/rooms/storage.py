"""What a room writes to the disk: moves, take-backs and ends as changes, and the whole record."""

from __future__ import annotations

import asyncio

from boyi.core.record import GameRecord
from boyi.server.rooms.state import RoomInfo
from boyi.store.changes import Change, SetExtra
from boyi.store.errors import StoreError
from boyi.store.store import Store
from boyi.store.writer import Writer


class RoomStorage:
    """Writes one game. When a method returns, nothing of it can be lost any more.

    After an error the room is ahead of what is stored, so it must be loaded again: ``failed`` says so.
    """

    def __init__(self, game_id: str, store: Store, writer: Writer) -> None:
        self.game_id, self._store, self._writer = game_id, store, writer
        self.failed: StoreError | None = None

    async def commit(self, *changes: Change) -> None:
        """Wait until the changes are on the disk."""
        try:
            futures = [self._writer.submit(change) for change in changes]
            for future in futures:
                await asyncio.wrap_future(future)
        except StoreError as error:
            self.failed = error
            raise

    async def keep(self, info: RoomInfo) -> None:
        """Store what is kept beside the record."""
        await self.commit(SetExtra(self.game_id, info.to_data()))

    async def save(self, record: GameRecord) -> None:
        """Store the whole record with its variations and headers."""
        try:
            await asyncio.to_thread(self._store.save, record, self.game_id)
        except StoreError as error:
            self.failed = error
            raise

    async def save_all(self, record: GameRecord, info: RoomInfo) -> None:
        """Store the record and what is kept beside it."""
        await self.save(record)
        await self.keep(info)

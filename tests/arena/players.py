"""Players that misbehave, registered as kinds that specs can name."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import boyi
from boyi.core.clock import Clock
from boyi.players import spec as specs
from boyi.players.base import Decision, Player
from boyi.players.spec import Kind, register_player
from tests.patience import NEVER

BLOCKED = 1.0
"""Seconds for which a player holds up the whole program."""


class Awkward(Player):
    """Plays at random for a while, then does something it should not."""

    keeps_running = True

    made: ClassVar[list[Awkward]] = []

    def __init__(self, fault: str, after: int = 2) -> None:
        self.fault, self.after = fault, after
        self.closed = 0
        self.games: set[str] = set()
        Awkward.made.append(self)

    async def choose(self, record: boyi.GameRecord, clock: Clock | None = None) -> Decision:
        self.games.add(record.headers.get("round", ""))
        self.after -= 1
        if self.after >= 0 or self.fault == "none":
            return Decision(record.position.moves()[0])
        if self.fault == "slow":
            await asyncio.sleep(NEVER)
        elif self.fault == "block":
            time.sleep(BLOCKED)
        elif self.fault == "illegal":
            return Decision(10**6)
        elif self.fault == "text":
            return "h8"  # type: ignore[return-value]
        elif self.fault == "resign":
            return Decision(None)
        elif self.fault == "exit":
            raise SystemExit(3)
        raise RuntimeError("out of order")

    async def close(self) -> None:
        self.closed += 1
        if self.fault == "illegal":
            raise RuntimeError("cannot even be closed")


@contextmanager
def awkward_players() -> Iterator[list[Awkward]]:
    """Specs such as ``awkward:slow`` while this lasts; gives the players that were made."""
    Awkward.made = []

    def maker(fault: str) -> Any:
        return lambda values: Awkward(fault)

    names = [
        f"awkward:{fault}"
        for fault in ("slow", "block", "illegal", "text", "crash", "resign", "exit", "none")
    ]
    for name in names:
        register_player(name, Kind(maker(name.partition(":")[2])))
    try:
        yield Awkward.made
    finally:
        for name in names:
            del specs._kinds[name]

"""What the computer says about a game without playing it: hints, analysis, review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.search import best_spec
from boyi.server import messages as m
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.connection import Connection
from boyi.server.search.scheduler import GUEST, HINT, STUDY, Urgency
from boyi.server.serializers import BETTER, Mark, line_view, node_view, search_view, set_mark
from boyi.server.views import Side

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

HINT_SECONDS = 1.0
BEAT = 0.18
"""Seconds between two reports of an analysis."""
THRESHOLDS: tuple[tuple[float, Mark], ...] = ((0.25, "blunder"), (0.12, "mistake"), (0.06, "inaccuracy"))
"""How much of the win rate a move loses to be marked so."""
SEVERAL = 3
"""Moves that a review gives a value of their own."""


class Study:
    """The searches of one room that are not moves; each connection has at most one analysis."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._analyses: dict[Connection, asyncio.Task[None]] = {}
        self._hints: dict[Connection, asyncio.Task[None]] = {}
        self._review: asyncio.Task[None] | None = None

    def _allow(self) -> None:
        """Help is for those who play alone or at one device; after the game it is for everyone."""
        room = self.room
        if room.phase not in ("playing", "waiting"):
            return
        if room.locked:
            raise Refusal("locked", "The teacher has locked the computer's help.")
        if room.info.needs_consent:
            raise Refusal("not-allowed", "In a game between two people the computer gives no advice.")
        if room.info.opening:
            raise Refusal("not-allowed", "The opening has no hints: its stones should suit both colours.")

    # Hints

    def hint(self, connection: Connection, ref: int, side: Side) -> None:
        """Look for a good move for someone, who alone is told."""
        room = self.room
        if room.phase != "playing":
            raise Refusal("not-allowed", "The game is not being played now.")
        self._allow()
        if room.record.position().turn != side:
            raise Refusal("not-your-turn", "It is not your turn.")
        if connection in self._hints:
            raise Refusal("busy", "A hint is on its way.")
        self._hints[connection] = asyncio.create_task(self._hint(connection, ref))

    async def _hint(self, connection: Connection, ref: int) -> None:
        room, record = self.room, self.room.record
        node = record.end
        try:
            result = await room.rooms.workers.search(
                record,
                node,
                room.rooms.adviser,
                owner=room.owner,
                key=f"hint {room.id}",
                seconds=HINT_SECONDS,
                urgency=HINT,
            )
            if result is not None and record.end == node:
                connection.send(m.Hinted(search=search_view(record, node, result, 5)))
            connection.send(m.Done(ref=ref))
        except BoyiError as error:
            connection.send(refused(error, ref))
        finally:
            self._hints.pop(connection, None)

    # Analysis

    def analyse(self, connection: Connection, node: int, candidates: int) -> None:
        """Analyse a node for someone until they stop it or look elsewhere."""
        self._allow()
        if self.room.record.outcome(node) is not None:
            raise Refusal("not-allowed", "The game is over here: there is nothing to analyse.")
        self.stop(connection)
        self._admit(connection)
        self._analyses[connection] = asyncio.create_task(self._analyse(connection, node, candidates))

    def _admit(self, connection: Connection) -> None:
        """Refuse an analysis when the room or its owner has enough; spectators have at most half a room's."""
        most = self.room.rooms.settings.analyses
        guests = sum(_is_guest(other) for other in self._analyses)
        if len(self._analyses) >= most or (_is_guest(connection) and guests >= most // 2):
            raise Refusal("busy", "The computer has too much to do: try again in a moment.")
        self.room.rooms.workers.admit(*self._share(connection))

    def _share(self, connection: Connection) -> tuple[str, Urgency]:
        """Whose share of the workers someone's analysis uses, and how urgent it is."""
        if _is_guest(connection):
            return f"spectator {connection.address}", GUEST
        return self.room.owner, STUDY

    async def _analyse(self, connection: Connection, node: int, candidates: int) -> None:
        record, settings = self.room.record, self.room.rooms.settings
        owner, urgency = self._share(connection)
        loop = asyncio.get_running_loop()
        beat = 0.0

        def watch(result: SearchResult) -> None:
            nonlocal beat
            if loop.time() - beat >= BEAT and connection.relaxed:
                beat = loop.time()
                show(result)

        def show(result: SearchResult) -> None:
            rate = result.win_rate
            if self.room.phase != "playing":
                record.nodes[node].evaluation = rate if record.position(node).turn == 0 else 1 - rate
            connection.send(m.Analysis(search=search_view(record, node, result, candidates)))

        try:
            result = await self._search(
                record,
                node,
                candidates,
                settings.guest_analysis if urgency == GUEST else settings.longest_analysis,
                owner=owner,
                urgency=urgency,
                watch=watch,
            )
            if result is not None:
                show(result)
        except BoyiError as error:
            connection.send(refused(error))
        finally:
            if self._analyses.get(connection) is asyncio.current_task():
                del self._analyses[connection]
            if self.room.phase != "playing" and connection.owner:
                self.room.rooms.save_later(self.room)

    async def _search(
        self,
        record: GameRecord,
        node: int,
        candidates: int,
        seconds: float,
        *,
        owner: str,
        urgency: Urgency = STUDY,
        watch: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult | None:
        spec = str(best_spec(record.game))
        return await self.room.rooms.workers.search(
            record,
            node,
            f"{spec}:multi={candidates}" if spec == "alphabeta" else spec,
            owner=owner,
            key=f"study {self.room.id}",
            seconds=seconds,
            urgency=urgency,
            watch=watch,
        )

    # Review

    @property
    def reviews(self) -> bool:
        """Whether a review is on its way; it goes on when its reader has left."""
        return self._review is not None

    def review(self, connection: Connection, seconds: float) -> None:
        """Judge every move of the main line."""
        if self.room.phase in ("playing", "waiting"):
            raise Refusal("not-allowed", "The game goes on: it can be reviewed when it is over.")
        if not connection.owner and not connection.seats:
            raise Refusal("not-allowed", "You are watching: only the players can do this.")
        if self._review is not None:
            raise Refusal("busy", "A review is on its way.")
        self._review = asyncio.create_task(self._judge_all(seconds))

    async def _judge_all(self, seconds: float) -> None:
        room, record = self.room, self.room.record
        line = record.main_line()
        try:
            before = await self._look(record, line[0], seconds) if len(line) > 1 else None
            for ply, node in enumerate(line[1:], start=1):
                after: SearchResult | None = None
                outcome = record.outcome(node) if record.result is None else record.position(node).outcome
                if outcome is None:
                    after = await self._look(record, node, seconds)
                if node not in record.main_line():
                    return
                mover = record.position(line[ply - 1]).turn
                if outcome is not None:
                    rate = outcome.value(mover)
                elif after is not None:
                    # A pass leaves the turn where it was.
                    rate = after.win_rate if record.position(node).turn == mover else 1 - after.win_rate
                else:
                    rate = 0.5
                self._judge(line[ply - 1], node, mover, rate, before)
                room.broadcast(
                    m.Reviewed(node=node_view(record, node, ply), progress=round(ply / (len(line) - 1), 4))
                )
                before = after
        except BoyiError as error:
            for connection in room.connections:
                connection.send(refused(error))
        finally:
            self._review = None
            room.rooms.save_later(room)

    async def _look(self, record: GameRecord, node: int, seconds: float) -> SearchResult | None:
        return await self._search(record, node, SEVERAL, seconds, owner=self.room.owner)

    def _judge(self, parent: int, node: int, mover: int, rate: float, before: SearchResult | None) -> None:
        """Keep the evaluation and, if the move lost much, the mark and the better line."""
        record = self.room.record
        entry = record.nodes[node]
        entry.evaluation = round(rate if mover == 0 else 1 - rate, 4)
        entry.properties.pop(BETTER, None)
        mark: Mark = ""
        if before is not None and before.move != entry.move:
            loss = before.win_rate - rate
            mark = next((name for least, name in THRESHOLDS if loss >= least), "")
            if mark:
                shown = line_view(record.game, record.position(parent), before.pv or (before.move,))
                entry.properties[BETTER] = [move.text for move in shown]
        set_mark(entry.properties, mark)

    # Stopping

    def stop(self, connection: Connection) -> None:
        """End what a connection has asked for."""
        for tasks in (self._analyses, self._hints):
            if (task := tasks.pop(connection, None)) is not None:
                task.cancel()

    def stop_review(self) -> None:
        """End the review."""
        if self._review is not None:
            self._review.cancel()

    def stop_all(self) -> None:
        """End everything."""
        self.stop_review()
        for connection in [*self._analyses, *self._hints]:
            self.stop(connection)


def _is_guest(connection: Connection) -> bool:
    """Whether someone only watches."""
    return not connection.owner and not connection.seats

"""What the computer says about a game without playing it: hints, analyses and the review of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError
from boyi.core.result import SearchResult
from boyi.engines.judging import Worth, end_at, mark_for, worth_of_end
from boyi.engines.search import best_spec
from boyi.server import messages as m
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.connection import Connection
from boyi.server.rooms.judging import is_preferred, judge, with_move
from boyi.server.rooms.players import ADVISER
from boyi.server.search.scheduler import GUEST, HINT, STUDY, Urgency
from boyi.server.serializers import node_view, search_view

if TYPE_CHECKING:
    from boyi.core.record import GameRecord
    from boyi.server.rooms.room import Room

HINT_SECONDS = 1.0
BEAT = 0.18
"""Seconds between two reports of an analysis."""
TRIED = 0.7
"""Seconds for each of the two positions around a move that someone tries."""
PATIENCE = 1, 4, 16, 64
"""How many times as long a search may take as long as nothing is known."""
SEVERAL = 3
"""Moves that a review gives a value of their own."""


class Analyses:
    """The searches of one room that are not moves; each connection has at most one analysis and one hint.

    A search runs beside the room's commands; what it finds is shown and kept by a command.
    """

    def __init__(self) -> None:
        self._analyses: dict[Connection, asyncio.Task[None]] = {}
        self._hints: dict[Connection, asyncio.Task[None]] = {}
        self._review: asyncio.Task[None] | None = None

    @property
    def is_reviewing(self) -> bool:
        """Whether a review runs; it continues when its reader has left."""
        return self._review is not None

    # Hints

    def start_hint(self, room: Room, connection: Connection, ref: int) -> None:
        """Look for a good move for someone, who alone is told."""
        if connection in self._hints:
            raise Refusal("A hint is on its way.", "busy")
        self._hints[connection] = asyncio.create_task(self._hint(room, connection, ref))

    async def _hint(self, room: Room, connection: Connection, ref: int) -> None:
        record = room.record
        node = record.end
        try:
            result = await room.rooms.workers.search(
                record,
                node,
                ADVISER,
                owner=room.owner,
                key=f"hint {room.id}",
                seconds=HINT_SECONDS,
                urgency=HINT,
            )

            def tell(room: Room) -> None:
                if result is not None and record.end == node:
                    connection.send(m.Hinted(search=search_view(record, node, result, 5)))
                connection.send(m.Done(ref=ref))

            await room.read(tell)
        except BoyiError as error:
            connection.send(refused(error, ref))
        finally:
            self._hints.pop(connection, None)

    # A move that someone tries

    def start_judging(self, room: Room, connection: Connection, node: int, move: int, ref: int) -> None:
        """Find out what a move would cost, for someone who alone is told."""
        if connection in self._hints:
            raise Refusal("A hint is on its way.", "busy")
        self._hints[connection] = asyncio.create_task(self._judge_move(room, connection, node, move, ref))

    async def _judge_move(self, room: Room, connection: Connection, node: int, move: int, ref: int) -> None:
        record = room.record
        owner, urgency = _share(room, connection)
        mover, tried = record.position_at(node).turn, with_move(record, node, move)
        loss: float | None = 0.0
        points: float | None = None
        try:
            if not is_preferred(record, node, move):
                before = await _value(room, node, TRIED, owner=owner, urgency=urgency)
                if (outcome := tried.outcome) is not None:
                    worth = worth_of_end(outcome, mover)
                else:
                    after = await _value(room, tried.end, TRIED, owner=owner, urgency=urgency, record=tried)
                    worth = Worth.of(after, turned=tried.position.turn != mover)
                loss, points = Worth.of(before).loss_by(worth)
                if before is not None and before.move == move:
                    loss, points = 0.0, None
            if record.game.points is None:
                points = None
            connection.send(
                m.Judged(ref=ref, node=node, move=move, mark=mark_for(loss), loss=loss, loss_points=points)
            )
        except BoyiError as error:
            connection.send(refused(error, ref))
        finally:
            self._hints.pop(connection, None)

    # Analysis

    def start(self, room: Room, connection: Connection, node: int, candidates: int) -> None:
        """Analyse a node for someone until they stop it or look elsewhere."""
        self.stop(connection)
        self._admit(room, connection)
        self._analyses[connection] = asyncio.create_task(self._analyse(room, connection, node, candidates))

    def _admit(self, room: Room, connection: Connection) -> None:
        """Refuse an analysis when the room or its owner has enough; spectators have at most half a room's."""
        most = room.rooms.settings.analyses
        guests = sum(other.watching for other in self._analyses)
        if len(self._analyses) >= most or (connection.watching and guests >= most // 2):
            raise Refusal("The computer has too much to do: try again in a moment.", "busy")
        room.rooms.workers.admit(*_share(room, connection))

    async def _analyse(self, room: Room, connection: Connection, node: int, candidates: int) -> None:
        record, settings = room.record, room.rooms.settings
        owner, urgency = _share(room, connection)
        loop = asyncio.get_running_loop()
        beat = 0.0

        def watch(result: SearchResult) -> None:
            nonlocal beat
            if loop.time() - beat >= BEAT and connection.relaxed:
                beat = loop.time()
                room.post(lambda: show(result))

        async def show(result: SearchResult) -> None:
            rate = result.win_rate
            if room.phase != "playing" and result.rated:
                record.nodes[node].evaluation = rate if record.position_at(node).turn == 0 else 1 - rate
            connection.send(m.Analysis(search=search_view(record, node, result, candidates)))

        try:
            result = await _search(
                room,
                node,
                candidates,
                settings.guest_analysis if urgency == GUEST else settings.longest_analysis,
                owner=owner,
                urgency=urgency,
                watch=watch,
            )
            if result is not None:
                room.post(lambda: show(result))
        except BoyiError as error:
            connection.send(refused(error))
        finally:
            if self._analyses.get(connection) is asyncio.current_task():
                del self._analyses[connection]
            if room.phase != "playing" and connection.owner:
                room.rooms.save_later(room)

    # Review

    def start_review(self, room: Room, seconds: float) -> None:
        """Judge every move of the main line."""
        if self._review is not None:
            raise Refusal("A review is on its way.", "busy")
        self._review = asyncio.create_task(self._judge_all(room, seconds))

    async def _judge_all(self, room: Room, seconds: float) -> None:
        record = room.record
        line = record.main_line()
        try:
            before = await _value(room, line[0], seconds, owner=room.owner) if len(line) > 1 else None
            for ply, node in enumerate(line[1:], start=1):
                after: SearchResult | None = None
                if end_at(record, node) is None:
                    after = await _value(room, node, seconds, owner=room.owner)
                if not await room.read(partial(judge, line=line, ply=ply, before=before, after=after)):
                    return
                progress = round(ply / (len(line) - 1), 4)
                room.audience.broadcast(m.Reviewed(node=node_view(record, node, ply), progress=progress))
                before = after
        except BoyiError as error:
            for connection in room.audience:
                connection.send(refused(error))
        finally:
            self._review = None
            room.rooms.save_later(room)

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


def _share(room: Room, connection: Connection) -> tuple[str, Urgency]:
    """Whose share of the workers someone's analysis uses, and how urgent it is."""
    if connection.watching:
        return f"spectator {connection.address}", GUEST
    return room.owner, STUDY


async def _value(
    room: Room,
    node: int,
    seconds: float,
    *,
    owner: str,
    urgency: Urgency = STUDY,
    record: GameRecord | None = None,
) -> SearchResult | None:
    """Search until the value is known: on a busy machine the time may not suffice for the first iteration."""
    result: SearchResult | None = None
    for longer in PATIENCE:
        result = await _search(
            room, node, SEVERAL, seconds * longer, owner=owner, urgency=urgency, record=record
        )
        if result is None or result.rated:
            break
    return result


async def _search(
    room: Room,
    node: int,
    candidates: int,
    seconds: float,
    *,
    owner: str,
    urgency: Urgency = STUDY,
    watch: Callable[[SearchResult], None] | None = None,
    record: GameRecord | None = None,
) -> SearchResult | None:
    record = record or room.record
    spec = str(best_spec(record.game))
    candidates = min(candidates, len(record.position_at(node).moves()))
    return await room.rooms.workers.search(
        record,
        node,
        f"{spec}:multi={candidates}" if spec == "alphabeta" else spec,
        owner=owner,
        key=f"study {room.id}",
        seconds=seconds,
        urgency=urgency,
        watch=watch,
    )

"""What the computer says about a game without playing it: hints, analyses and the review of a game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.judging import Judgement, mark_for, write_judgement
from boyi.engines.reviewing import judge_line
from boyi.formats.sgf.marks import BETTER
from boyi.server import messages as m
from boyi.server.refusals import Refusal, refused
from boyi.server.rooms.connection import Connection
from boyi.server.rooms.players import ADVISER
from boyi.server.rooms.studying import Study, main_line_of
from boyi.server.search.scheduler import GUEST, HINT, STUDY, Urgency
from boyi.server.serializers import node_view, search_view

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

HINT_SECONDS = 1.0
BEAT = 0.18
"""Seconds between two reports of an analysis."""


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
        loss: float | None = 0.0
        points: float | None = None
        try:
            if not is_preferred(record, node, move):
                study = Study(room.rooms.workers, owner, f"study {room.id}", urgency)
                judged = await study.judge(record, node, move)
                loss, points = judged.loss, judged.points
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
            result = await Study(room.rooms.workers, owner, f"study {room.id}", urgency).search(
                record,
                node,
                candidates,
                settings.guest_analysis if urgency == GUEST else settings.longest_analysis,
                watch,
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
        study = Study(room.rooms.workers, room.owner, f"study {room.id}")
        try:
            async for judged in study.judgements(judge_line(main_line_of(record)), seconds):
                node = line[judged.ply]
                if not await room.read(partial(keep_judgement, judged=replace(judged, node=node))):
                    return
                progress = round(judged.ply / (len(line) - 1), 4)
                room.audience.broadcast(
                    m.Reviewed(node=node_view(record, node, judged.ply), progress=progress)
                )
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


def keep_judgement(room: Room, judged: Judgement) -> bool:
    """Write a judgement into the game; False if its move is no longer in the main line."""
    if judged.node not in room.record.main_line():
        return False
    write_judgement(room.record, judged)
    return True


def is_preferred(record: GameRecord, node: int, move: int) -> bool:
    """Whether a review has named this move as the better one here."""
    position = record.position_at(node)
    for child in record.nodes[node].children:
        for better in record.nodes[child].properties.get(BETTER, [])[:1]:
            if record.game.format_move(move, position) == better:
                return True
    return False

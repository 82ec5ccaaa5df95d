"""The judgement of a review in a room, and what is known about a move that someone tries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.judging import judge_move, write_judgement
from boyi.formats.sgf.marks import BETTER

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room


def judge(
    room: Room, line: list[int], ply: int, before: SearchResult | None, after: SearchResult | None
) -> bool:
    """Keep the evaluation of a move, what it cost and, if that is much, its mark and the better line.

    ``before`` and ``after`` are the searches around it. False if the move is no longer in the main line.
    """
    record, node = room.record, line[ply]
    if node not in record.main_line():
        return False
    write_judgement(record, judge_move(record, node, before, after))
    return True


def with_move(record: GameRecord, node: int, move: int) -> GameRecord:
    """The game up to a node and one move more, apart from the record itself."""
    tried = GameRecord(record.game, record.start)
    for played in (*record.moves_to(node), move):
        tried.play(played)
    return tried


def is_preferred(record: GameRecord, node: int, move: int) -> bool:
    """Whether a review has named this move as the better one here."""
    position = record.position_at(node)
    for child in record.nodes[node].children:
        for better in record.nodes[child].properties.get(BETTER, [])[:1]:
            if record.game.format_move(move, position) == better:
                return True
    return False

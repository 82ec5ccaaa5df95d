"""The judgement of a review in a room, and what is known about a move that someone tries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.core.record import GameRecord
from boyi.engines.judging import Judgement, write_judgement
from boyi.formats.sgf.marks import BETTER

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room


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

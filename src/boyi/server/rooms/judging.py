"""What a move cost: the judgement of a review, and of a move that someone tries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.server.serializers import BETTER, Mark, line_view, set_loss, set_mark

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room

THRESHOLDS: tuple[tuple[float, Mark], ...] = ((0.25, "blunder"), (0.12, "mistake"), (0.06, "inaccuracy"))
"""How much of the win rate a move loses to be marked so."""


def judge(
    room: Room, line: list[int], ply: int, before: SearchResult | None, after: SearchResult | None
) -> bool:
    """Keep the evaluation of a move, what it cost and, if that is much, its mark and the better line.

    ``before`` and ``after`` are the searches around it. False if the move is no longer in the main line.
    """
    record, parent, node = room.record, line[ply - 1], line[ply]
    if node not in record.main_line():
        return False
    mover, entry = record.position_at(parent).turn, record.nodes[node]
    outcome = record.outcome_at(node) if record.result is None else record.position_at(node).outcome
    if outcome is not None:
        worth = worth_of_end(outcome, mover)
    else:
        # A pass leaves the turn where it was.
        worth = Worth.of(after, turned=record.position_at(node).turn != mover)
    rate = worth.rate
    entry.evaluation = None if rate is None else round(rate if mover == 0 else 1 - rate, 4)
    entry.properties.pop(BETTER, None)
    loss, points = Worth.of(before).loss_by(worth)
    if before is not None and before.move == entry.move:
        loss, points = (None, None) if loss is None else (0.0, None if points is None else 0.0)
    mark = mark_for(loss)
    if mark and before is not None:
        shown = line_view(record.game, record.position_at(parent), before.pv or (before.move,))
        entry.properties[BETTER] = [move.text for move in shown]
    set_mark(entry.properties, mark)
    set_loss(entry.properties, loss, points if record.game.points is not None else None)
    return True


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth to one side; None: not known."""

    rate: float | None = None
    points: float | None = None

    @classmethod
    def of(cls, result: SearchResult | None, *, turned: bool = False) -> Worth:
        """By a search, for the side to move, or for the other one."""
        if result is None or not result.rated:
            return cls()
        score = result.score
        if not turned:
            return cls(result.win_rate, score)
        return cls(1 - result.win_rate, None if score is None else -score)

    def loss_by(self, after: Worth) -> tuple[float | None, float | None]:
        """What a move from here to there cost, in win rate and in points; a better value costs nothing."""
        return _less(self.rate, after.rate), _less(self.points, after.points)


def mark_for(loss: float | None) -> Mark:
    """How a move that cost so much is marked."""
    return next((name for least, name in THRESHOLDS if loss is not None and loss >= least), "")


def _less(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else max(0.0, before - after)


def worth_of_end(outcome: Outcome, side: int) -> Worth:
    """What an ended game is worth to a side; a score is by how many points it has won."""
    if outcome.score is None:
        return Worth(outcome.value(side))
    sign = 0 if outcome.winner is None else 1 if outcome.winner == side else -1
    return Worth(outcome.value(side), float(sign * abs(outcome.score)))


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

"""What a move cost, by the searches before and after it, and how it is marked."""

from __future__ import annotations

from dataclasses import dataclass

from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult
from boyi.engines.images import are_images
from boyi.formats.sgf.marks import BETTER, Mark, set_loss, set_mark

THRESHOLDS: tuple[tuple[float, Mark], ...] = ((0.25, "blunder"), (0.12, "mistake"), (0.06, "inaccuracy"))
"""How much of the win rate a move loses to be marked so."""
EVEN = 0.5
LONGEST_LINE = 12
"""Moves of the better line that are written out."""
SIGNS: dict[Mark, str] = {"good": "!", "inaccuracy": "?!", "mistake": "?", "blunder": "??", "": ""}


@dataclass(frozen=True, slots=True)
class Judgement:
    """One move of a game as a review sees it."""

    ply: int
    node: int
    side: int
    move: str
    rate: float | None
    """The first player's win rate after the move, 0 to 1; None: not known."""
    loss: float | None
    """What the move cost its side of the win rate; 0: nothing; None: not known."""
    mark: Mark = ""
    better: tuple[str, ...] = ()
    """The better line, where there is a mark."""
    points: float | None = None
    """What it cost in points, where the search counts them."""

    @property
    def is_good(self) -> bool:
        """Whether it is known to cost less than what is marked."""
        return self.loss is not None and not self.mark


def judge_move(
    record: GameRecord,
    node: int,
    before: SearchResult | None,
    after: SearchResult | None,
    best: Worth | None = None,
) -> Judgement:
    """What the move of a node cost; ``before`` and ``after`` are the searches around it.

    ``best``: what a search after the best move found, for the side that moved. It is one ply deeper, like
    ``after``; the move cost only what both comparisons say.
    """
    entry = record.nodes[node]
    assert entry.parent is not None
    assert entry.move is not None
    position = record.position_at(entry.parent)
    mover = position.turn
    if (outcome := end_at(record, node)) is not None:
        worth = worth_of_end(outcome, mover)
    else:
        # A pass leaves the turn where it was.
        worth = Worth.of(after, turned=record.position_at(node).turn != mover)
    rate = worth.rate
    loss, points = Worth.of(before).loss_by(worth)
    if best is not None:
        deeper, deeper_points = best.loss_by(worth)
        loss = loss if loss is None or deeper is None else min(loss, deeper)
        points = points if points is None or deeper_points is None else min(points, deeper_points)
    if before is not None and are_images(position, before.move, entry.move):
        loss, points = (None, None) if loss is None else (0.0, None if points is None else 0.0)
    mark = mark_for(loss)
    better: tuple[str, ...] = ()
    if mark and before is not None:
        better = _line(record, entry.parent, before.pv or (before.move,))
    shown = None if rate is None else round(rate if mover == 0 else 1 - rate, 4)
    text = record.game.format_move(entry.move, position)
    ply = len(record.path(node)) - 1
    return Judgement(ply, node, mover, text, shown, loss, mark, better, points)


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


def end_at(record: GameRecord, node: int) -> Outcome | None:
    """How the board has ended the game at a node; a resignation or a lost clock says nothing of the move."""
    return record.outcome_at(node) if record.result is None else record.position_at(node).outcome


def write_judgement(record: GameRecord, judged: Judgement) -> None:
    """Keep a judgement with its move: its evaluation, and if it lost much, its mark and the better line."""
    entry = record.nodes[judged.node]
    entry.evaluation = judged.rate
    entry.properties.pop(BETTER, None)
    if judged.better:
        entry.properties[BETTER] = list(judged.better)
    set_mark(entry.properties, judged.mark)
    set_loss(entry.properties, judged.loss, judged.points if record.game.points is not None else None)


def turning_point(judged: list[Judgement], side: int) -> Judgement | None:
    """The move with which a side lost the game: the last mistake that took it below one half.

    If none did, its costliest mistake; None if it made no mistake.
    """
    found = []
    for one in judged:
        if one.side == side and one.mark and one.rate is not None and one.loss is not None:
            rate = one.rate if side == 0 else 1 - one.rate
            found.append((one, rate, one.loss))
    fatal = [one for one, rate, loss in found if rate < EVEN <= rate + loss]
    return fatal[-1] if fatal else max(found, key=lambda entry: entry[2], default=(None,))[0]


def _line(record: GameRecord, node: int, moves: tuple[int, ...]) -> tuple[str, ...]:
    """A variation; it ends where a move is not legal (a search's table may remember another position)."""
    position, words = record.position_at(node), []
    for move in moves[:LONGEST_LINE]:
        if not position.is_legal(move):
            break
        words.append(record.game.format_move(move, position))
        position = position.play(move)
    return tuple(words)

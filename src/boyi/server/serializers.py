"""Positions, moves and results as the page is shown them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, cast

from boyi.core.clock import Clock, TimeControl
from boyi.core.errors import BadPosition, BoyiError
from boyi.core.game import Game, Position
from boyi.core.grid import GridGame, GridPosition, as_grid, bits
from boyi.core.language import languages
from boyi.core.outcome import Outcome
from boyi.core.reasons import outcome_sentence, side_label
from boyi.core.record import ROOT, GameRecord
from boyi.core.result import Candidate, SearchResult
from boyi.formats.numbers import parse_number
from boyi.formats.sgf.marks import BETTER, LOSS, mark_of
from boyi.formats.sgf.shapes import read_shapes
from boyi.match.replay import ending_of
from boyi.server.views import (
    BoardShape,
    CandidateView,
    ClockView,
    Languages,
    MoveView,
    NodeView,
    OutcomeView,
    PositionView,
    SearchView,
    ShapeView,
    Side,
)

SHOWN_NODES = 1_000
"""Of a larger tree so many nodes are shown besides the main line."""
LONGEST_LINE = 12
"""Moves of a variation that are written out."""
DRAWN = 9
"""Moves of a variation that are drawn on the board."""
LINES = 20
"""Candidates that are shown with the line they begin; those after them are shown with their move alone."""


def board_shape(game: Game) -> BoardShape:
    """The board without its stones; a game that has none on a grid is shown as text."""
    players = [languages(side_label(name)) for name in game.players]
    points = None if game.points is None else languages(game.points(points="{points}"))
    if not isinstance(game, GridGame):
        return BoardShape(
            style="text", theme="wood", size=0, columns=[], rows=[], stars=[], players=players, points=points
        )
    grid = game
    themes = {"felt": "felt", "checks": "checked"}
    return BoardShape(
        style="crossings" if grid.board_style == "lines" else "squares",
        theme=cast(Literal["wood", "felt", "checked"], themes.get(grid.board_style, "wood")),
        size=grid.size,
        columns=list(grid.coordinates.columns),
        rows=list(grid.coordinates.rows),
        letters="above" if grid.coordinates.top_down else "below",
        stars=list(grid.star_points()),
        turns=grid.turns_board,
        players=players,
        points=points,
    )


@lru_cache(maxsize=64)
def _placings(game: GridGame) -> tuple[MoveView, ...] | None:
    """All moves of a game whose moves are the same in every position, made once; None for others."""
    if game.moves_pieces:
        return None
    last = game.pass_move if game.has_pass else game.area - 1
    return tuple(
        MoveView(move=move, text=game.format_move(move), to=next(iter(game.move_cells(move)), None))
        for move in range(last + 1)
    )


def legal_moves(game: Game, position: Position) -> list[int | MoveView]:
    """The legal moves; those that need no words are only numbers, as they are many and often told."""
    moves = position.moves()
    has_words = not isinstance(game, GridGame) or game.moves_pieces
    return list(move_views(game, moves, position)) if has_words else list(moves)


def move_view(game: Game, move: int, position: Position) -> MoveView:
    """A move in a position."""
    return move_views(game, [move], position)[0]


def move_views(game: Game, moves: Sequence[int], position: Position) -> list[MoveView]:
    """Moves in a position."""
    if isinstance(game, GridGame) and (table := _placings(game)) is not None:
        return [table[move] for move in moves]
    return [_written(game, move, position) for move in moves]


def _written(game: Game, move: int, position: Position) -> MoveView:
    """A move whose words depend on the position: of a piece from one cell to another, or without cells."""
    cells = game.move_cells(move) if isinstance(game, GridGame) else ()
    return MoveView(
        move=move,
        text=game.format_move(move, position),
        to=cells[1] if cells else None,
        origin=cells[0] if cells else None,
    )


def position_view(record: GameRecord, node: int | None = None, *, playable: bool = True) -> PositionView:
    """The position after a node, by default where the game stands.

    ``playable``: with what only a player needs, the legal moves and why others are refused.
    """
    node = record.end if node is None else node
    game, position = record.game, record.position_at(node)
    grid = position if isinstance(position, GridPosition) else None
    cells = "" if grid is None else grid.cells
    outcome = record.outcome_at(node)
    playable = playable and outcome is None
    entry = record.nodes[node]
    last: MoveView | None = None
    changed: list[int] = []
    if entry.parent is not None and entry.move is not None:
        before = record.position_at(entry.parent)
        last = move_view(game, entry.move, before)
        if grid is not None:
            changed = changed_cells(as_grid(before).cells, cells, last, grid.game.size)
    return PositionView(
        node=node,
        ply=ply_of(record, node),
        cells=cells,
        drawing="" if grid is not None else game.draw(position, entry.move),
        turn=cast(Side, position.turn),
        moves=legal_moves(game, position) if playable else [],
        last=last,
        changed=changed,
        line=[] if grid is None else winning_line(grid, outcome, last),
        refused=refused_cells(grid) if playable and grid is not None else {},
        counts=[cells.count("x"), cells.count("o")],
        outcome=None if outcome is None else outcome_view(record, outcome),
    )


def ply_of(record: GameRecord, node: int) -> int:
    """How many moves led to a node; for the end of the game it is known."""
    return record.plies if node == record.end else len(record.path(node)) - 1


def changed_cells(before: str, after: str, move: MoveView, size: int) -> list[int]:
    """Cells whose stone was turned or taken, nearest to the move first."""
    here = move.to
    if here is None:
        return []
    if before[:here] == after[:here] and before[here + 1 :] == after[here + 1 :]:
        return []
    cells = [
        cell
        for cell, (old, new) in enumerate(zip(before, after, strict=True))
        if old not in (".", new) and cell != move.origin
    ]
    row, column = divmod(here, size)
    return sorted(cells, key=lambda cell: max(abs(cell // size - row), abs(cell % size - column)))


def winning_line(position: GridPosition, outcome: Outcome | None, last: MoveView | None) -> list[int]:
    """The cells that won."""
    if outcome is None:
        return []
    return list(position.game.winning_cells(position, outcome, None if last is None else last.to))


def refused_cells(position: GridPosition) -> dict[int, Languages]:
    """Empty cells that may not be played though they look as if they might, each with the reason."""
    cells = position.game.refused_cells(position)
    return {cell: languages(position.why_illegal(cell)) for cell in bits(cells)}


def outcome_view(record: GameRecord, outcome: Outcome) -> OutcomeView:
    """How the game ended."""
    detail = ending_of(record)
    return OutcomeView(
        winner=cast("Side | None", outcome.winner),
        reason=outcome.reason,
        score=outcome.score,
        text=languages(outcome_sentence(outcome, record.game.players)),
        detail="" if detail is None else str(detail),
        details={} if detail is None else languages(detail),
    )


def node_view(record: GameRecord, node: int, ply: int | None = None, more: int = 0) -> NodeView:
    """One node of the tree; ``more`` of its children are not shown."""
    entry = record.nodes[node]
    shown: MoveView | None = None
    if entry.parent is not None and entry.move is not None:
        table = _placings(record.game) if isinstance(record.game, GridGame) else None
        if table is not None:
            shown = table[entry.move]
        else:
            shown = _written(record.game, entry.move, record.position_at(entry.parent))
    better = entry.properties.get(BETTER, [])
    loss = [parse_number(value) for value in entry.properties.get(LOSS, [])]
    return NodeView(
        node=node,
        parent=entry.parent,
        ply=ply_of(record, node) if ply is None else ply,
        move=entry.move,
        text="" if shown is None else shown.text,
        to=None if shown is None else shown.to,
        origin=None if shown is None else shown.origin,
        comment=entry.comment,
        evaluation=entry.evaluation,
        spent=entry.spent,
        mark=mark_of(entry.properties),
        better=better,
        better_move=_better_move(record, entry.parent, better),
        loss=loss[0] if loss else None,
        loss_points=loss[1] if len(loss) > 1 else None,
        shapes=shape_views(record.game, entry.properties),
        more=more,
    )


def shape_views(game: Game, properties: dict[str, list[str]]) -> list[ShapeView]:
    """What is drawn on the board at a node."""
    if not properties or not isinstance(game, GridGame):
        return []
    return [
        ShapeView(kind=shape.kind, cell=shape.cell, to=shape.to, text=shape.text[:20])
        for shape in read_shapes(game, properties)
    ]


def _better_move(record: GameRecord, parent: int | None, better: list[str]) -> MoveView | None:
    """The first move of a better line; a file may say anything, so it may be none."""
    if not better or parent is None:
        return None
    position = record.position_at(parent)
    try:
        move = record.game.parse_move(better[0], position)
    except BoyiError:
        return None
    return move_view(record.game, move, position) if position.is_legal(move) else None


def node_views(record: GameRecord, near: int | None = None) -> list[NodeView]:
    """The tree, the main line first; of a large one the main line and what is near a node."""
    shown = set(nearest_nodes(record, near)) if len(record.nodes) > SHOWN_NODES else None
    views = []
    pending = [(ROOT, 0)]
    while pending:
        node, ply = pending.pop()
        children = record.nodes[node].children
        kept = children if shown is None else [child for child in children if child in shown]
        views.append(node_view(record, node, ply, len(children) - len(kept)))
        pending += [(child, ply + 1) for child in reversed(kept)]
    return views


def nearest_nodes(record: GameRecord, near: int | None) -> list[int]:
    """The main line, the way to a node, then what follows it and the rest of the tree, the nearest first."""
    chosen = dict.fromkeys(record.main_line())
    start = record.end if near is None else near
    chosen |= dict.fromkeys(record.path(start))
    most = len(chosen) + SHOWN_NODES
    for first in (start, ROOT):
        pending = deque([first])
        while pending and len(chosen) < most:
            children = record.nodes[pending.popleft()].children
            chosen |= dict.fromkeys(children)
            pending += children
    return list(chosen)


def clock_view(clock: Clock, running: int | None, elapsed: float = 0.0) -> ClockView:
    """Both sides' time now."""
    left = [clock.left(side, elapsed if side == running else 0.0) for side in (0, 1)]
    return ClockView(
        left=[None if seconds is None else round(max(0.0, seconds), 3) for seconds in left],
        whole=[whole_time(clock.control_of(side)) for side in (0, 1)],
        running=cast("Side | None", running),
        control=str(clock.control),
    )


def whole_time(control: TimeControl) -> float | None:
    """What a full bar means."""
    if control.per_move is not None:
        return control.per_move
    return None if control.main is None else control.main + control.periods * control.period


def search_view(record: GameRecord, node: int, result: SearchResult, most: int = 20) -> SearchView:
    """What a search has found at a node."""
    position = record.position_at(node)
    shown = result.comparable[:most]
    if all(one.move != result.move for one in shown):
        # Its value is only a bound, as of a search that was stopped early: it is shown without one.
        known = next((one for one in result.candidates if one.move == result.move), None)
        line = known.pv if known is not None else result.pv
        chosen = Candidate(result.move, 0, result.win_rate, None, line or (result.move,), bound="none")
        shown = (chosen, *shown)[:most]
    best = next((one for one in shown if one.move == result.move), None)
    return SearchView(
        node=node,
        turn=cast(Side, position.turn),
        win_rate=_share(result.win_rate) if result.rated else None,
        nodes=result.nodes,
        depth=result.depth,
        seconds=round(result.seconds, 3),
        proven=result.proven,
        plies=None if best is None or result.proven is None else best.plies,
        candidates=[
            _candidate(record.game, position, entry, whole=place < LINES) for place, entry in enumerate(shown)
        ],
    )


def _candidate(game: Game, position: Position, entry: Candidate, *, whole: bool) -> CandidateView:
    move = move_view(game, entry.move, position)
    line = (entry.pv if whole else ()) or (entry.move,)
    return CandidateView(
        move=move.move,
        text=move.text,
        to=move.to,
        origin=move.origin,
        visits=0 if entry.depth else entry.visits,
        win_rate=None if entry.bound == "none" else _share(entry.win_rate),
        score=entry.score if entry.bound == "exact" else None,
        proven=entry.proven,
        plies=entry.plies,
        kind=entry.kind,
        pv=line_view(game, position, line),
        after=_after(position, line) if whole else "",
    )


def _after(position: Position, moves: tuple[int, ...]) -> str:
    """The cells at the end of what is shown of a variation; empty if it only adds stones."""
    if not isinstance(position, GridPosition):
        return ""
    end: Position = position
    for move in moves[:DRAWN]:
        if not end.is_legal(move):
            break
        end = end.play(move)
    before, after = position.cells, as_grid(end).cells
    return after if any(old not in (new, ".") for old, new in zip(before, after, strict=True)) else ""


def line_view(game: Game, position: Position, moves: tuple[int, ...]) -> list[MoveView]:
    """A variation; it ends where a move is not legal (a search's table may remember another position)."""
    shown = []
    for move in moves[:LONGEST_LINE]:
        if not position.is_legal(move):
            break
        shown.append(move_view(game, move, position))
        position = position.play(move)
    return shown


def _share(rate: float) -> float:
    return round(min(1.0, max(0.0, rate)), 4)


def as_grid_game(game: Game) -> GridGame:
    """Narrow a game to one on a grid, where cells are asked for."""
    if not isinstance(game, GridGame):
        raise BadPosition("{game} has no cells: give moves or a position.", game=game.title)
    return game

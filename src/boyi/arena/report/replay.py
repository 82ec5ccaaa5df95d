"""A game as the data that the report's script replays: what changes on the board, ply by ply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from boyi.arena.folder import GameFolder
from boyi.core.game import Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.drawing.board import draw_svg
from boyi.engines.judging import SIGNS, Judgement
from boyi.programs.dialogue import MOST_PRINTED, Line, read_dialogue

MOST_SAID = 400
"""Lines of a dialogue that are shown with a game."""


def said_in(folder: GameFolder[Any], number: int) -> list[Line]:
    """What the programs of a game said, as much of it as is shown."""
    try:
        with folder.log(number).open(encoding="utf-8", errors="replace", newline="\n") as log:
            whole, _, _ = log.read(2 * MOST_PRINTED).rpartition("\n")  # not half a line
            return list(islice(read_dialogue(whole), MOST_SAID))
    except FileNotFoundError:  # no program took part
        return []


@dataclass(frozen=True)
class ReplayGame:
    """One game of a report."""

    title: Message | str
    data: dict[str, Any]
    note: Message | str = ""


def replay_game(
    record: GameRecord,
    title: Message | str,
    *,
    note: Message | str = "",
    judged: Sequence[Judgement] = (),
    said: Iterable[Line] = (),
    turning: Judgement | None = None,
    check: Callable[[], object] | None = None,
) -> ReplayGame:
    """A game with its judgements and the dialogue of its programs, where there are some.

    ``check`` is called before each ply and raises if the game is no longer wanted.
    """
    game, line = record.game, record.main_line()
    data: dict[str, Any] = {}
    if isinstance(game, GridGame):
        empty = "." * (game.size * game.size)
        data["board"] = draw_svg(empty, game.coordinates, game.board_style, (), game.star_points())
        data["size"], data["start"] = game.size, as_grid(record.start).cells
    else:
        data["start"] = str(record.start)
    by_ply = {one.ply: one for one in judged}
    plies = data["plies"] = []
    for number, (before, node) in enumerate(pairwise(line), start=1):
        if check is not None:
            check()
        plies.append(_ply(record, before, node, by_ply.get(number)))
    spoken = [[entry.ply, entry.player, entry.voice, entry.text] for entry in said]
    if spoken:
        data["said"] = spoken[:MOST_SAID]
    if turning is not None:
        data["turning"] = turning.ply
    return ReplayGame(title, data, note)


def _ply(record: GameRecord, before: int, node: int, judged: Judgement | None) -> dict[str, Any]:
    entry, game = record.nodes[node], record.game
    move = entry.move
    assert move is not None
    earlier, later = record.position_at(before), record.position_at(node)
    found: dict[str, Any] = {"m": game.format_move(move, earlier)}
    if isinstance(game, GridGame):
        found["d"] = _changes(earlier, later)
        found["c"] = list(game.move_cells(move))
    else:
        found["t"] = str(later)
    if entry.spent is not None:
        found["s"] = entry.spent
    rate = entry.evaluation if judged is None else judged.rate
    if rate is not None:
        found["e"] = rate
    if judged is not None and judged.mark:
        found["k"], found["b"] = SIGNS[judged.mark], " ".join(judged.better)
    if entry.comment:
        found["x"] = entry.comment
    return found


def _changes(earlier: Position, later: Position) -> list[list[Any]]:
    cells = zip(as_grid(earlier).cells, as_grid(later).cells, strict=True)
    return [[cell, new] for cell, (old, new) in enumerate(cells) if old != new]

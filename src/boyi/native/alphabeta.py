"""The native alpha-beta searches: the plain family of the textbook, node for node, and the strong one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boyi.core.errors import BadOption, BoyiError
from boyi.core.game import Position
from boyi.core.result import SearchResult, require_ongoing
from boyi.core.search_clock import add_helpers, is_by_processor, search_time
from boyi.native.position import NativePosition
from boyi.native.provider import board_to_search
from boyi.native.report import to_result
from boyi.native.resources import explained
from boyi.native.watching import checked_cancel
from boyi.settings.alphabeta import FastAlphaBetaConfig
from boyi.settings.limits import AlphaBetaLimits
from boyi.settings.setting import check_names

if TYPE_CHECKING:
    from boyi._native import MemorySlot, Report

UNLIMITED_NODES = (1 << 63) - 1
UNLIMITED_DEPTH = 99


def available(position: Position) -> bool:
    """Whether the native alpha-beta can search this position."""
    if not isinstance(position, NativePosition):
        return False
    import boyi._native as native

    try:
        native.evaluate(position.board, "none")
    except TypeError:  # a board that was bound without searches
        return False
    return True


def alphabeta(
    position: Position,
    config: FastAlphaBetaConfig | None = None,
    limits: AlphaBetaLimits | None = None,
    *,
    history: Iterable[int] = (),
    progress: Callable[[SearchResult], object] | None = None,
    cancel: object = None,
    slot: MemorySlot | None = None,
    **knobs: Any,
) -> SearchResult:
    """Search a native position; ``knobs`` change single fields of the configuration and the limits.

    ``history`` are the keys of earlier positions of the game, for games that can go in circles. ``progress``
    is called about ten times a second and stops the search by a true answer; ``cancel`` is a
    ``boyi._native.Cancel`` by which another thread can stop it at once. ``slot`` is a
    ``boyi._native.MemorySlot`` that takes what was learned along to the next move (Gomoku, Othello and
    Lines of Action).

    For example ``alphabeta(boyi.game("othello").start(), time=1, threads=2, multi=3).candidates``.
    """
    check_names(knobs, FastAlphaBetaConfig, AlphaBetaLimits)
    config = replace(config or FastAlphaBetaConfig(), **FastAlphaBetaConfig.pick(knobs))
    limits = replace(limits or AlphaBetaLimits(), **AlphaBetaLimits.pick(knobs))
    if not isinstance(position, NativePosition):
        raise BoyiError(
            "The native alpha-beta needs a native position, not {name}.", name=type(position).__name__
        )
    if config.method != "strong" and config.multi != 1:
        raise BadOption("Several lines (multi) need the method strong.")
    require_ongoing(position.outcome)
    evaluation = position.game.evaluation(config.evaluation)
    import boyi._native as native

    token = checked_cancel(cancel)
    board = board_to_search(position, learned=evaluation.name == "patterns")
    begin = search_time()

    def result(report: Report) -> SearchResult:
        return to_result(report, search_time() - begin, evaluated=True)

    with explained(limits.memory):
        report = native.alphabeta(
            board,
            evaluation=evaluation.name,
            method=config.method,
            width=config.width,
            ordered=config.ordered,
            window=config.window,
            multi=config.multi,
            history=[key & ((1 << 64) - 1) for key in history],
            seconds=math.inf if limits.time is None else limits.time,
            nodes=UNLIMITED_NODES if limits.nodes is None else limits.nodes,
            depth=UNLIMITED_DEPTH if limits.depth is None else limits.depth,
            memory=limits.memory,
            threads=limits.threads,
            seed=limits.seed,
            progress=None if progress is None else lambda report: bool(progress(result(report))),
            cancel=token,
            slot=slot,
            iterative=limits.depth is None,
            processor=is_by_processor(),
        )
    add_helpers(report[5], limits.threads)
    return result(report)

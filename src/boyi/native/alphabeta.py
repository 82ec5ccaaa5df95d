"""The native alpha-beta searches: the plain family of the textbook, node for node, and the strong one."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, get_args

from boyi.core.errors import BadOption, BoyiError, shorten
from boyi.core.game import Position
from boyi.core.result import SearchResult, require_ongoing
from boyi.native.position import NativePosition
from boyi.native.report import to_result
from boyi.native.resources import explained

if TYPE_CHECKING:
    from boyi._native import Report

Method = Literal["strong", "minimax", "negamax", "alphabeta", "aspiration", "pvs"]

_MOST = (1 << 63) - 1


@dataclass(frozen=True)
class FastAlphaBetaConfig:
    """How to search, one line each."""

    method: Method = "strong"
    """``strong`` uses everything there is; the others are the plain family without table and history."""
    evaluation: str | None = None
    """Values leaves and orders moves; None: the game's first."""
    width: int = 0
    """Plain family: only the best so many moves of each node by gain; 0: all."""
    ordered: bool = True
    """Plain family: order moves by gain; else as the game lists them."""
    window: int = 50
    """``aspiration``: half the width of the first window."""
    multi: int = 1
    """``strong``: how many of the best moves get a value and a line of their own."""


@dataclass(frozen=True)
class Limits:
    """When to stop, whichever comes first."""

    seconds: float = math.inf
    """Time for the whole search."""
    nodes: int = _MOST
    """Positions to look at."""
    depth: int = 99
    """Plies to look ahead."""
    memory: int = 256 << 20
    """Bytes for the table."""
    threads: int = 1
    """Processor threads to use."""
    seed: int = 0
    """Decides between moves that look equal; the same seed and node limit give the same search."""


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
    limits: Limits | None = None,
    *,
    history: Iterable[int] = (),
    progress: Callable[[SearchResult], object] | None = None,
    cancel: object = None,
    **knobs: object,
) -> SearchResult:
    """Search a native position; ``knobs`` change single fields of the configuration and the limits.

    ``history`` are the keys of earlier positions of the game, for games that can go in circles. ``progress``
    is called about ten times a second and stops the search by a true answer; ``cancel`` is a
    ``boyi._native.Cancel`` by which another thread can stop it at once.

    For example ``alphabeta(boyi.game("othello").start(), seconds=1, threads=2, multi=3).candidates``.
    """
    config, limits = _with_knobs(config or FastAlphaBetaConfig(), limits or Limits(), knobs)
    if not isinstance(position, NativePosition):
        raise BoyiError(f"The native alpha-beta needs a native position, not {type(position).__name__}.")
    _check(config, limits)
    require_ongoing(position.outcome)
    evaluation = position.game.evaluation(config.evaluation)
    import boyi._native as native

    if cancel is not None and not isinstance(cancel, native.Cancel):
        raise BadOption("cancel is a boyi._native.Cancel or None.")
    begin = time.perf_counter()

    def result(report: Report) -> SearchResult:
        return to_result(report, time.perf_counter() - begin)

    with explained(limits.memory):
        report = native.alphabeta(
            position.board,
            evaluation=evaluation.name,
            method=config.method,
            width=config.width,
            ordered=config.ordered,
            window=config.window,
            multi=config.multi,
            history=[key & ((1 << 64) - 1) for key in history],
            seconds=limits.seconds,
            nodes=limits.nodes,
            depth=limits.depth,
            memory=limits.memory,
            threads=limits.threads,
            seed=limits.seed & _MOST,
            progress=None if progress is None else lambda report: bool(progress(result(report))),
            cancel=cancel,
        )
    return result(report)


def _with_knobs(
    config: FastAlphaBetaConfig, limits: Limits, knobs: dict[str, object]
) -> tuple[FastAlphaBetaConfig, Limits]:
    ours = {name: value for name, value in knobs.items() if hasattr(config, name)}
    rest = {name: value for name, value in knobs.items() if name not in ours}
    for name in rest:
        if not hasattr(limits, name):
            raise BadOption(f"The native alpha-beta has no setting {shorten(name)}.")
    return replace(config, **ours), replace(limits, **rest)  # type: ignore[arg-type]


def _check(config: FastAlphaBetaConfig, limits: Limits) -> None:
    """Refuse what the native side would refuse, in a sentence."""
    if config.method not in get_args(Method):
        raise BadOption(f"There is no method {shorten(config.method)}: choose {', '.join(get_args(Method))}.")
    if config.method == "strong" and config.width:
        raise BadOption("A width belongs to the plain methods; strong looks at all moves.")
    if config.method != "strong" and config.multi != 1:
        raise BadOption("Several lines (multi) need the method strong.")
    ranges = (
        ("width", config.width, 0, 1 << 30),
        ("window", config.window, 1, 1 << 26),
        ("multi", config.multi, 1, 1 << 30),
        ("nodes", limits.nodes, 1, _MOST),
        ("depth", limits.depth, 1, 1 << 30),
        ("memory", limits.memory, 0, _MOST),
        ("threads", limits.threads, 1, 256),
    )
    for name, value, low, high in ranges:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadOption(f"{name} is a whole number of at least {low}, not {shorten(value)}.")
    if not isinstance(limits.seconds, (int, float)) or not limits.seconds >= 0:
        raise BadOption(f"seconds is a number of at least 0, not {shorten(limits.seconds)}.")
    if not isinstance(limits.seed, int):
        raise BadOption(f"seed is a whole number, not {shorten(limits.seed)}.")

"""How far a search is: the share of its time, nodes or depth that is used."""

from __future__ import annotations

from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.result import SearchResult
from boyi.engines.levels import LevelEngine
from boyi.engines.levels import limit_of as limit_of_level
from boyi.match import Match
from boyi.players.engine import least, share_of_clock
from boyi.players.limit import Limit
from boyi.players.spec import Spec

UNKNOWN = 3.0
"""Seconds at which a search whose limit nobody knows counts as half done."""


def limit_of(spec: str, position: Position) -> Limit:
    """What a player allows itself, as far as its spec says it."""
    try:
        parsed = Spec.parse(spec)
    except BoyiError:
        return Limit()
    given = dict(parsed.settings)
    limit = Limit()
    if parsed.kind == "level" and parsed.name.isdecimal():
        table = LevelEngine.table(position)
        limit = limit_of_level(table[min(len(table), max(1, int(parsed.name))) - 1])
    return Limit(
        float(given["time"]) if "time" in given else limit.time,
        int(given["nodes"]) if "nodes" in given else limit.nodes,
        int(given["depth"]) if "depth" in given else limit.depth,
    )


def progress_of(
    result: SearchResult, spec: str, position: Position, match: Match | None, longest: float | None = None
) -> float:
    """From 0 to 1; a search without a known limit comes near 1 and never reaches it.

    ``longest`` are the seconds that the server allows any search.
    """
    limit = limit_of(spec, position)
    clock = None if match is None else share_of_clock(match.clock, position.turn)
    seconds = least(limit.time, clock, longest)
    shares = []
    if seconds:
        shares.append(result.seconds / seconds)
    if limit.nodes:
        shares.append(result.nodes / limit.nodes)
    if limit.depth:
        shares.append((result.depth - 1) / limit.depth)
    share = max(shares) if shares else result.seconds / (result.seconds + UNKNOWN)
    return round(min(1.0, max(0.0, share)), 3)

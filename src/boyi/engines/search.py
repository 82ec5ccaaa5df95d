"""``boyi.search``: the function a user calls; it picks the engine that suits the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Game, Position
from boyi.core.search_clock import search_time

if TYPE_CHECKING:
    from boyi.core.record import GameRecord
    from boyi.core.result import SearchResult
    from boyi.players.base import Player
    from boyi.players.engine import Progress
    from boyi.players.spec import Spec

SECONDS = 1.0
LEAST = 0.001
MOST = 1 << 63


def best_spec(game: Game, depth: int | None = None) -> Spec:
    """The spec of the engine to use when nobody asked for one: the game's best; a depth needs alpha-beta."""
    from boyi.players.spec import Spec

    return Spec.parse(game.engine if depth is None else "alphabeta")


def search(
    asked: Position | GameRecord,
    *,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
    seed: int = 0,
    player: str | Spec | None = None,
    progress: Progress | None = None,
    candidates: int = 1,
) -> SearchResult:
    """Look for the best move; one second if no limit is given and the player has none of its own.

    A record brings its history, which matters where play can go in circles. ``player`` is a spec such as
    ``"mcts:c=0.7"``; without one the best engine for the game is taken. With a node limit, one thread and no
    other limit the answer depends on the seed alone. ``progress`` is called about ten times a second with the
    answer so far, and stops the search by a true answer. ``candidates``: how many moves alpha-beta judges.

    >>> import boyi
    >>> position = boyi.game("othello").start().play_text("f5")
    >>> result = boyi.search(position, nodes=1000)
    >>> result.move in position.legal_moves, 0 <= result.win_rate <= 1
    (True, True)
    """
    began = search_time()
    # Loaded here, because the time that was given begins with the call.
    from boyi.core.record import GameRecord
    from boyi.players.engine import Engine, SearchRequest
    from boyi.players.limit import Limit
    from boyi.players.spec import Spec, make_engine

    if not isinstance(asked, (Position, GameRecord)):
        raise BoyiError("A position or a record is searched, not {asked}.", asked=shorten(asked))
    if player is not None and not isinstance(player, (str, Spec)):
        raise BoyiError("A player is a spec such as 'level:5', not {player}.", player=shorten(player))
    request = SearchRequest.of(asked)
    for name, value, kind in (
        ("time", time, (int, float)),
        ("nodes", nodes, int),
        ("depth", depth, int),
        ("candidates", candidates, int),
    ):
        if value is not None and not (isinstance(value, kind) and 0 < value < MOST):
            raise BoyiError(
                "{name} is a number above 0 and below 2**63, not {value}.", name=name, value=shorten(value)
            )
    if not isinstance(seed, int) or not 0 <= seed < MOST:
        raise BoyiError("seed is a whole number from 0 to 2**63 - 1, not {seed}.", seed=shorten(seed))
    limit = Limit(time, nodes, depth)
    if player is None:
        spec = best_spec(request.position.game, depth)
    else:
        spec = player if isinstance(player, Spec) else Spec.parse(player)
    if player is None and limit == Limit():
        limit = Limit(time=SECONDS)
    found = make_engine(_judging(spec, candidates), seed, threads, limit)
    if isinstance(found, Engine):
        left = None if limit.time is None else max(limit.time - (search_time() - began), LEAST)
        return found.search(request, left, progress).at(request.position)
    return _ask(found, asked, time).at(request.position)


def _judging(spec: Spec, moves: int) -> Spec:
    """The spec of a search that judges so many moves, where it judges only one by itself."""
    from boyi.players.spec import Spec, settings_of

    given = dict(spec.settings)
    # The plain methods find out about one move only.
    only_one = spec.kind == "minimax" or given.keys() & {"multi", "width", "method"}
    if moves == 1 or only_one or "multi" not in settings_of(spec):
        return spec
    return Spec(spec.kind, spec.name, (*spec.settings, ("multi", str(moves))))


def _ask(player: Player, asked: Position | GameRecord, time: float | None) -> SearchResult:
    """Let a player that is no engine choose."""
    from boyi.core.clock import Clock, TimeControl
    from boyi.core.event_loop import run_blocking
    from boyi.core.record import GameRecord

    record = GameRecord(asked.game, asked) if isinstance(asked, Position) else asked
    clock = None if time is None else Clock.start(TimeControl(per_move=time))
    began = search_time()
    decision = run_blocking(lambda: player.choose(record, clock))
    result = decision.to_result(search_time() - began)
    if result is None:
        raise BoyiError("The player resigns here.")
    return result

"""Matches and series as plain function calls: they return when the last game is over."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from boyi.arena.executors import Workers
from boyi.arena.folder import Folder
from boyi.arena.results import Standing
from boyi.arena.series import Series, SeriesEvent, SeriesOver
from boyi.arena.settings import SeriesSettings
from boyi.core.clock import TimeControl
from boyi.core.event_loop import run_blocking
from boyi.core.game import Game
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.match import Event, Match, MatchRules
from boyi.match.replay import SIDES
from boyi.players.base import Player, adapt
from boyi.players.limit import Limit
from boyi.players.spec import Spec, make_player, settings_of

Named = str | Spec | Player | Any
"""A player: a spec, a ``Player``, or a class or object with ``choose(position)``."""


def play_match(
    game: str | Game | GameRecord,
    black: Named,
    white: Named,
    *,
    time: float | None = None,
    nodes: int | None = None,
    clock: str | None = None,
    seed: int = 0,
    rules: MatchRules | None = None,
    listen: Callable[[Event], object] = lambda event: None,
) -> GameRecord:
    """Play one game to its end and return its record.

    ``time``: seconds a move, also for the judge. ``nodes``: the work a move of searches that count it.
    ``clock``: a time control such as ``"60+1"``. ``rules`` says what else the judge allows. A record is
    played on from its end. ``listen`` is called with every event.

    >>> import boyi
    >>> class First:
    ...     def choose(self, position):
    ...         return position.legal_moves[0]
    >>> record = boyi.play_match("tictactoe", First, "mcts:nodes=50", seed=3)
    >>> record.outcome is not None, record.headers["white"]
    (True, 'mcts:nodes=50')
    """
    record = game if isinstance(game, GameRecord) else GameRecord(_game(game))
    players = _player(black, seed, time, nodes), _player(white, seed + 1, time, nodes)
    for side, player, made in zip(SIDES, (black, white), players, strict=True):
        made.check_game(record.game)
        record.headers.setdefault(side, _name(player))
    if rules is None:
        control = TimeControl(per_move=time) if time is not None else TimeControl.parse(clock or "none")
        rules = MatchRules(control)

    async def play() -> None:
        try:
            async for event in Match(record, players, rules).play():
                listen(event)
        finally:
            for player in players:
                with suppress(Exception):  # the game is over, whatever a program does when it leaves
                    await player.close()

    run_blocking(play)
    return record


def play_series(
    settings: SeriesSettings,
    folder: Folder | None = None,
    concurrency: Workers | int = 1,
    listen: Callable[[SeriesEvent], object] = lambda event: None,
) -> Standing:
    """Play a series to its end and return what it came to.

    >>> import boyi
    >>> standing = boyi.play_series(boyi.SeriesSettings("tictactoe", "mcts:nodes=200", "random", games=6))
    >>> standing.tally.games, standing.tally.score > 0.5
    (6, True)
    """

    async def play() -> Standing:
        series = Series(settings, folder, concurrency)
        over = None
        async for event in series.play():
            listen(event)
            if isinstance(event, SeriesOver):
                over = event.standing
        assert over is not None
        return over

    return run_blocking(play)


def _game(game: str | Game) -> Game:
    return make_game(game) if isinstance(game, str) else game


def _player(player: Named, seed: int, time: float | None, nodes: int | None) -> Player:
    if not isinstance(player, str | Spec):
        return adapt(player)
    counted = nodes if "nodes" in settings_of(player) else None
    return make_player(player, seed, limit=Limit(time, counted))


def _name(player: Named) -> str:
    if isinstance(player, str | Spec):
        return str(player)
    return player.__name__ if isinstance(player, type) else type(player).__name__

"""The tree of a Monte Carlo search, taken along from move to move and grown on the opponent's time."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import finalize

from boyi.engines.pondering import Pondering
from boyi.players.engine import SearchRequest

if TYPE_CHECKING:
    from boyi.native.mcts import FastMcts
    from boyi.settings.limits import SearchLimits

FARTHEST = 8
"""Moves to follow from the last search; who is asked after more has been away, and the tree is of no use."""


class KeptTree:
    """The last search of a game and where in the game it stood."""

    def __init__(self) -> None:
        self._search: FastMcts | None = None
        self._plies = 0
        self._pondering: Pondering | None = None

    def take(self, request: SearchRequest) -> FastMcts | None:
        """The last search, advanced to the request's position; None if that does not continue its game."""
        search, self._search = self._search, None
        if self._pondering is not None:
            self._pondering.end()
            self._pondering = None
        if search is None or search.position.game != request.position.game:
            return None
        keys = (*request.history, request.position.key)
        if not self._plies < request.plies <= self._plies + FARTHEST or len(keys) != request.plies + 1:
            return None
        if keys[self._plies] != search.position.key:
            return None
        for key in keys[self._plies + 1 :]:
            position = search.position
            move = next((move for move in position.moves() if position.play(move).key == key), None)
            if move is None:
                return None
            search.advance(move)
        return search if search.position == request.position else None

    def keep(self, search: FastMcts, plies: int) -> None:
        """Remember a search that has ended, of a position after so many plies."""
        self._search, self._plies = search, plies

    def ponder(self, move: int, limits: SearchLimits) -> None:
        """Continue the search in a thread of its own behind ``move``, until the tree is taken again."""
        if self._search is None or self._search.position.play(move).outcome is not None:
            return
        search = self._search
        search.advance(move)
        self._plies += 1
        self._pondering = Pondering(lambda: search.run(limits), search.stop)
        # A thread inside native code while the interpreter ends would abort the process.
        finalize(self, self._pondering.end)

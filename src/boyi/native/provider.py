"""Which games the native module plays, and what a game needs to get there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, cast

from boyi.core.game import Game, Kernel
from boyi.core.grid import GridGame
from boyi.core.message import Message, Term
from boyi.native.position import NativePosition

if TYPE_CHECKING:
    from boyi._native import Board

try:
    import boyi._native as _native
except ImportError as error:
    MISSING: Message | None = Message("the native module is not there ({error}).", error=str(error))
else:
    MISSING = None

Maker = Callable[[str, int], "Board"]
"""Makes a native board from cells and the side to move."""


def _gomoku(game: GridGame) -> Maker:
    return lambda cells, turn: _native.gomoku(game.size, str(game.settings["rule"]), cells, turn)


def _othello(game: GridGame) -> Maker | Message:
    if game.size > 8:
        return Message("native Othello has boards up to 8x8.")
    return lambda cells, turn: _native.othello(game.size, cells, turn)


def _loa(game: GridGame) -> Maker | Message:
    if game.size != 8:
        return Message("native Lines of Action is 8x8.")
    return lambda cells, turn: _native.loa(
        str(game.settings["rule"]), str(game.settings["both"]), cells, turn
    )


def _nogo(game: GridGame) -> Maker:
    return lambda cells, turn: _native.nogo(game.size, cells, turn)


MAKERS: dict[str, Callable[[GridGame], Maker | Message]] = {
    "gomoku": _gomoku,
    "othello": _othello,
    "loa": _loa,
    "nogo": _nogo,
}


@cache
def _load_othello_weights() -> None:
    """Hand the learned weights over, once: the native module reads no files."""
    from boyi.games.othello.patterns import packed_weights

    _native.othello_weights(packed_weights())


@cache
def _load_nogo_weights() -> None:
    from boyi.games.nogo.patterns import packed_weights

    _native.nogo_weights(packed_weights())


@cache
def _load_loa_weights() -> None:
    from boyi.games.loa.network import packed_weights

    _native.loa_weights(packed_weights())


def board_to_search(position: NativePosition, *, learned: bool = True) -> Board:
    """The board of a position, after its game's evaluations have got their weights.

    Rules alone need none, and loading them takes longer than starting a command. ``learned``: whether NoGo's
    search asks for them; those of Othello and Lines of Action always do.
    """
    if position.game.name == "othello" and position.game.settings["size"] == 8:
        _load_othello_weights()
    if position.game.name == "loa":
        _load_loa_weights()
    if position.game.name == "nogo" and learned:
        _load_nogo_weights()
    return position.board


def provide_native(game: Game) -> Kernel | Message:
    """The native kernel of a game, or the reason why it has none."""
    if MISSING:
        return MISSING
    make = MAKERS.get(game.name)
    if make is None or not isinstance(game, GridGame):
        return Message("{game} has no native rules.", game=Term(game.name))
    board = make(game)
    if isinstance(board, Message):
        return board
    return lambda owner, cells, turn: NativePosition(cast(GridGame, owner), board(cells, turn))

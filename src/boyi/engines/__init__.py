"""Our own players: searches with all their settings, levels, the programs of the sources, ``boyi.search``."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.engines.alphabeta import AlphaBetaEngine
    from boyi.engines.mcts import MctsEngine
    from boyi.engines.playout import PlayoutPlayer
    from boyi.engines.random import RandomPlayer

__all__ = [
    "AlphaBetaEngine",
    "MctsEngine",
    "PlayoutPlayer",
    "RandomPlayer",
]

_LATER = {
    "AlphaBetaEngine": "boyi.engines.alphabeta",
    "MctsEngine": "boyi.engines.mcts",
    "PlayoutPlayer": "boyi.engines.playout",
    "RandomPlayer": "boyi.engines.random",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)

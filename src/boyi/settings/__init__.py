"""What searches and programs can be given: each setting is declared once, all else follows from it."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.settings.alphabeta import FastAlphaBetaConfig
    from boyi.settings.limits import DEPTH, NODES, SEED, TIME
    from boyi.settings.mcts import FastMctsConfig
    from boyi.settings.setting import Configuration, number, switch, word

__all__ = [
    "DEPTH",
    "NODES",
    "SEED",
    "TIME",
    "Configuration",
    "FastAlphaBetaConfig",
    "FastMctsConfig",
    "number",
    "switch",
    "word",
]

_LATER = {
    "DEPTH": "boyi.settings.limits",
    "FastAlphaBetaConfig": "boyi.settings.alphabeta",
    "FastMctsConfig": "boyi.settings.mcts",
    "NODES": "boyi.settings.limits",
    "SEED": "boyi.settings.limits",
    "Configuration": "boyi.settings.setting",
    "TIME": "boyi.settings.limits",
    "number": "boyi.settings.setting",
    "switch": "boyi.settings.setting",
    "word": "boyi.settings.setting",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)

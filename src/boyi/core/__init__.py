"""What every layer shares: games, positions, records, clocks, the registry."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.core.evaluation import Evaluation
    from boyi.core.grid import GridGame, StonePosition, as_grid, bits
    from boyi.core.guide import Guide, Lesson
    from boyi.core.level import Level
    from boyi.core.message import Message, Template, Term
    from boyi.core.pieces import PieceGame
    from boyi.core.reasons import Reason
    from boyi.core.sample import Sample

__all__ = [
    "Evaluation",
    "GridGame",
    "Guide",
    "Lesson",
    "Level",
    "Message",
    "PieceGame",
    "Reason",
    "Sample",
    "StonePosition",
    "Template",
    "Term",
    "as_grid",
    "bits",
]

_LATER = {
    "Evaluation": "boyi.core.evaluation",
    "GridGame": "boyi.core.grid",
    "Guide": "boyi.core.guide",
    "Lesson": "boyi.core.guide",
    "Level": "boyi.core.level",
    "Message": "boyi.core.message",
    "PieceGame": "boyi.core.pieces",
    "Reason": "boyi.core.reasons",
    "Sample": "boyi.core.sample",
    "StonePosition": "boyi.core.grid",
    "Template": "boyi.core.message",
    "Term": "boyi.core.message",
    "as_grid": "boyi.core.grid",
    "bits": "boyi.core.grid",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)

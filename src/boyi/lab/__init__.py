"""The lab: searches explained step by step, lessons, and what a page or a notebook shows of them."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.lab.comparison import Comparison
    from boyi.lab.explanation import Explanation
    from boyi.lab.lesson import Lesson, find_lesson, lessons
    from boyi.lab.page import page
    from boyi.lab.plot import Measured, Plot
    from boyi.lab.prediction import Score
    from boyi.lab.puzzle import Puzzle, puzzle_games, puzzles
    from boyi.lab.searches import SEARCHES, explain

__all__ = [
    "SEARCHES",
    "Comparison",
    "Explanation",
    "Lesson",
    "Measured",
    "Plot",
    "Puzzle",
    "Score",
    "explain",
    "find_lesson",
    "lessons",
    "page",
    "puzzle_games",
    "puzzles",
]

_LATER = {
    "Comparison": "boyi.lab.comparison",
    "Explanation": "boyi.lab.explanation",
    "Lesson": "boyi.lab.lesson",
    "Measured": "boyi.lab.plot",
    "Plot": "boyi.lab.plot",
    "Puzzle": "boyi.lab.puzzle",
    "SEARCHES": "boyi.lab.searches",
    "Score": "boyi.lab.prediction",
    "explain": "boyi.lab.searches",
    "find_lesson": "boyi.lab.lesson",
    "lessons": "boyi.lab.lesson",
    "page": "boyi.lab.page",
    "puzzle_games": "boyi.lab.puzzle",
    "puzzles": "boyi.lab.puzzle",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)

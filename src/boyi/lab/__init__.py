"""The lab: searches explained step by step, lessons, and what a page or a notebook shows of them."""

import typing as _typing

from boyi.core.lazy import lazy_names as _lazy_names

if _typing.TYPE_CHECKING:
    from boyi.drawing.plot import Measured, Plot
    from boyi.lab.comparison import Comparison
    from boyi.lab.experiment import Experiment, experiments, find_experiment
    from boyi.lab.experiment_results import ExperimentResults
    from boyi.lab.experiment_run import ExperimentRun, run_experiment
    from boyi.lab.explanation import Explanation
    from boyi.lab.lesson import Lesson, find_lesson, lessons
    from boyi.lab.page import page
    from boyi.lab.practice import Mistake, find_mistakes, keep_mistakes, mistakes_in
    from boyi.lab.prediction import Score
    from boyi.lab.puzzle import Puzzle, puzzle_games, puzzles
    from boyi.lab.search_size import Estimate
    from boyi.lab.searches import SEARCHES, estimate, explain
    from boyi.lab.trace_limit import TraceLimit

__all__ = [
    "SEARCHES",
    "Comparison",
    "Estimate",
    "Experiment",
    "ExperimentResults",
    "ExperimentRun",
    "Explanation",
    "Lesson",
    "Measured",
    "Mistake",
    "Plot",
    "Puzzle",
    "Score",
    "TraceLimit",
    "estimate",
    "experiments",
    "explain",
    "find_experiment",
    "find_lesson",
    "find_mistakes",
    "keep_mistakes",
    "lessons",
    "mistakes_in",
    "page",
    "puzzle_games",
    "puzzles",
    "run_experiment",
]

_LATER = {
    "Comparison": "boyi.lab.comparison",
    "Estimate": "boyi.lab.search_size",
    "Experiment": "boyi.lab.experiment",
    "ExperimentResults": "boyi.lab.experiment_results",
    "ExperimentRun": "boyi.lab.experiment_run",
    "Explanation": "boyi.lab.explanation",
    "Lesson": "boyi.lab.lesson",
    "Measured": "boyi.drawing.plot",
    "Mistake": "boyi.lab.practice",
    "Plot": "boyi.drawing.plot",
    "Puzzle": "boyi.lab.puzzle",
    "SEARCHES": "boyi.lab.searches",
    "Score": "boyi.lab.prediction",
    "TraceLimit": "boyi.lab.trace_limit",
    "estimate": "boyi.lab.searches",
    "experiments": "boyi.lab.experiment",
    "explain": "boyi.lab.searches",
    "find_experiment": "boyi.lab.experiment",
    "find_lesson": "boyi.lab.lesson",
    "find_mistakes": "boyi.lab.practice",
    "keep_mistakes": "boyi.lab.practice",
    "lessons": "boyi.lab.lesson",
    "mistakes_in": "boyi.lab.practice",
    "page": "boyi.lab.page",
    "puzzle_games": "boyi.lab.puzzle",
    "puzzles": "boyi.lab.puzzle",
    "run_experiment": "boyi.lab.experiment_run",
}

if not _typing.TYPE_CHECKING:
    __getattr__, __dir__ = _lazy_names(globals(), _LATER)

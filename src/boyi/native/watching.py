"""How another thread, or whoever asked, watches a native search and ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from boyi.core.errors import BadOption

if TYPE_CHECKING:
    from boyi._native import Cancel

SolverProgress = Callable[[int], object]
"""Called about ten times a second with the nodes so far; a true answer ends the solver."""


def checked_cancel(cancel: object) -> Cancel | None:
    """What ends a native search, or None; an error for anything else."""
    import boyi._native as native

    if cancel is not None and not isinstance(cancel, native.Cancel):
        raise BadOption("cancel is a boyi._native.Cancel or None.")
    return cancel


def answering(progress: SolverProgress | None) -> Callable[[int], bool] | None:
    """The same callback with an answer that the native module takes."""
    return None if progress is None else lambda nodes: bool(progress(nodes))

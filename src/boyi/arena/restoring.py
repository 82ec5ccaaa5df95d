"""Games that a folder keeps, taken as results again in the order in which they follow from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from boyi.arena.folder import GameFolder
from boyi.arena.jobs import Job
from boyi.arena.results import GameResult
from boyi.core.message import Message
from boyi.core.record import GameRecord


def restored(
    missing: Callable[[], Iterable[Job]],
    folder: GameFolder[Any],
    kept: Mapping[int, GameRecord] | None = None,
) -> Iterator[tuple[Job, GameResult]]:
    """The kept ones of the missing games, until none is kept.

    What is missing may depend on the results so far: whoever gets one counts it before asking for the next.
    ``kept`` are the folder's games where they have been read already.
    """
    kept = dict(folder.games()) if kept is None else kept
    while found := [job for job in missing() if job.name in kept]:
        for job in found:
            record = kept[job.name]
            if not job.owns(record):
                raise folder.unusable(job.name, Message("It is not a finished game of this match."))
            yield job, GameResult.of(job.number, record)

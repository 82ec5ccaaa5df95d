"""The games of several files one after the other, and a bar that shows how far an import is."""

from __future__ import annotations

import gc
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from boyi import formats
from boyi.cli.parser import BadArgument
from boyi.cli.status_line import StatusLine
from boyi.cli.wthor_names import names_for
from boyi.core.errors import BoyiError
from boyi.core.record import GameRecord
from boyi.formats.wthor import read_header
from boyi.store import rows
from boyi.store.errors import StoreError

WIDTH = 30
EVERY = 0.1
"""Seconds between two pictures of the bar."""
SELDOM = (20_000, 20, 20)
"""New objects between two garbage collections."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Lets Python look for cyclic garbage less often: games are many small objects without cycles."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


class Reading:
    """All games of all files; what is wrong with one is said with its name."""

    def __init__(self, files: Mapping[str, bytes], options: Mapping[str, Any], arguments: Namespace) -> None:
        self.files, self.options, self.arguments = files, options, arguments
        self.counts: Counter[str] = Counter()
        """How many games of each file were read."""

    @property
    def total(self) -> int | None:
        """How many games there are, where the files say it."""
        if any(formats.detect(data) != "wthor" for data in self.files.values()):
            return None
        return sum(read_header(data).games for data in self.files.values())

    def __iter__(self) -> Iterator[GameRecord]:
        for name, data in self.files.items():
            try:
                for record in self._games(name, data):
                    if len(record.nodes) > rows.MOST_NODES:
                        raise StoreError.of(rows.too_many_nodes(len(record.nodes)))
                    self.counts[name] += 1
                    yield record
            except BoyiError as error:
                raise BadArgument("{name}: {error} Nothing was imported.", name=name, error=error) from None

    def _games(self, name: str, data: bytes) -> Iterator[GameRecord]:
        if formats.detect(data) == "wthor":
            return formats.read_all(data, **self.options, names=names_for(name, self.arguments))
        return formats.read_all(data, **self.options)


class Bar:
    """A line on the terminal that grows; nothing where there is no terminal."""

    def __init__(self, total: int | None) -> None:
        self.total, self.began, self.next = total, perf_counter(), 0.0
        self.line = StatusLine()

    def __call__(self, done: int) -> None:
        """So many games are stored."""
        now = perf_counter()
        if not self.line.shows or now < self.next:
            return
        self.next = now + EVERY
        self.line.show(self.text(done, now - self.began))

    def text(self, done: int, seconds: float) -> str:
        """What is shown.

        >>> Bar(1000).text(250, 0.1)
        '[#######-----------------------] 250 of 1,000 games, 2,500 a second'
        """
        speed = f"{done / seconds if seconds > 0 else 0:,.0f} a second"
        if not self.total:
            return f"{done:,} games, {speed}"
        full = min(WIDTH, WIDTH * done // self.total)
        return f"[{'#' * full}{'-' * (WIDTH - full)}] {done:,} of {self.total:,} games, {speed}"

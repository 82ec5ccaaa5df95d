"""The walk of one thing through the code: which files it visits, and how many calls it makes there."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import boyi

PACKAGE = str(Path(boyi.__file__).parent) + "/"


class Walk:
    """The calls that were made, by file."""

    def __init__(self, packages: tuple[str, ...]) -> None:
        self.calls: Counter[str] = Counter()
        self.functions: Counter[str] = Counter()
        self._packages = packages

    @property
    def files(self) -> int:
        """How many files were visited."""
        return len(self.calls)

    @property
    def visits(self) -> int:
        """How many calls of Python functions were made in them."""
        return self.calls.total()

    def see(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call."""
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(PACKAGE):
            inside = name[len(PACKAGE) :]
            if inside.startswith(self._packages):
                self.calls[inside] += 1
                self.functions[f"{inside}:{frame.f_code.co_qualname}"] += 1


@contextmanager
def walked(*packages: str) -> Iterator[Walk]:
    """Count the calls into these packages of Boyi (folders such as ``server/``)."""
    walk = Walk(packages)
    before = sys.getprofile()
    threading.setprofile(walk.see)
    sys.setprofile(walk.see)
    try:
        yield walk
    finally:
        sys.setprofile(before)
        threading.setprofile(None)

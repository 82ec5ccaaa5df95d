"""The line between a student's file and Boyi, on handles that print() and input() do not know."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.core.outcome import CRASH
from boyi.core.python_file import describe as describe
from boyi.programs.students.notebook import load_notebook
from boyi.protocols.json_text import read_object, write_object


class Wire:
    """JSON lines to and from Boyi; from here on print() goes to the error output, input() finds nothing."""

    def __init__(self) -> None:
        self._from = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="replace")
        self._to = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)

    def receive(self) -> dict[str, Any] | None:
        """The next order, or None when there will be none."""
        for line in self._from:
            order = read_object(line)
            if order is not None:
                return order
        return None

    def send(self, answer: Mapping[str, Any]) -> None:
        """Answer, in one write; what was printed before goes out first."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):  # a student's code may have put anything there
                stream.flush()
        data = f"{write_object(answer)}\n".encode()
        while data:
            data = data[os.write(self._to, data) :]

    def fail(self, message: Message, reason: str = CRASH) -> None:
        """Answer that the player has failed, and why."""
        self.send({"type": "failed", "message": message.to_data(), "reason": reason})


def load_file(path: Path, forgiven: tuple[type[BaseException], ...] = ()) -> ModuleType:
    """Import a student's file or notebook; its neighbours can be imported by it.

    After an exception that is ``forgiven`` the module is what was made of it until then.
    """
    sys.path.insert(0, str(path.parent))
    sys.argv = [str(path)]
    # A file may be called random.py, and must not take that module's place.
    name = path.stem if path.stem not in {*sys.modules, *sys.stdlib_module_names} else f"student_{path.stem}"
    if path.suffix == ".ipynb":
        return load_notebook(path, name)
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise BoyiError("{name} is not a Python file.", name=path.name)
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    with suppress(*forgiven):
        found.loader.exec_module(module)
    return module


def leave() -> None:
    """End at once, whatever threads the student has left running."""
    os._exit(0)

"""The files of a training run."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps, loads
from pathlib import Path
from typing import Any

from boyi.core.errors import BoyiError


def write_whole(path: Path, data: bytes) -> None:
    """All of the file or nothing, so that a run can be stopped at any time."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)


def open_run(folder: Path, settings: Mapping[str, Any]) -> None:
    """Make the folder of a run with these settings, or resume the run that it holds."""
    folder.mkdir(parents=True, exist_ok=True)
    document = loads(dumps(settings))  # as a file gives it back: lists for tuples
    known = folder / "settings.json"
    if known.exists() and loads(known.read_text()) != document:
        raise BoyiError("The folder holds a run with other settings: choose another folder.")
    write_whole(known, dumps(document, indent=1).encode())

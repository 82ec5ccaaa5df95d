"""The files of a training run."""

from __future__ import annotations

from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """All of the file or nothing, so that a run can be stopped at any time."""
    fresh = path.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.replace(path)

"""Python files of other people: what went wrong in one, in a sentence."""

from __future__ import annotations

from pathlib import Path

from boyi.core.message import Message


def describe(error: BaseException, path: Path) -> Message:
    """An exception of a file in one sentence: the line of the file, and what Python says."""
    from traceback import extract_tb  # few files fail

    said = (str(error.msg) if isinstance(error, SyntaxError) else str(error)).strip().splitlines()
    words = ": ".join([type(error).__name__, *said[:1]])[:200].rstrip(".")
    if isinstance(error, SyntaxError) and error.filename == str(path):
        number = error.lineno
    else:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
        number = lines[-1] if lines else None
    if number is None:
        return Message("{file} failed: {error}.", file=path.name, error=words)
    return Message("{file} failed in line {line}: {error}.", file=path.name, line=number, error=words)

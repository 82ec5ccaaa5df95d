"""Python files and notebooks of other people: what went wrong in one, in a sentence."""

from __future__ import annotations

from pathlib import Path

from boyi.core.message import Message


def cell_file(path: Path, number: int) -> str:
    """What a code cell of a notebook (from 1) is called where Python names files."""
    return f"{path}#{number}"


def describe(error: BaseException, path: Path) -> Message:
    """An exception of a file in one sentence: the line of the file, and what Python says."""
    from traceback import extract_tb  # few files fail

    said = (str(error.msg) if isinstance(error, SyntaxError) else str(error)).strip().splitlines()
    words = ": ".join([type(error).__name__, *said[:1]])[:200].rstrip(".")
    places = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    places = [place for place in places if place[0].partition("#")[0] == str(path)]
    if not places or places[-1][1] is None:
        return Message("{file} failed: {error}.", file=path.name, error=words)
    file, number = places[-1]
    if cell := file.removeprefix(str(path))[1:]:
        return Message(
            "{file} failed in code cell {cell}, line {line}: {error}.",
            file=path.name,
            cell=cell,
            line=number,
            error=words,
        )
    return Message("{file} failed in line {line}: {error}.", file=path.name, line=number, error=words)

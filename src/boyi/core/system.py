"""The operating system's words for what went wrong, as terms that have translations; files written whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boyi.core.errors import BoyiError
from boyi.core.message import Term

KNOWN = (
    # The network
    Term("that is not the name of a computer"),
    Term("name or service not known"),
    Term("nodename nor servname provided, or not known"),
    Term("no address associated with hostname"),
    Term("temporary failure in name resolution"),
    Term("address family for hostname not supported"),
    Term("address family not supported by protocol"),
    Term("connection refused"),
    Term("connection timed out"),
    Term("operation timed out"),
    Term("connection reset by peer"),
    Term("connection aborted"),
    Term("software caused connection abort"),
    Term("broken pipe"),
    Term("no route to host"),
    Term("host is down"),
    Term("host is unreachable"),
    Term("network is unreachable"),
    Term("network is down"),
    Term("address already in use"),
    Term("cannot assign requested address"),
    Term("can't assign requested address"),
    Term("port must be 0-65535"),
    Term("invalid argument"),
    # Files
    Term("it is not a file"),
    Term("embedded null byte"),
    Term("no such file or directory"),
    Term("is a directory"),
    Term("not a directory"),
    Term("file exists"),
    Term("file name too long"),
    Term("permission denied"),
    Term("operation not permitted"),
    Term("too many levels of symbolic links"),
    Term("too many open files"),
    Term("no space left on device"),
    Term("disk quota exceeded"),
    Term("read-only file system"),
    Term("input/output error"),
    Term("no such device or address"),
    Term("cannot allocate memory"),
    Term("exec format error"),
    Term("argument list too long"),
)
"""Listed here to be translated; the words of other systems stay as they are."""


def system_reason(error: Exception | str) -> Term:
    """Why the system refused something; sentences begin elsewhere, so its first letter is small."""
    text = str(getattr(error, "strerror", None) or error)
    small = text[:1].lower() + text[1:]
    return Term(small)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in a sentence why a file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise BoyiError(
            "{file} cannot be written: {reason}.", file=path, reason=system_reason(error)
        ) from None


def write_whole(path: Path, data: bytes) -> None:
    """All of the file or nothing, so that the program can be stopped at any time."""
    fresh = path.with_suffix(".new")
    with writing(path):
        fresh.write_bytes(data)
        fresh.replace(path)

"""The operating system's words for what went wrong, as terms that have translations."""

from __future__ import annotations

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

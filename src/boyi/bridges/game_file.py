"""Files that people name: read if they are ordinary and not huge, written as a whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from tempfile import NamedTemporaryFile

from boyi.core.errors import BoyiError, shorten
from boyi.core.system import system_reason
from boyi.formats.encoding import SIZE_LIMIT


class FileTrouble(BoyiError):
    """A file that cannot be read or written."""


def read_file(path: str | Path) -> bytes:
    """The content of a file; raises ``FileTrouble`` for what is not there, no file, or far too large."""
    name = str(path)
    try:
        # Without waiting: a named pipe with nobody at the other end would block the program permanently.
        descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise FileTrouble(
            "{file} cannot be read: {reason}.", file=shorten(name), reason=system_reason(error)
        ) from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise FileTrouble(
                "{file} cannot be read: {reason}.",
                file=shorten(name),
                reason=system_reason("it is not a file"),
            )
        if status.st_size > SIZE_LIMIT:
            raise FileTrouble(
                "{file} has {bytes:,} bytes; game files of up to {limit} MiB are read.",
                file=shorten(name),
                bytes=status.st_size,
                limit=SIZE_LIMIT // 2**20,
            )
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            return stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise FileTrouble(
            "{file} cannot be read: {reason}.", file=shorten(name), reason=system_reason(error)
        ) from None
    finally:
        os.close(descriptor)


def write_file(path: str | Path, content: bytes, *, replace: bool = False) -> None:
    """Write a whole file or nothing; an existing one is only replaced if that was asked for."""
    target = Path(path)
    temporary = None
    try:
        if target.is_dir():
            raise FileTrouble("{file} is a directory: name a file.", file=shorten(str(path)))
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name[:50]}.", delete=False) as stream:
            temporary = Path(stream.name)
            stream.write(content)
        temporary.chmod(0o666 & ~_mask())
        if replace:
            temporary.replace(target)
        else:
            # A link fails where something has the name already, even if it came there a moment ago.
            _link(temporary, target)
    except FileExistsError:
        raise FileTrouble(
            "{file} exists already: use --force to replace it.", file=shorten(str(path))
        ) from None
    except (OSError, ValueError) as error:
        raise FileTrouble(
            "{file} cannot be written: {reason}.", file=shorten(str(path)), reason=system_reason(error)
        ) from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _link(temporary: Path, target: Path) -> None:
    if target.exists() or target.is_symlink():
        raise FileExistsError
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # file systems without links
        temporary.replace(target)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

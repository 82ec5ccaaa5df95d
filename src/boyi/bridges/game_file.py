"""Files that people name: read if they are ordinary and not huge, written as a whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from tempfile import NamedTemporaryFile

from boyi.core.errors import BoyiError, shorten
from boyi.formats.encoding import SIZE_LIMIT


class FileTrouble(BoyiError):
    """A file that cannot be read or written."""


def read_file(path: str | Path) -> bytes:
    """The content of a file; raises ``FileTrouble`` for what is not there, no file, or far too large."""
    name = str(path)
    try:
        # Without waiting: a named pipe with nobody at the other end would stop the program for ever.
        descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise FileTrouble(f"{shorten(name)} cannot be read: {_reason(error)}.") from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise FileTrouble(f"{shorten(name)} cannot be read: it is not a file.")
        if status.st_size > SIZE_LIMIT:
            raise FileTrouble(
                f"{shorten(name)} has {status.st_size:,} bytes; "
                f"game files of up to {SIZE_LIMIT // 2**20} MiB are read."
            )
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            return stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise FileTrouble(f"{shorten(name)} cannot be read: {_reason(error)}.") from None
    finally:
        os.close(descriptor)


def write_file(path: str | Path, content: bytes, *, replace: bool = False) -> None:
    """Write a whole file or nothing; an existing one is only replaced if that was asked for."""
    target = Path(path)
    temporary = None
    try:
        if target.is_dir():
            raise FileTrouble(f"{shorten(str(path))} is a directory: name a file.")
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
        raise FileTrouble(f"{shorten(str(path))} exists already: use --force to replace it.") from None
    except (OSError, ValueError) as error:
        raise FileTrouble(f"{shorten(str(path))} cannot be written: {_reason(error)}.") from None
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


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]

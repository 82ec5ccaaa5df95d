"""Bytes into text: game files come from many decades and countries."""

from __future__ import annotations

import codecs
import re

from boyi.formats.errors import BadFile

SIZE_LIMIT = 32 * 2**20
"""More than this is not a game file we would want to read in one piece."""

# Only plain character sets: a file must not be able to ask for Python's other, slower transformations.
CHARSETS = re.compile(
    "iso8859-[0-9]{1,2}|cp125[0-9]|koi8-r|gb18030|big5|big5hkscs|hz|shift_jis|cp932|euc_jp|iso2022_jp|euc_kr|cp949"
)
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def check_size(data: bytes | str) -> None:
    """Refuse what is too large before any work is done on it."""
    if len(data) > SIZE_LIMIT:
        raise BadFile(
            "The file has {bytes:,} bytes; game files of up to {limit} MiB are read.",
            bytes=len(data),
            limit=SIZE_LIMIT // 2**20,
        )


def decode(data: bytes | str) -> str:
    """The text of a file: byte-order mark, else UTF-8, else the SGF property CA, else Latin-1.

    >>> decode("(;CA[GBK]PB[棋])".encode("gbk"))
    '(;CA[GBK]PB[棋])'
    """
    check_size(data)
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(charset, "replace")
    try:
        # A file that says something else and still is valid UTF-8 is UTF-8: by chance it never is.
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_declared(data) or "latin-1", "replace")


def _declared(data: bytes) -> str | None:
    """The character set that an SGF file names, if it is one we know."""
    found = re.search(rb"CA\s*\[([^\]]{1,30})\]", data[:4096])
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii").strip()).name
    except (LookupError, ValueError):
        return None
    name = "gb18030" if name in ("gb2312", "gbk") else name  # a superset of both, and files overstep
    return name if CHARSETS.fullmatch(name) else None

"""Bodies above the limit, with and without a content length."""

from __future__ import annotations

from collections.abc import AsyncIterator

from benchmarks.attack.target import Target

SIZE = 40_000_000
PIECE = b" " * 65_536
FILE = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.sgf"\r\n\r\n'
PATHS = {
    "/api/games": ("application/json", b""),
    "/api/export": ("application/json", b""),
    "/api/import": ("multipart/form-data; boundary=x", FILE),
}
"""Each with the kind of body that it reads, and how one begins: a body of another kind is not even read."""


async def pieces(begin: bytes, size: int) -> AsyncIterator[bytes]:
    """A body whose length is not said before."""
    yield begin + PIECE
    for _ in range(size // len(PIECE)):
        yield PIECE


async def run(target: Target) -> None:
    """Each must be refused with 413, or cut off."""
    size = target.some(SIZE, 5_000_000)
    for path, (kind, begin) in PATHS.items():
        for body in (begin + PIECE * (size // len(PIECE)), pieces(begin, size)):
            answer = await target.ask("POST", path, content=body, headers={"Content-Type": kind})
            status = None if answer is None else answer.status_code
            target.promise(status in (413, None), f"{path} answered {status} to {size // 1_000_000} MB")

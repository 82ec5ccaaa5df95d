"""Games as files: piece by piece, so that no more than one game is in memory at a time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, Any, cast

from boyi import formats
from boyi.core.record import GameRecord
from boyi.server.refusals import Refusal

PICTURES = frozenset({"svg", "png", "gif"})
MOST_PICTURES = 100
"""Games in one archive of pictures."""
NAMES = {"txt": "moves"}
"""Formats whose name in the catalogue of formats is not their extension."""


def write_game(record: GameRecord, wanted: str, node: int) -> Iterator[bytes]:
    """One game; pictures show the board at a node, animations the main line."""
    if wanted == "svg":
        yield record.game.draw_svg(record.position_at(node), record.nodes[node].move).encode()
    elif wanted in PICTURES:
        from boyi.drawing import render_png, stream_gif  # few ask for pictures

        if wanted == "gif":
            yield from stream_gif(record)
        else:
            yield render_png(record.position_at(node), record.nodes[node].move)
    else:
        content = formats.write(record, NAMES.get(wanted, wanted))
        yield content.encode() if isinstance(content, str) else content


def is_collection(games: set[str], wanted: str) -> bool:
    """Whether several games become one file; else they become an archive."""
    chosen = formats.FORMATS.get(NAMES.get(wanted, wanted))
    return chosen is not None and chosen.collections and len(games) == 1


def check_count(count: int, wanted: str) -> None:
    """Pictures take longer than text."""
    if wanted in PICTURES and count > MOST_PICTURES:
        raise Refusal(
            "No more than {most} games are drawn at once: choose fewer games.",
            "too-large",
            most=MOST_PICTURES,
        )


def write_collection(records: Iterable[tuple[str, GameRecord]], wanted: str) -> Iterator[bytes]:
    """Several games of one kind, one after the other."""
    for _, record in records:
        yield from write_game(record, wanted, record.end)


def write_archive(records: Iterable[tuple[str, GameRecord]], wanted: str) -> Iterator[bytes]:
    """Several games as a zip with a file for each."""
    out = _Pieces()
    with zipfile.ZipFile(cast(IO[bytes], out), "w", zipfile.ZIP_DEFLATED) as archive:
        for game_id, record in records:
            with archive.open(f"{record.game.name}-{game_id}.{wanted}", "w") as entry:
                for piece in write_game(record, wanted, record.end):
                    entry.write(piece)
                    yield out.take()
    yield out.take()


class _Pieces(io.RawIOBase):
    """A file that is only written to, and taken away bit by bit."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._written.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken = b"".join(self._written)
        self._written.clear()
        return taken

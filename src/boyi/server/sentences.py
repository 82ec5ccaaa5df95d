"""The server's own sentences in Chinese, added to the one table."""

from __future__ import annotations

from boyi.core.sentences import Pair, add_sentences

SENTENCES: tuple[Pair, ...] = (
    ("There is no such game.", "没有这盘棋。"),
    ("There is nothing here.", "这里什么也没有。"),
)


def register() -> None:
    """Let the table know them."""
    add_sentences(SENTENCES)

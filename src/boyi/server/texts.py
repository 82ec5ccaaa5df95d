"""Messages as the page gets them: in all its languages at once, so that it can be switched."""

from __future__ import annotations

from boyi.core.language import CHINESE, ENGLISH
from boyi.core.message import Message, Term
from boyi.server.views import Languages


def languages(message: Message | Term) -> Languages:
    """A text in the languages of the page; what has no translation stays English."""
    return {"en": ENGLISH(message), "zh": CHINESE(message)}

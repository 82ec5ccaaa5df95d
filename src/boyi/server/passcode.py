"""The teacher's code: it lifts a lock, is kept as a salted hash, and cannot be tried quickly."""

from __future__ import annotations

from hashlib import scrypt
from hmac import compare_digest
from secrets import token_hex

from boyi.core.message import Message
from boyi.server.refusals import Refusal
from boyi.server.token_bucket import TokenBucket

LEAST = 4
"""Characters of a code."""
TRIES, TRIES_PER_SECOND = 5, 1 / 30
"""Codes that may be tried at once, and in the long run."""
NEEDS_CODE = Message("The teacher's code is needed to lift the lock.")


def code_hash(code: str) -> str:
    """What is kept of a code: its salt and its hash; too short a code is refused."""
    if len(code) < LEAST:
        raise Refusal("A teacher's code has at least {count} characters.", "bad-message", count=LEAST)
    salt = token_hex(8)
    return f"{salt}:{_hashed(code, salt)}"


def _hashed(code: str, salt: str) -> str:
    return scrypt(code.encode(), salt=salt.encode(), n=2**12, r=8, p=1, dklen=24).hex()


class CodeCheck:
    """Proves codes, a few at a time: whoever guesses has to wait."""

    def __init__(self) -> None:
        self._tries = TokenBucket(TRIES, TRIES_PER_SECOND)

    def check(self, code: str, kept: str) -> None:
        """Raise if this is not the code that was kept."""
        if not code:
            raise Refusal.of(NEEDS_CODE, "locked")
        if not self._tries.take():
            raise Refusal("Too many codes were tried: wait half a minute.", "too-many")
        salt, _, wanted = kept.partition(":")
        if not compare_digest(_hashed(code, salt), wanted):
            raise Refusal("That is not the teacher's code.", "locked")

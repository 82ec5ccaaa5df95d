"""Why something is not done: a code for programs, a sentence for people."""

from __future__ import annotations

from boyi.arena.folder import BadFolder
from boyi.core.errors import BoyiError, IllegalMove
from boyi.core.language import languages
from boyi.core.message import Message
from boyi.match import NotNow, NotYourTurn
from boyi.server.messages import RefusalCode, Refused
from boyi.store.errors import Conflict, Damaged, NotStored, StoreError


class Refusal(BoyiError):
    """Something a client asked for that is not done; nothing has changed."""

    def __init__(
        self,
        template: str,
        code: RefusalCode,
        ref: int | None = None,
        ends: tuple[int, str] | None = None,
        /,
        **values: object,
    ) -> None:
        super().__init__(template, **values)
        self.code, self.ref = code, ref
        self.ends = ends
        """With which code and word the connection is closed afterwards, if it is."""


CODES: tuple[tuple[type[BoyiError], RefusalCode], ...] = (
    (IllegalMove, "illegal"),
    (NotYourTurn, "not-your-turn"),
    (NotNow, "not-allowed"),
    (NotStored, "not-found"),
)


def code_of(error: BoyiError) -> RefusalCode:
    """The code that goes with an error of ours."""
    if isinstance(error, Refusal):
        return error.code
    return next((code for kind, code in CODES if isinstance(error, kind)), "failed")


def is_of_server(error: BoyiError) -> bool:
    """Whether something is wrong with the server's own files or database, which its owner has to mend."""
    if isinstance(error, BadFolder):
        return True
    return isinstance(error, StoreError) and not isinstance(error, (NotStored, Conflict, Damaged))


def public_message(error: BoyiError) -> Message:
    """What a client is told: files, folders and hosts of the server are for its terminal only."""
    if is_of_server(error):
        return Message(
            "The server cannot read or store games now: nothing was changed. Its terminal says why."
        )
    return error.message


def refused(error: BoyiError, ref: int | None = None) -> Refused:
    """The error as a message."""
    return Refused(ref=ref, code=code_of(error), text=languages(public_message(error)))

"""A file's moves played one by one on a record: the rules decide, the file only proposes."""

from __future__ import annotations

from collections.abc import Callable

from boyi.core.errors import BadMove, BoyiError, shorten
from boyi.core.grid import GridGame
from boyi.core.message import Message, Term, listing
from boyi.core.record import GameRecord
from boyi.formats.errors import BadFile

MOST_CUTS = 1000
"""A lenient reading gives up on a file that is wrong more often than this."""


Where = Callable[[], Message] | Message | str | None
"""Where a move stands in its file, or how to work it out if it is asked for."""


class Replay:
    """Plays moves on a record; an illegal one stops the reading, or with ``lenient`` ends that line."""

    def __init__(self, record: GameRecord, kind: Message, *, lenient: bool = False) -> None:
        self.record = record
        self.kind = kind
        self.lenient = lenient
        self._noted: set[int] = set()
        self._cuts = 0

    def step(
        self,
        at: int,
        word: str,
        parse: Callable[[str], int],
        *,
        colour: int | None = None,
        where: Where = None,
    ) -> int | None:
        """Play ``word`` after node ``at``; return its node, or None where the line was cut (lenient).

        ``colour`` is who moves according to the file, ``where`` says where the word stands in it.
        """
        try:
            return self._play(at, parse(word), colour)
        except BoyiError as error:
            self.cut(at, word, error.message, where)
            return None

    def cut(self, at: int, word: str, reason: Message, where: Where = None) -> None:
        """End the line at node ``at``: raise ``BadFile``, or with ``lenient`` leave a comment."""
        record = self.record
        if not self.lenient:
            place = Message("move {number} ({word})", number=len(record.moves_to(at)) + 1, word=shorten(word))
            if where is not None:
                place = listing([where() if callable(where) else where, place])
            raise BadFile(
                "This {kind} of {game} breaks at {place}: {reason}",
                kind=self.kind,
                game=Term(record.game.name),
                place=place,
                reason=reason,
            )
        self._cuts += 1
        if self._cuts > MOST_CUTS:
            raise BadFile(
                "More than {count:,} lines of this {kind} are illegal; the last: {reason}",
                count=MOST_CUTS,
                kind=self.kind,
                reason=reason,
            )
        if at not in self._noted:  # one note a node, or a hostile file could grow a comment without end
            self._noted.add(at)
            note = f"[Boyi] The file continues with {shorten(word)}, which was left out: {reason}"
            comment = record.nodes[at].comment
            record.nodes[at].comment = f"{comment}\n{note}" if comment else note

    def _play(self, at: int, move: int, colour: int | None) -> int:
        record, game = self.record, self.record.game
        if isinstance(game, GridGame) and game.has_pass:
            if move == game.pass_move:
                if record.position_at(at).outcome is not None:
                    return at  # files like to close a finished game with passes
            elif list(record.position_at(at).moves()) == [game.pass_move]:
                at = record.play(game.pass_move, at)  # files like to leave passes out
        turn = record.position_at(at).turn
        if colour is not None and colour != turn and record.outcome_at(at) is None:
            raise BadMove("It is the turn of {side}.", side=Term(game.players[turn]))
        return record.play(move, at)

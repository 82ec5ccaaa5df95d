"""Moves that let the opponent win at once, found quickly: what refuted one move is tried first on others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from boyi.core.game import Position


class Refutations:
    """Remembers the opponent's winning replies."""

    def __init__(self, player: int) -> None:
        self._opponent = 1 - player
        self._known: dict[int, None] = {}

    def learn(self, children: Sequence[Position]) -> None:
        """Look at all replies to these."""
        for child in children:
            self._known.update(dict.fromkeys(self._wins(child, child.moves())))

    def known(self, child: Position) -> bool:
        """Whether a reply that refuted another move wins here too."""
        return any(True for _ in self._wins(child, self._known))

    def refutes(self, child: Position) -> bool:
        """Whether the opponent, to move in ``child``, wins at once."""
        for reply in self._wins(child, (*self._known, *child.moves())):
            self._known[reply] = None
            return True
        return False

    def _wins(self, child: Position, replies: Iterable[int]) -> Iterable[int]:
        if child.outcome is not None:
            return
        for reply in replies:
            if child.is_legal(reply) and winner(child.play(reply)) == self._opponent:
                yield reply


def winner(position: Position) -> int | None:
    """Who has won, if anyone."""
    return position.outcome.winner if position.outcome else None

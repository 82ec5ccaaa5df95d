"""What one player of a match asks of the other: a draw, or to take a move back."""

from __future__ import annotations

from boyi.match.errors import NotNow
from boyi.match.event_queue import EventQueue
from boyi.match.events import Answered, Request, Requested
from boyi.match.rules import MatchRules
from boyi.players.base import Player


class PlayerRequests:
    """The request that stands, if there is one: one at a time, the first stands."""

    def __init__(self, rules: MatchRules, events: EventQueue) -> None:
        self._rules, self._events = rules, events
        self.standing: tuple[Request, int] | None = None
        """What is asked, and by whom."""

    def ask(self, request: Request, player: int, other: Player) -> tuple[int, bool] | None:
        """Put a request to the other player; who answers at once and how, if somebody does."""
        if self.standing == (request, 1 - player):
            return player, True  # both want it
        if self.standing is not None:
            return None
        self.standing = (request, player)
        if request == "take back" and self._rules.take_back == "free":
            return 1 - player, True
        self._events.add(Requested(request, player))
        granted = _agrees(other) if request == "draw" else None
        return None if granted is None else (1 - player, granted)

    def answer(self, player: int, granted: bool) -> tuple[Request, int]:
        """Note an answer; what it answers, and who asked."""
        if self.standing is None or self.standing[1] == player:
            raise NotNow("Nothing is asked of you.")
        (request, asker), self.standing = self.standing, None
        self._events.add(Answered(request, player, granted))
        return request, asker

    def lapse(self, mover: int | None) -> None:
        """A move by the player who was asked is a refusal; a move by the one who asks leaves a draw offer."""
        if self.standing is not None and (mover != self.standing[1] or self.standing[0] == "take back"):
            (request, asker), self.standing = self.standing, None
            self._events.add(Answered(request, 1 - asker, False))


def _agrees(player: Player) -> bool | None:
    """The player's own answer to an offer of a draw, if it has one."""
    try:
        answer = player.accepts_draw()
    except Exception:  # whatever is wrong with it, it has not agreed
        return False
    return None if answer is None else bool(answer)

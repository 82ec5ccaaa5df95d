"""Swap2, the opening procedure of Gomoku: the first player places three stones, then colours are chosen.

The second player takes white (and may place the next stone at once), swaps to black, or places two more
stones and lets the first choose in the same way. No clock runs, and the stones bring nobody time.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbelow
from typing import Literal

from boyi.core.errors import BadMove, IllegalMove
from boyi.core.game import Position
from boyi.core.grid import as_grid
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.match.errors import NotNow
from boyi.match.events import OpeningChoice, OpeningState, OpeningStep
from boyi.protocols import swap2
from boyi.protocols.actions import Choice

FIRST, SECOND = 0, 1
ACTOR: dict[OpeningStep, int] = {"place3": FIRST, "choose": SECOND, "place2": SECOND, "choose2": FIRST}
"""Who acts, by the seat before any swap."""
STONES: dict[OpeningStep, tuple[int, int]] = {"place3": (0, 3), "place2": (3, 5)}
"""How many stones stand before and after a step of placing."""
AFTER: dict[OpeningStep, OpeningStep] = {"place3": "choose", "place2": "choose2"}
CHOICES: dict[OpeningStep, tuple[OpeningChoice, ...]] = {
    "choose": ("black", "white", "more"),
    "choose2": ("black", "white"),
}
ENDS_THE_GAME = Message("The opening must not end the game.")


def begins_with_swap2(record: GameRecord) -> bool:
    """Whether the game's options ask for swap2 and nothing has been placed yet."""
    return record.game.settings.get("opening") == "swap2" and record.plies == 0


class Swap2:
    """The state of a swap2 opening; the stones themselves stand on the record."""

    def __init__(self, record: GameRecord, step: OpeningStep) -> None:
        self._record = record
        self.step: OpeningStep = step
        self.follow()  # a program that was killed may have stored the last stone and not the step

    @property
    def player(self) -> int:
        """Who acts."""
        return ACTOR[self.step]

    @property
    def places(self) -> bool:
        """Whether stones are placed in this step."""
        return self.step in STONES

    @property
    def is_at_start_of_step(self) -> bool:
        """Whether a program can be asked: the protocols know swap2 after 0, 3 and 5 stones."""
        return not self.places or self._record.plies == STONES[self.step][0]

    @property
    def is_answered(self) -> bool:
        """Whether white was taken with a stone, and a program was killed before it stored the colours."""
        return not self.places and self._record.plies in (4, 6)

    @property
    def state(self) -> OpeningState:
        """Where it stands, as a value."""
        missing = STONES[self.step][1] - self._record.plies if self.places else 0
        return OpeningState(self.step, self.player, missing, CHOICES.get(self.step, ()))

    def follow(self) -> None:
        """Go to the next step when all stones of this one stand."""
        if self.places and self._record.plies >= STONES[self.step][1]:
            self.step = AFTER[self.step]

    def check_stone(self, move: int) -> None:
        """Raise why a person cannot place this stone now."""
        if not self.places:
            raise NotNow("Choose a colour first.")
        position = self._record.position
        if not position.is_legal(move):
            raise IllegalMove.of(position.why_illegal(move))
        if position.play(move).outcome is not None:
            raise NotNow.of(ENDS_THE_GAME)

    def can_take_back(self, player: int) -> bool:
        """Whether a stone of this step is the player's own to take back."""
        return self.places and self.player == player and self._record.plies > STONES[self.step][0]

    def check_choice(self, what: OpeningChoice) -> None:
        """Raise why this cannot be chosen now."""
        if what not in CHOICES.get(self.step, ()):
            raise NotNow("That cannot be chosen now.")

    def read_answer(self, answer: Choice) -> tuple[OpeningChoice | Literal[""], tuple[int, ...]]:
        """What a player's answer means: a choice, if it is one, and stones; raises what is wrong with it."""
        if not self.is_at_start_of_step:
            return "", answer.stones  # ours: see missing_stone
        plies, stones = self._record.plies, len(answer.stones)
        numbers, wanted = {
            0: ((3,), Message("three stones")),
            3: ((0, 1, 2), Message("SWAP, one stone or two")),
            5: ((0, 1), Message("SWAP or one stone")),
        }[plies]
        if stones not in numbers or (answer.swap and (stones or not plies)):
            number = Message("1 stone") if stones == 1 else Message("{count} stones", count=stones)
            given = "SWAP" if answer.swap else number
            raise BadMove(
                "Swap2 wants {wanted} after {plies} stones, not {given}.",
                wanted=wanted,
                plies=plies,
                given=given,
            )
        _check_stones(self._record.position, answer.stones)
        if not plies:
            return "", answer.stones
        if stones == 2:
            return "more", answer.stones
        return "black" if answer.swap else "white", answer.stones

    def missing_stone(self) -> int:
        """The next stone of a step that someone else has begun, for an opening that suits both colours."""
        record = self._record
        size, moves = as_grid(record.position).game.size, record.moves
        if len(moves) < 3:
            for number in range(swap2.count()):
                cells = swap2.opening(size, number)
                if list(cells[: len(moves)]) == moves:
                    return cells[len(moves)]
        free = [move for move in record.position.moves() if record.position.play(move).outcome is None]
        return free[randbelow(len(free))]


def _check_stones(position: Position, stones: Sequence[int]) -> None:
    for move in stones:
        if not position.is_legal(move):
            raise IllegalMove.of(position.why_illegal(move))
        position = position.play(move)
        # The stone of a player that has chosen its colour is an ordinary move.
        if position.outcome is not None and len(stones) > 1:
            raise IllegalMove.of(ENDS_THE_GAME)

"""A game of our own in one file: two players take one or two from a heap, whoever takes the last wins.

Run it: ``python examples/tiny_game.py``, or ``boyi --game-file examples/tiny_game.py play countdown``.
It has no board of stones; ``examples/drop_four.py`` is a game that has one.
"""

from __future__ import annotations

import random
from typing import ClassVar

import boyi


class Heap(boyi.Position):
    """How many are left, and who takes next."""

    __slots__ = ("_turn", "left")

    def __init__(self, game: boyi.Game, left: int, turn: int) -> None:
        self.game, self.left, self._turn = game, left, turn

    @property
    def turn(self) -> int:
        return self._turn

    def moves(self) -> list[int]:
        return [take for take in (1, 2) if take <= self.left]

    def is_legal(self, move: int) -> bool:
        return move in self.moves()

    @property
    def outcome(self) -> boyi.Outcome | None:
        return None if self.left else boyi.Outcome(1 - self._turn, "took the last")

    @property
    def key(self) -> int:
        return 2 * self.left + self._turn

    def _after(self, move: int) -> Heap:
        return Heap(self.game, self.left - move, 1 - self._turn)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and (self.left, self._turn) == (other.left, other._turn)

    def __hash__(self) -> int:
        return self.key


class Countdown(boyi.Game):
    """The rules; everything that Boyi needs to play, draw and save the game."""

    name = "countdown"
    title = boyi.Message("Countdown")
    translations: ClassVar = {"zh_CN": {"Countdown": "倒数", "size of the heap": "起始数目"}}
    options = (boyi.Option("start", 10, range(1, 101), boyi.Message("size of the heap")),)

    def start(self) -> Heap:
        return Heap(self, int(self.settings["start"]), 0)

    def parse_position(self, text: str) -> Heap:
        words = text.split() if isinstance(text, str) and len(text) < 20 else []
        if len(words) == 2 and words[0].isascii() and words[0].isdigit() and words[1].lower() in ("x", "o"):
            return Heap(self, int(words[0]), int(words[1].lower() == "o"))
        raise boyi.BadPosition("Write how many are left and the side to take, for example: 7 x.")

    def format_position(self, position: boyi.Position) -> str:
        assert isinstance(position, Heap)
        return f"{position.left} {'xo'[position.turn]}"

    def parse_move(self, text: str, position: boyi.Position | None = None) -> int:
        if isinstance(text, str) and text.strip() in ("1", "2"):
            return int(text)
        raise boyi.BadMove("Take 1 or 2.")

    def format_move(self, move: int, position: boyi.Position | None = None) -> str:
        return str(move)

    def draw(self, position: boyi.Position, last: int | None = None) -> str:
        assert isinstance(position, Heap)
        return "|" * position.left + (f" [{last}]" if last else "")

    def draw_svg(self, position: boyi.Position, last: int | None = None) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20">{self.draw(position, last)}</text></svg>'
        )


if __name__ == "__main__":
    boyi.register_game("countdown", Countdown)
    position = boyi.game("countdown", start=12).start()
    while position.outcome is None:
        position = position.play(random.choice(position.legal_moves))
        print(position)
    print(position.game.players[position.outcome.winner or 0], "wins")

"""The referee of the Mo platform: one turn by its rules, and whole games for files that start one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import perf_counter
from typing import Any

from boyi.core.errors import BoyiError, shorten
from boyi.core.outcome import CHANGED_BOARD, ILLEGAL, TIME_OUT
from boyi.programs.students.mo_board import Board

CHANCES = 3
"""Illegal answers in one turn that lose."""
SECONDS = 60.0
STOP = "Q"

loading = False
"""While a file is being loaded as a player, the games it starts are not played."""


class Lost(BoyiError):
    """A side has lost by what it did in its turn."""

    def __init__(self, template: str, reason: str, /, **values: object) -> None:
        super().__init__(template, **values)
        self.reason = reason


def take_turn(player: Any, board: Board, color: str) -> str:
    """Ask a player that has a move: a legal move in capitals, or ``Q``; raises ``Lost``."""
    player.color = color
    legal = set(board.get_legal_actions(color))
    before = [list(row) for row in board._board]
    answers = []
    for _ in range(CHANCES):
        answer = player.get_move(board=board)
        if not _same(board, before):
            raise Lost("the board was changed during get_move().", CHANGED_BOARD)
        if isinstance(answer, str) and (answer in legal or answer == STOP):
            return str(answer)
        answers.append(answer)
    if all(answer is None for answer in answers):
        raise Lost("get_move() returned None although there are legal moves.", ILLEGAL)
    given = ", ".join(shorten(answer) if isinstance(answer, str) else str(answer)[:40] for answer in answers)
    raise Lost("{number} illegal answers in one turn: {given}.", ILLEGAL, number=CHANCES, given=given)


def _same(board: Board, before: list[list[str]]) -> bool:
    try:
        return bool([list(row) for row in board._board] == before and board.empty == ".")
    except Exception:  # whatever a student has put there, it is not the board
        return False


class Game:
    """A game between two players of the platform's kind."""

    def __init__(self, black_player: Any, white_player: Any) -> None:
        self.board = Board()
        self.black_player = black_player
        self.white_player = white_player
        self.current_player: Any = None
        black_player.color, white_player.color = "X", "O"

    def run(self) -> None:
        """Play to the end and print how it went."""
        if loading:
            print("Boyi runs this file as a player and does not play the game that it starts.")
            return
        sides = {"X": self.black_player, "O": self.white_player}
        total = dict.fromkeys(sides, 0.0)
        color, winner, reason = "X", None, "discs"
        while any(any(self.board.get_legal_actions(side)) for side in sides):
            other = "O" if color == "X" else "X"
            if any(self.board.get_legal_actions(color)):
                self.current_player = sides[color]
                began = perf_counter()
                try:
                    action = _within(SECONDS, lambda: take_turn(self.current_player, self.board, color))  # noqa: B023
                except Lost as lost:
                    winner, reason = ("XO".index(other), 0), f"{lost.reason} of {color}: {lost}"
                    break
                if action == STOP:
                    reason = f"stopped by {color}"
                    break
                self.board._move(action, color)
                spent = perf_counter() - began
                total[color] += spent
                self.board.display({color: spent}, total)
            color = other
        number, lead = winner or self.board.get_winner()
        print(f"{('Black wins', 'White wins', 'Draw')[number]}{f' by {lead}' if lead else ''} ({reason})")


def _within(seconds: float, work: Callable[[], str]) -> str:
    """Do something in a thread of its own that is given up when its time is over."""
    result: list[str] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not result:
        raise Lost("no move within {seconds:g} s.", TIME_OUT, seconds=seconds)
    return result[0]

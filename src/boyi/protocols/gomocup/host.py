"""The Gomocup protocol, host side: what we send to someone else's engine, and what it prints."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from boyi.core.errors import shorten
from boyi.core.grid import SIDES
from boyi.core.message import Message
from boyi.protocols.actions import Limits
from boyi.protocols.answers import (
    Answer,
    Broken,
    Moved,
    Pause,
    Ready,
    Refused,
    Said,
    Send,
    Stones,
    Swapped,
)
from boyi.protocols.gomocup.info import UNLIMITED as ENDLESS
from boyi.protocols.gomocup.info import mask_of_rule
from boyi.protocols.host import QUIET, UNLIMITED, UNTIMED, Host, Time
from boyi.protocols.situation import Situation

_CELL = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})")
AT_ONCE = 1.0
"""Seconds in which an ERROR answers the question; a later one is about the search that goes on."""


def parse_answer(line: str, size: int) -> Answer:
    """What one line of an engine means; lax in case, spaces and punctuation.

    >>> parse_answer("OK - ready", 15), parse_answer("suggest 7, 7", 15), parse_answer("hello", 15)
    (Ready(), Moved(move=112, evaluation=None), Said(text='hello'))
    """
    text = line.strip()
    word = text.split(maxsplit=1)[0].upper().rstrip(":,.") if text else ""
    rest = text[len(word) :].lstrip(" :")
    match word:
        case "OK":
            return Ready()
        case "ERROR" | "UNKNOWN":
            return Refused(rest or word)
        case "MESSAGE" | "DEBUG":
            return Said(rest)
        case "SWAP":
            return Swapped()
        case "SUGGEST":
            text = rest
    found = _CELL.findall(text)
    if not found or _CELL.sub("", text).strip():
        return Said(text)
    cells = []
    for x, y in ((int(x), int(y)) for x, y in found):
        if x >= size or y >= size:
            return Broken(Message("{text} is outside the {size}x{size} board", text=shorten(text), size=size))
        cells.append(y * size + x)
    return Moved(cells[0]) if len(cells) == 1 else Stones(tuple(cells))


class GomocupHost(Host):
    """Gomoku in its four rules. Its managers end lines with CR and LF.

    An engine that is still busy with its last move answers TURN with ERROR: it is asked once more, by RESTART
    and BOARD. Any other ERROR after a question is text, and the engine has until the end of its time.
    """

    line_end = "\r\n"
    chatter = ("MESSAGE", "DEBUG")
    opens = True
    quiet = QUIET
    renewal = 2.0  # RESTART is optional, and some say nothing to what they do not know

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._size = 0
        self._known: Situation | None = None  # what the engine has on its board
        self._asked: Situation | None = None
        self._time = UNTIMED
        """What was told of the time with the question."""
        self._asked_at = 0.0
        self._may_ask_again = False
        """Whether an ERROR would be the answer to the question itself, and the first one."""
        self._error = ""
        """What the last ERROR after the question said."""
        self._settings: list[Answer] = []
        """The rule and the limits of this game."""
        self._takes_board = False
        """Whether BOARD may come now: there are programs that add its stones to those of before."""
        self._knows_restart = True
        self._restarting: list[Answer] | None = None
        """What follows when RESTART is answered."""
        self._in_opening = False
        """Whether it was asked for a step of a swap2 opening last."""

    def begin(self, situation: Situation, time: Time = UNTIMED, limits: Limits = UNLIMITED) -> list[Answer]:
        """Set up a new game on an empty board; ``Ready`` follows from ``receive``.

        A program that has played gets RESTART, and START where it does not know that.
        """
        game = situation.grid
        again = self._size == game.size and self._knows_restart
        self._size = game.size
        self._known, self._asked, self._takes_board = Situation.start_of(game), None, True
        self._in_opening = False
        rule = mask_of_rule(str(game.settings["rule"]))
        self._settings = [Send(f"INFO rule {rule}"), *self._limits(limits, time)]
        self._restarting = self._settings if again else None
        return [Send("RESTART")] if again else [Send(f"START {game.size}"), *self._settings]

    def follows(self, situation: Situation) -> bool:
        """Whether the engine can be asked about this from the board it has, without a ``begin`` before."""
        return self._takes_board or (len(situation.moves) > 0 and self._known == situation.back())

    def _limits(self, limits: Limits, time: Time) -> list[Answer]:
        turn = None if time.move is None else max(1, int(time.move * 1000))
        match = None if time.left is None else max(1, int(time.left * 1000))
        lines = [
            f"INFO timeout_turn {ENDLESS if turn is None else turn}",
            f"INFO timeout_match {match or 0}",
            f"INFO time_left {ENDLESS if match is None else match}",
        ]
        if limits.nodes:
            lines.append(f"INFO max_node {limits.nodes}")
        if limits.depth:
            lines.append(f"INFO max_depth {limits.depth}")
        if limits.memory:
            lines.append(f"INFO max_memory {limits.memory}")
        return [Send(line) for line in lines]

    def ask(self, situation: Situation, time: Time = UNTIMED) -> list[Answer]:
        """Ask for a move: TURN where the engine knows all but the last move, else the whole board."""
        self._asked, self._takes_board, self._in_opening = situation, False, False
        self._time, self._asked_at, self._may_ask_again, self._error = time, self._now(), True, ""
        return self._question(situation, time)

    def _question(self, situation: Situation, time: Time) -> list[Answer]:
        actions: list[Answer] = []
        if time.left is not None:
            actions.append(Send(f"INFO time_left {int(time.left * 1000)}"))
        known = self._known
        if known == situation and not situation.moves and not situation.cells.strip("."):
            return [*actions, Send("BEGIN")]
        if situation.moves and known == situation.back():
            return [*actions, Send(f"TURN {self._name(situation.moves[-1])}")]
        own = SIDES[situation.turn]
        order = list(dict.fromkeys(situation.moves))
        order += [cell for cell, stone in enumerate(situation.cells) if stone != "." and cell not in order]
        stones = (f"{self._name(cell)},{1 if situation.cells[cell] == own else 2}" for cell in order)
        return [*actions, *(Send(line) for line in ("BOARD", *stones, "DONE"))]

    def choose_opening(self, situation: Situation) -> list[Answer]:
        """Ask for the next step of a swap2 opening, after 0, 3 or 5 stones."""
        self._known = self._asked = None
        self._in_opening = True
        self._takes_board = True  # the word with which the game begins after a swap2 opening
        stones = (self._name(move) for move in situation.moves)
        return [Send(line) for line in ("SWAP2BOARD", *stones, "DONE")]

    def stop(self) -> list[Answer]:
        """Ask the engine to answer at once (an extension; others ignore it)."""
        return [Send("YXSTOP")]

    def end(self) -> list[Answer]:
        """Tell the engine to leave; it has about a second."""
        return [Send("END")]

    def close(self) -> list[Answer]:
        """An engine that has said an ERROR and ended meant it."""
        return [Refused(self._error)] if self._error else []

    def receive(self, line: str) -> list[Answer]:
        """Understand one line."""
        text = line.strip()
        if not text:
            return []
        answer = parse_answer(line, self._size or 1)
        if self._restarting is not None:
            return self._restarted(answer)
        if text.upper().startswith("UNKNOWN"):
            if self._in_opening and "INFO" not in text.upper():
                return [Refused(f"{text} (it does not know swap2)")]
            return [Said(line)]  # often the answer to an INFO that is new to it
        # SWAP2BOARD is rare enough for programs to answer in a way of their own: no use in waiting for more.
        if self._in_opening and answer == Said(text):
            return [Broken(Message("{text} is no answer to SWAP2BOARD", text=shorten(text)))]
        if isinstance(answer, Refused) and self._asked is not None:
            self._error = answer.text
            return self._ask_again(self._asked) or [Said(text)]
        self._may_ask_again = False
        if isinstance(answer, Moved):
            asked, self._asked = self._asked, None
            legal = asked is not None and asked.position.is_legal(answer.move)
            self._known = asked.play(answer.move) if asked is not None and legal else None
        return [answer]

    def _ask_again(self, asked: Situation) -> list[Answer]:
        """What is sent after an ERROR; nothing if it is about the search."""
        spent = self._now() - self._asked_at
        if not self._may_ask_again or spent > AT_ONCE:
            return []
        self._may_ask_again = False
        self._known = None if asked.moves else Situation.start_of(asked.game)
        time = self._time if self._time.left is None else replace(self._time, left=self._time.left - spent)
        self._restarting = [*self._settings, *self._question(asked, time)]
        return [Pause(), Send("RESTART")]

    def _restarted(self, answer: Answer) -> list[Answer]:
        """What an answer comes to while RESTART waits for one."""
        settings = self._restarting or []
        if (
            self._asked is not None
            and isinstance(answer, Moved)
            and self._asked.position.is_legal(answer.move)
        ):
            # It searched after all. Whether it clears its board now is not certain: next time it gets BOARD.
            self._restarting = self._asked = self._known = None
            return [answer]
        match answer:
            case Ready():
                self._restarting = None
                return [*settings, answer]
            case Refused():
                self._restarting, self._knows_restart = None, False
                return [Pause(), Send(f"START {self._size}"), *settings]
            case Said():
                return [answer]
        return []  # a move from before

    def _name(self, cell: int) -> str:
        y, x = divmod(cell, self._size)
        return f"{x},{y}"

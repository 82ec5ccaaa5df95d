"""The Gomocup protocol, host side: what we send to someone else's engine, and what it prints."""

from __future__ import annotations

import re

from boyi.core.errors import shorten
from boyi.core.grid import SIDES
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Broken, Moved, Ready, Refused, Said, Send, Stones, Swapped
from boyi.protocols.gomocup_info import UNLIMITED, mask_of_rule
from boyi.protocols.situation import Situation

_CELL = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})")


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
            return Broken(f"{shorten(text)} is outside the {size}x{size} board")
        cells.append(y * size + x)
    return Moved(cells[0]) if len(cells) == 1 else Stones(tuple(cells))


class GomocupHost:
    """Talks to one engine: sets a game up, asks for moves, understands the answers."""

    def __init__(self) -> None:
        self._size = 0
        self._known: Situation | None = None  # what the engine has on its board
        self._asked: Situation | None = None

    def begin(
        self, situation: Situation, limits: Limits | None = None, *, match_seconds: float | None = None
    ) -> list[Answer]:
        """Set up a new game; ``Ready`` follows from ``receive``."""
        game = situation.grid
        self._size = game.size
        self._known = Situation.start_of(game)
        rule = mask_of_rule(str(game.settings["rule"]))
        lines = [Send(f"START {game.size}"), Send(f"INFO rule {rule}")]
        return [*lines, *self._limits(limits or Limits(), match_seconds)]

    def _limits(self, limits: Limits, match_seconds: float | None) -> list[Answer]:
        turn = None if limits.seconds is None else max(1, int(limits.seconds * 1000))
        match = None if match_seconds is None else max(1, int(match_seconds * 1000))
        lines = [
            f"INFO timeout_turn {UNLIMITED if turn is None else turn}",
            f"INFO timeout_match {match or 0}",
            f"INFO time_left {UNLIMITED if match is None else match}",
        ]
        if limits.nodes:
            lines.append(f"INFO max_node {limits.nodes}")
        if limits.depth:
            lines.append(f"INFO max_depth {limits.depth}")
        if limits.memory:
            lines.append(f"INFO max_memory {limits.memory}")
        return [Send(line) for line in lines]

    def ask(self, situation: Situation, seconds_left: float | None = None) -> list[Answer]:
        """Ask for a move: TURN where the engine knows all but the last move, else the whole board."""
        self._asked = situation
        actions: list[Answer] = []
        if seconds_left is not None:
            actions.append(Send(f"INFO time_left {int(seconds_left * 1000)}"))
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

    def swap2(self, situation: Situation) -> list[Answer]:
        """Ask for the next step of a swap2 opening, after 0, 3 or 5 stones."""
        self._known = None
        self._asked = None
        stones = (self._name(move) for move in situation.moves)
        return [Send(line) for line in ("SWAP2BOARD", *stones, "DONE")]

    def stop(self) -> list[Answer]:
        """Ask the engine to answer at once (an extension; others ignore it)."""
        return [Send("YXSTOP")]

    def end(self) -> list[Answer]:
        """Tell the engine to leave; it has about a second."""
        return [Send("END")]

    def receive(self, line: str) -> list[Answer]:
        """Understand one line."""
        if not line.strip():
            return []
        answer = parse_answer(line, self._size or 1)
        if isinstance(answer, Moved):
            asked, self._asked = self._asked, None
            legal = asked is not None and asked.position.is_legal(answer.move)
            self._known = asked.play(answer.move) if asked is not None and legal else None
        return [answer]

    def _name(self, cell: int) -> str:
        y, x = divmod(cell, self._size)
        return f"{x},{y}"

"""Botzone's protocol, host side: running someone's Botzone program as a player."""

from __future__ import annotations

from typing import Any, Literal

from boyi.core.errors import shorten
from boyi.core.grid import GridGame
from boyi.protocols.answers import Answer, Broken, Moved, Resigned, Said, Send
from boyi.protocols.botzone_text import KEEP_RUNNING, BotzoneMoves
from boyi.protocols.engine import ProtocolError
from boyi.protocols.json_text import read_object, write_object
from boyi.protocols.situation import Situation


class BotzoneHost:
    """Makes the input of each turn and understands the answer.

    A program that printed the keep-running line stays and gets bare requests; for any other the runner starts
    a new process each turn (``running`` says which).
    """

    def __init__(
        self, game: GridGame, *, form: Literal["json", "simple"] = "json", transposed: bool = False
    ) -> None:
        self.running = False
        self._form = form
        self._moves = BotzoneMoves(game, transposed=transposed)
        self._asked: Situation | None = None
        self._data: dict[str, Any] = {}

    def ask(self, situation: Situation) -> list[Answer]:
        """The lines of one turn."""
        self._asked = situation
        moves = situation.moves
        if self.running:
            last = moves[-1] if moves else None
            plain = self._form == "simple"
            return [Send(self._moves.write_plain(last) if plain else write_object(self._moves.write(last)))]
        # The program made every second move, counted back from this one; a first mover is asked with -1.
        requests: list[int | None] = [None] if len(moves) % 2 == 0 else []
        requests += moves[1 - len(moves) % 2 :: 2]
        responses = moves[len(moves) % 2 :: 2]
        if self._form == "simple":
            lines = [str(len(requests))]
            for place, request in enumerate(requests):
                lines.append(self._moves.write_plain(request))
                if place < len(responses):
                    lines.append(self._moves.write_plain(responses[place]))
            return [Send(line) for line in lines]
        turn = {
            "requests": [self._moves.write(move) for move in requests],
            "responses": [self._moves.write(move) for move in responses],
            **self._data,
        }
        return [Send(write_object(turn))]

    def gone(self) -> None:
        """Learn that the process has ended: the next turn needs a new one and the whole game."""
        self.running = False

    def receive(self, line: str) -> list[Answer]:
        """Understand one line; blank ones occur around the keep-running line."""
        text = line.strip()
        if not text:
            return []
        if text == KEEP_RUNNING:
            self.running = True
            return []
        if self._asked is None:
            return [Said(text)]
        try:
            move = self._read(text)
        except ProtocolError as error:
            self._asked = None
            return [Broken(str(error))]
        situation, self._asked = self._asked, None
        if move is not None:
            return [Moved(move)]
        may_pass = situation.grid.has_pass and situation.position.is_legal(situation.grid.pass_move)
        return [Moved(situation.grid.pass_move) if may_pass else Resigned()]

    def _read(self, text: str) -> int | None:
        if self._form == "simple":
            return self._moves.read_plain(text)
        value = read_object(text)
        if value is None or not ("response" in value or "x" in value or "x0" in value):
            raise ProtocolError(f"{shorten(text)} is not a Botzone answer")
        self._data = {key: value[key] for key in ("data", "globaldata") if key in value}
        return self._moves.read(value.get("response", value))

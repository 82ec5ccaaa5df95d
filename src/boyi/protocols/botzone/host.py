"""Botzone's protocol, host side: running someone's Botzone program as a player."""

from __future__ import annotations

from typing import Any, Literal

from boyi.core.errors import shorten
from boyi.core.message import Message
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Broken, Moved, Resigned, Said, Send
from boyi.protocols.botzone.text import KEEP_RUNNING, BotzoneMoves
from boyi.protocols.errors import ProtocolError
from boyi.protocols.host import UNLIMITED, UNTIMED, Host, Time
from boyi.protocols.json_text import read_object, write_object
from boyi.protocols.situation import Situation


class BotzoneHost(Host):
    """Makes the input of each turn and understands the answer.

    A program that printed the keep-running line stays and gets bare requests; for any other the runner starts
    a new process each turn (``running`` says which).
    """

    greets = False
    renews = False

    def __init__(
        self, form: Literal["json", "simple"] = "json", *, keep: bool = False, transposed: bool = False
    ) -> None:
        self.running = False
        self._form = form
        self._keep = keep
        self._transposed = transposed
        self._moves: BotzoneMoves | None = None
        self._asked: Situation | None = None
        self._known: Situation | None = None
        """The game as far as a program that keeps running knows it."""
        self._data: dict[str, Any] = {}

    def begin(self, situation: Situation, time: Time = UNTIMED, limits: Limits = UNLIMITED) -> list[Answer]:
        """Nothing is said: each turn tells the whole game."""
        if situation.start != situation.game.start():
            return [Broken(Message("Botzone has no words for a game from a set-up position"))]
        self._moves = BotzoneMoves(situation.grid, transposed=self._transposed)
        self.running = False
        self._asked, self._known, self._data = None, None, {}
        return []

    def follows(self, situation: Situation) -> bool:
        # A process that was asked nothing yet gets the whole game, one that keeps running only the last move.
        if not self.running:
            return self._moves is not None
        return len(situation.moves) > 0 and situation.back() == self._known

    def ask(self, situation: Situation, time: Time = UNTIMED) -> list[Answer]:
        """The lines of one turn."""
        assert self._moves is not None, "begin() comes first"
        self._asked, self._known = situation, None
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

    def restarted(self) -> None:
        """Learn that the program is a new process: the next turn tells it the whole game."""
        self.running = False

    def stays(self) -> bool:
        return self._keep and self.running

    def wants_more(self) -> bool:
        return self._keep and not self.running

    def is_about_move(self, line: str) -> bool:
        if self._form == "simple":
            return any(character.isdigit() for character in line)
        return read_object(line) is not None

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
            return [Broken(error.message)]
        situation, self._asked = self._asked, None
        may_pass = situation.grid.has_pass and situation.position.is_legal(situation.grid.pass_move)
        if move is None and may_pass:
            move = situation.grid.pass_move
        if move is None:
            return [Resigned()]
        self._known = situation.play(move) if situation.position.is_legal(move) else None
        return [Moved(move)]

    def _read(self, text: str) -> int | None:
        assert self._moves is not None
        if self._form == "simple":
            return self._moves.read_plain(text)
        value = read_object(text)
        if value is None or not ("response" in value or "x" in value or "x0" in value):
            raise ProtocolError("{text} is not a Botzone answer", text=shorten(text))
        self._data = {key: value[key] for key in ("data", "globaldata") if key in value}
        return self._moves.read(value.get("response", value))

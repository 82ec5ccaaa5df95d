"""Botzone's protocol, engine side: traditional JSON, keep-running and simple I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from boyi.core.errors import shorten
from boyi.core.grid import GridGame
from boyi.core.message import Term
from boyi.core.result import SearchResult
from boyi.protocols.actions import Action, Limits, Quit, Reply, Result, Think
from boyi.protocols.botzone.text import KEEP_RUNNING, BotzoneMoves
from boyi.protocols.errors import ProtocolError
from boyi.protocols.json_text import read_object, write_object
from boyi.protocols.numbers import integer
from boyi.protocols.serial import SerialConversation
from boyi.protocols.situation import Situation
from boyi.protocols.time_management import PLATFORM_MARGIN, within_turn

MOST_TURNS = 10_000


class BotzoneEngine(SerialConversation):
    """Plays one game on Botzone; the first line tells which of the two forms of input it is.

    Without ``keep_running`` it answers once and quits; with it, it asks to stay and gets bare requests.
    """

    def __init__(
        self, game: GridGame, *, keep_running: bool = False, transposed: bool = False, seconds: float = 1.0
    ) -> None:
        super().__init__()
        self._moves = BotzoneMoves(game, transposed=transposed)
        self._keep_running = keep_running
        self._limits = Limits(seconds=within_turn(seconds, PLATFORM_MARGIN))
        self._form: Literal["json", "simple"] = "json"
        self._situation: Situation | None = None  # None until the first turn is understood
        self._expected = 0
        self._lines: list[str] = []

    def _obey(self, line: str) -> list[Action]:
        text = line.strip()
        if not text or text == KEEP_RUNNING:
            return []
        if self._expected:
            return self._gather(text)
        if self._situation is not None:
            return self._next(text)
        turns = integer(text)
        if turns is None:
            self._form = "json"
            return self._whole_json(text)
        self._form = "simple"
        if not 0 < turns <= MOST_TURNS:
            raise ProtocolError("{turns} is no number of turns", turns=turns)
        self._expected = 2 * turns - 1
        return []

    def _whole_json(self, text: str) -> list[Action]:
        value = read_object(text)
        if value is None:
            raise ProtocolError("the line is not a JSON object")
        requests, responses = value.get("requests"), value.get("responses")
        if not isinstance(requests, list) or not isinstance(responses, list):
            raise ProtocolError("requests and responses must be lists")
        if len(requests) != len(responses) + 1 or len(requests) > MOST_TURNS:
            raise ProtocolError("there must be one request more than responses")
        return self._replay(requests, responses, self._moves.read)

    def _gather(self, text: str) -> list[Action]:
        self._lines.append(text)
        self._expected -= 1
        if self._expected:
            return []
        lines, self._lines = self._lines, []
        return self._replay(lines[::2], lines[1::2], self._moves.read_plain)

    def _replay(
        self, requests: Sequence[object], responses: Sequence[object], read: Callable[..., int | None]
    ) -> list[Action]:
        """Play the game so far: request, response, request, …, ending with a request."""
        game = self._moves.game
        moves = [read(requests[0])]
        for response, request in zip(responses, requests[1:], strict=True):
            moves += [read(response), read(request)]
        if moves[0] is None:
            moves.pop(0)  # we move first
        played = [game.pass_move if move is None else move for move in moves]
        return self._search(Situation.follow(game.start(), played))

    def _next(self, text: str) -> list[Action]:
        assert self._situation is not None
        if self._form == "simple":
            move = self._moves.read_plain(text)
        else:
            value = read_object(text)
            if value is None:
                raise ProtocolError("{text} is not a request", text=shorten(text))
            if "requests" in value:
                return self._whole_json(text)  # the platform started a new game
            move = self._moves.read(value.get("request", value))
        played = self._moves.game.pass_move if move is None else move
        situation = self._situation
        return self._search(Situation.follow(situation.start, (*situation.moves, played)))

    def _search(self, situation: Situation) -> list[Action]:
        ended = situation.record().outcome
        if ended is not None:
            raise ProtocolError("the game is over ({reason})", reason=Term(ended.reason))
        return self._think(situation, self._limits)

    def _finish(self, job: Think, result: Result) -> list[Action]:
        if not isinstance(result, SearchResult):
            return self._complain("Boyi resigns")
        self._situation = job.situation.play(result.move)
        debug = f"{result.win_rate:.1%} after {result.nodes} nodes"
        return self._say(result.move, debug)

    def _say(self, move: int | None, debug: str) -> list[Action]:
        line = self._moves.write_plain(move)
        if self._form == "json":
            line = write_object({"response": self._moves.write(move), "debug": debug})
        return [Reply(line), Reply(KEEP_RUNNING) if self._keep_running else Quit()]

    def _complain(self, reason: str) -> list[Action]:
        # Botzone has no word for an error: minus one loses the game, and debug says why.
        self._expected = 0
        self._lines = []
        return self._say(None, reason)

    def _farewell(self) -> list[Action]:
        # The traditional input of one turn may lack lines; silence would be judged as a crash.
        return self._complain("the input ended too early")[:1] if self._expected else []

"""NBoard's protocol, host side: asking someone else's Othello engine for moves and hints."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from time import monotonic

from boyi.core.errors import BadMove
from boyi.core.grid import GridGame
from boyi.formats.ggf import write_ggf
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Broken, Evaluated, Moved, Named, Ready, Said, Send
from boyi.protocols.host import QUIET, TOLD, UNLIMITED, UNTIMED, Host, Time
from boyi.protocols.nboard.engine import parse_move
from boyi.protocols.numbers import decimal, integer
from boyi.protocols.situation import Situation
from boyi.protocols.time_management import moves_to_go, share

SECONDS, DEPTHS = (0.2, 1.0, 3.0, 10.0, 60.0), (3, 5, 7, 9, 11, 13)
"""The first depth of a game: 3 below 0.2 s a move, 5 from there to 1 s, and so on; 13 from a minute."""
MOST_MORE = 4
"""Plies that may be added to the first depth: engines that answer from a book seem faster than they are."""
EARLY, LATE = 1 / 10, 1 / 3
"""Shares of the time: an answer before the first adds a ply, one after the second takes two away."""


class NBoardHost(Host):
    """Othello. Where nobody gave a depth, one that fits the time is asked for.

    What the engine says before the pong of our last ping is about an old position.
    """

    chatter = ("status", "set", "nodestats")
    quiet = QUIET

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._depth: TimedDepth | None = None
        self._told = 0
        """The depth that the engine was told last."""
        self._asked: tuple[float, float] | None = None
        """When the search began, and how long it may take; None: its time says nothing about the next."""
        self._game: GridGame | None = None
        self._greeted = False
        self._pings = 0
        self._synchronous = True

    def begin(self, situation: Situation, time: Time = UNTIMED, limits: Limits = UNLIMITED) -> list[Answer]:
        """Greet the engine once, and set up a game; ``Ready`` follows from ``receive``."""
        greeting = [] if self._greeted else [Send("nboard 2")]
        self._greeted = True
        self._depth = self._asked = None
        self._told = limits.depth or 0
        if limits.depth is None:
            self._depth = TimedDepth(_for_a_move(situation, time))
            self._told = self._depth.plies
        return [*greeting, Send(f"set depth {self._told}"), self._set_game(situation), *self._ping()]

    def ask(self, situation: Situation, time: Time = UNTIMED) -> list[Answer]:
        """Ask for a move; the whole game is sent, so nothing can be out of step."""
        change: list[Answer] = []
        if self._depth is not None:
            forced = len(situation.position.moves()) == 1
            self._asked = None if forced else (self._now(), _for_a_move(situation, time))
            if self._told != self._depth.plies:
                self._told = self._depth.plies
                change = [Send(f"set depth {self._told}")]
        return [*self._position(situation), *change, Send("go")]

    def hint(self, situation: Situation, number: int) -> list[Answer]:
        """Ask for the best few moves."""
        return [*self._position(situation), Send(f"hint {number}")]

    def stop(self) -> list[Answer]:
        """Make the engine stop thinking."""
        return self._ping()

    def end(self) -> list[Answer]:
        """Ask the engine to leave (the runner closes its input too)."""
        return [Send("quit")]

    def _position(self, situation: Situation) -> list[Answer]:
        return [*self._ping(), self._set_game(situation)]

    def _set_game(self, situation: Situation) -> Send:
        self._game = situation.grid
        return Send("set game " + "".join(write_ggf(situation.record()).splitlines()))

    def _ping(self) -> list[Answer]:
        self._pings += 1
        self._synchronous = False
        return [Send(f"ping {self._pings}")]

    def receive(self, line: str) -> list[Answer]:
        """Understand one line; lines nobody knows are text for people."""
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if word == "pong":
            if integer(rest) == self._pings and not self._synchronous:
                self._synchronous = True
                return [Ready()]
            return []
        if rest.startswith("myname ") and word == "set":
            return [Named(rest.removeprefix("myname ").strip())]
        if word in ("===", "search", "book") and (not self._synchronous or self._game is None):
            return []
        if word == "===":
            return [self._moved(rest)]
        if word in ("search", "book"):
            return self._evaluated(rest)
        return [Said(line.strip())] if line.strip() else []

    def _moved(self, rest: str) -> Answer:
        assert self._game is not None
        try:
            move, evaluation = parse_move(self._game, rest)
        except BadMove as error:
            return Broken(error.message)
        if self._depth and self._asked:
            began, seconds = self._asked
            self._asked = None
            self._depth.answered(self._now() - began, seconds)
        return Moved(move, decimal(evaluation))

    def _evaluated(self, rest: str) -> list[Answer]:
        assert self._game is not None
        words = rest.split()
        if len(words) < 2:
            return []
        text = words[0].replace("-", "") if "--" not in words[0] else words[0]
        moves = []
        for place in range(0, min(len(text), 240), 2):
            try:
                moves.append(self._game.parse_move(text[place : place + 2]))
            except BadMove:
                break
        depth = integer(words[3]) if len(words) > 3 else None
        return [Evaluated(tuple(moves), decimal(words[1]), depth=depth)] if moves else []


def _for_a_move(situation: Situation, time: Time) -> float:
    """Seconds for the next move, of a program that is not told of any."""
    if time.left is not None:
        return share(time.left, moves_to_go(situation))
    return TOLD if time.move is None else time.move


class TimedDepth:
    """The depth to ask for: the protocol has no clock, so depth stands for time, and follows the answers.

    >>> depth = TimedDepth(1.0)
    >>> depth.plies
    7
    >>> depth.answered(took=0.02, of=1.0)
    >>> depth.plies
    8
    >>> depth.answered(took=0.5, of=1.0)
    >>> depth.plies
    6
    """

    def __init__(self, seconds: float) -> None:
        self.plies = DEPTHS[bisect(SECONDS, seconds)]
        self._most = self.plies + MOST_MORE

    def answered(self, took: float, of: float) -> None:
        """Learn how long a search took, and how long it had."""
        if took > of * LATE:
            self.plies = max(1, self.plies - 2)
        elif took < of * EARLY:
            self.plies = min(self._most, self.plies + 1)

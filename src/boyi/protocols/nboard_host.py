"""NBoard's protocol, host side: asking someone else's Othello engine for moves and hints."""

from __future__ import annotations

from boyi.core.errors import BadMove
from boyi.core.grid import GridGame
from boyi.formats.ggf import write_ggf
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Broken, Evaluated, Moved, Named, Ready, Said, Send
from boyi.protocols.nboard import parse_move
from boyi.protocols.numbers import decimal, integer
from boyi.protocols.situation import Situation

DEPTH = 12
"""Viewers must send a depth; this one where nobody asked for another."""


class NBoardHost:
    """Talks to one engine. What it says before the pong of our last ping is about an old position."""

    def __init__(self) -> None:
        self._game: GridGame | None = None
        self._pings = 0
        self._synchronous = True

    def begin(self, situation: Situation, limits: Limits | None = None) -> list[Answer]:
        """Greet the engine; ``Ready`` follows from ``receive``."""
        self._game = situation.grid
        depth = (limits.depth if limits is not None else None) or DEPTH
        return [Send("nboard 2"), Send(f"set depth {depth}"), *self._ping()]

    def ask(self, situation: Situation, depth: int | None = None) -> list[Answer]:
        """Ask for a move; the whole game is sent, so nothing can be out of step.

        ``depth`` is another one than before, if it is given.
        """
        change = [] if depth is None else [Send(f"set depth {depth}")]
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
        self._game = situation.grid
        ggf = "".join(write_ggf(situation.record()).splitlines())
        return [*self._ping(), Send(f"set game {ggf}")]

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
            return Broken(str(error))
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

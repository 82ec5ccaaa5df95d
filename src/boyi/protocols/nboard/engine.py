"""NBoard's protocol 2 for Othello, engine side."""

from __future__ import annotations

from boyi.core.errors import BadMove, BoyiError
from boyi.core.grid import GridGame
from boyi.core.registry import make_game
from boyi.core.result import Candidate, SearchResult
from boyi.formats.ggf import read_ggf
from boyi.protocols.actions import Action, Identity, Limits, Quit, Reply, Result, Think
from boyi.protocols.errors import ProtocolError
from boyi.protocols.numbers import integer
from boyi.protocols.serial import SerialConversation
from boyi.protocols.situation import Situation

REPORTS = 0.25
"""Seconds between two reports of a hint."""
DEEPEST = 60


def format_move(game: GridGame, move: int) -> str:
    """A move as NBoard writes it: ``F5``, a pass ``PA``."""
    return "PA" if move == game.pass_move else game.format_move(move).upper()


def parse_move(game: GridGame, text: str) -> tuple[int, str]:
    """The move of ``F5/eval/time`` (or with spaces between), and what stands behind it.

    >>> import boyi
    >>> parse_move(boyi.game("othello"), "f5/1.50/2")
    (37, '1.50')
    """
    parts = text.strip().split("/" if "/" in text else None)
    if not parts:
        raise BadMove("A move is missing.")
    return game.parse_move(parts[0]), parts[1].strip() if len(parts) > 1 else ""


class NBoardEngine(SerialConversation):
    """Thinks about Othello for NBoard. It never plays its own move: the viewer sends it back as ``move``."""

    def __init__(self, identity: Identity | None = None, seconds: float | None = None) -> None:
        super().__init__()
        self.identity = identity or Identity()
        self._situation = Situation.start_of(make_game("othello"))
        self._limits = Limits(seconds=seconds)
        self._review = 0  # how many positions of the game `analyze` has still to judge

    # Lines

    def _obey(self, line: str) -> list[Action]:
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        match word.lower():
            case "nboard":
                return [Reply(f"set myname {self.identity.name}"), Reply("status")]
            case "set":
                return self._set(rest)
            case "move":
                return self._move(rest)
            case "hint":
                return self._hint(rest)
            case "go":
                return self._go()
            case "ping":
                return [Reply(f"pong {rest}")] if integer(rest) is not None else []
            case "learn":
                return [Reply("learned")]
            case "analyze":
                return self._analyze()
            case "quit":
                return [Quit()]
        return []  # the protocol wants lines it does not know to be ignored

    def _interrupt(self, line: str) -> list[Action] | None:
        word = line.strip().partition(" ")[0].lower()
        owed = isinstance(self._job, Think) and self._job.purpose == "move"
        if word in ("hint", "go", "analyze") and (owed or self._waiting):
            return None  # the board is the same, and the moves that were asked for first are still wanted
        # A viewer that sends another command does not want the answer any more, and would take it for one
        # about the new position.
        news = ("ping", "move", "hint", "go", "analyze", "quit", "nboard")
        if word in news or line.strip().lower().startswith("set game"):
            self._review = 0
            self._waiting.clear()
            return [*self._drop(), *(self._guard(lambda: self._obey(line)) or [])]
        return self._obey(line)

    def _complain(self, reason: str) -> list[Action]:
        self._review = 0
        return [Reply(f"status {reason}")]

    # The game

    def _set(self, rest: str) -> list[Action]:
        key, _, value = rest.partition(" ")
        if key.lower() == "game":
            try:
                self._situation = Situation.of_record(read_ggf(value))
            except BoyiError as error:
                raise ProtocolError("The game could not be read: {error}", error=error) from None
        elif key.lower() == "depth":
            depth = integer(value.strip())
            if depth is not None:
                depth = max(1, min(DEEPEST, depth))
                self._limits = Limits(seconds=self._limits.seconds, depth=depth)
                return [Reply(f"set myname {self.identity.name}{depth}")]
        return []

    def _move(self, rest: str) -> list[Action]:
        move, _ = parse_move(self._situation.grid, rest)
        self._situation = self._situation.play(move)
        return []

    # Thinking

    def _open(self) -> Situation:
        outcome = self._situation.position.outcome
        if outcome is not None:
            raise ProtocolError("The game is over.")
        return self._situation

    def _hint(self, rest: str) -> list[Action]:
        number = integer(rest) or 1
        thinking = self._think(
            self._open(),
            self._limits,
            "hint",
            candidates=max(1, min(number, self._situation.grid.area)),
            report_every=REPORTS,
        )
        return [Reply(f"status {self.identity.name} is analyzing"), *thinking]

    def _go(self) -> list[Action]:
        thinking = self._think(self._open(), self._limits, report_every=REPORTS)
        return [Reply(f"status {self.identity.name} is thinking"), *thinking]

    def _analyze(self) -> list[Action]:
        self._review = len(self._situation.moves) + 1
        return self._review_next()

    def _review_next(self) -> list[Action]:
        """Judge the game backwards: what is known of later positions helps with earlier ones."""
        while self._review > 0:
            self._review -= 1
            before = self._situation.at(self._review)
            outcome = before.position.outcome
            if outcome is None:
                return self._think(before, self._limits, "hint")
            lead = (outcome.score or 0) * (1 if before.turn == 0 else -1)
            rest = self._review_next()
            return [Reply(f"analysis {len(before.moves)} {lead:.2f}"), *rest]
        return [Reply("status")]

    def _show(self, job: Think, result: SearchResult) -> list[Action]:
        game = job.situation.grid
        only = Candidate(
            result.move, result.nodes, result.win_rate, result.score, result.pv or (result.move,)
        )
        lines: list[Action] = []
        for one in result.candidates[: job.candidates] or (only,):
            pv = "".join(format_move(game, move) for move in one.pv or (one.move,))
            lines.append(Reply(f"search {pv} {one.score or 0:.2f} 0 {result.depth}"))
        return [*lines, Reply(f"nodestats {result.nodes} {result.seconds:.2f}")]

    def _finish(self, job: Think, result: Result) -> list[Action]:
        if not isinstance(result, SearchResult):
            raise ProtocolError("The search found no move.")
        if job.purpose == "hint" and job.report_every is None:
            return [
                Reply(f"analysis {len(job.situation.moves)} {result.score or 0:.2f}"),
                *self._review_next(),
            ]
        shown = self._show(job, result)
        if job.purpose == "hint":
            return [*shown, Reply("status")]
        move = format_move(job.situation.grid, result.move)
        return [
            shown[-1],
            Reply(f"=== {move}/{result.score or 0:.2f}/{result.seconds:.2f}"),
            Reply("status"),
        ]

"""The Gomocup (Piskvork) protocol, engine side: what a manager of Gomoku tournaments sends."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from boyi.core.errors import BadOption, IllegalMove, shorten
from boyi.core.grid import EMPTY, SIDES
from boyi.core.message import Message, Term
from boyi.core.registry import make_game
from boyi.core.result import SearchResult
from boyi.protocols import swap2
from boyi.protocols.actions import Action, Choice, Identity, Limits, Quit, Reply, Result, StopSearch, Think
from boyi.protocols.errors import ProtocolError
from boyi.protocols.gomocup.info import Info, rule_of_mask
from boyi.protocols.numbers import integer
from boyi.protocols.serial import SerialConversation
from boyi.protocols.situation import Situation

REPORTS = 0.25
"""Seconds between two MESSAGE reports, for managers that asked for them."""

LAST_SEARCH = 0.5
"""Seconds that a search still gets when the manager leaves, so that whoever sends all commands at once gets a
move; managers want the engine gone within about a second."""
LATER_SEARCHES = 0.05
"""Seconds for each move that was asked for before the manager left and not begun by then."""

NEW_GAME = ("START", "RESTART", "RECTSTART")

_CELL = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")
_STONE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*([1-3])\s*)?")


@dataclass(slots=True)
class _Gathering:
    """A board that is being sent line by line."""

    command: str
    stones: list[tuple[int, int]] = field(default_factory=list)
    fault: Message | None = None


class GomocupEngine(SerialConversation):
    """Plays Gomoku for a Gomocup manager (``pbrain-boyi``)."""

    def __init__(self, identity: Identity | None = None, opening: int = 0) -> None:
        super().__init__()
        self.identity = identity or Identity()
        self.info = Info()
        self._opening = opening  # which of our swap2 openings to offer
        self._situation: Situation | None = None
        self._gathering: _Gathering | None = None
        self._reports = False
        self._spent = 0.0
        self._leaving = False
        self._giving_up = False  # a new game waits behind what is left of this one
        self._commands: dict[str, Callable[[str], list[Action]]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "PLAY": self._play,
            "TAKEBACK": self._takeback,
            "BOARD": lambda rest: self._gather("BOARD", rest),
            "YXBOARD": lambda rest: self._gather("YXBOARD", rest),
            "SWAP2BOARD": lambda rest: self._gather("SWAP2BOARD", rest),
            "INFO": self._inform,
            "ABOUT": self._about,
            "END": lambda rest: [Quit()],
            "YXSHOWINFO": self._show_info,
            "YXNBEST": self._best,
            "YXSTOP": lambda rest: [],
            "STOP": lambda rest: [],
        }

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that are understood."""
        return tuple(self._commands)

    # Lines

    def _obey(self, line: str) -> list[Action]:
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word.upper())
        if self._gathering is not None and (command is None or word.upper() == "DONE"):
            return self._add(self._gathering, line.strip())
        if command is None:
            return [Reply("UNKNOWN command")] if word else []
        if word.upper() in NEW_GAME:
            self._giving_up = False
        actions: list[Action] = []
        if self._gathering is not None:
            actions += self._complain(f"{self._gathering.command} was not ended by DONE")
            self._gathering = None
        return actions + command(rest.strip())

    def _interrupt(self, line: str) -> list[Action] | None:
        word, _, rest = line.strip().partition(" ")
        match word.upper():
            case "END":
                self._waiting.append(line)
                return self._hasten()
            case "YXSTOP" | "STOP":
                return [StopSearch(self._job.ticket)] if self._job else []
            case "START" | "RESTART" | "RECTSTART" if not self._leaving:
                # Nobody wants a move in the old game; whatever else was asked for is answered first.
                self._giving_up = True
                self._waiting.append(line)
                return self._drop()
            case "INFO" if not rest.strip().lower().startswith("rule"):
                return self._inform(rest)
        return None

    def close(self) -> list[Action]:
        return [*self._hasten(), *super().close()]

    def _hasten(self) -> list[Action]:
        """The manager leaves: what it asked for is still answered, but soon."""
        leaving, self._leaving = self._leaving, True
        return [] if leaving or self._job is None else [StopSearch(self._job.ticket, LAST_SEARCH)]

    def _limits(self, board: Situation) -> Limits:
        limits = self.info.limits(board, self._spent)
        if not self._leaving:
            return limits
        return replace(limits, seconds=min(LATER_SEARCHES, limits.seconds or LATER_SEARCHES))

    def _complain(self, reason: str) -> list[Action]:
        return [Reply(f"ERROR {reason}")]

    # A new game

    def _start(self, rest: str) -> list[Action]:
        size = integer(rest)
        if size is None:
            raise ProtocolError("START needs a board size, not {rest}", rest=shorten(rest))
        self._situation = None
        self._situation = self._empty(size)
        self._spent = 0.0
        return [Reply("OK")]

    def _empty(self, size: int) -> Situation:
        try:
            return Situation.start_of(make_game("gomoku", size=size, rule=rule_of_mask(self.info.rule)))
        except BadOption as error:
            raise ProtocolError("unsupported board size: {error}", error=error) from None

    def _rectstart(self, rest: str) -> list[Action]:
        found = _CELL.fullmatch(rest)
        if found is None:
            raise ProtocolError("RECTSTART needs a width and a height, for example RECTSTART 15,15")
        if found[1] != found[2]:
            raise ProtocolError("rectangular boards are not supported; send START and one size")
        return self._start(found[1])

    def _restart(self, rest: str) -> list[Action]:
        if self._situation is None:
            raise ProtocolError("send START and a board size first")
        return self._start(str(self._situation.grid.size))

    @property
    def _board(self) -> Situation:
        if self._situation is None:
            raise ProtocolError("send START and a board size first")
        # The mask may have changed since START, and one that is refused is told here: INFO has no answer.
        rule = rule_of_mask(self.info.rule)
        if self._situation.game.settings["rule"] != rule:
            game = self._empty(self._situation.grid.size).grid
            start = game.from_cells(Situation(self._situation.start).cells, self._situation.start.turn)
            self._situation = Situation(start, self._situation.moves)
        return self._situation

    def _cell(self, text: str) -> int:
        found = _CELL.fullmatch(text)
        size = self._board.grid.size
        if found is None:
            raise ProtocolError("{text} is not a cell: send x,y", text=shorten(text))
        x, y = int(found[1]), int(found[2])
        if x >= size or y >= size:
            raise ProtocolError("{text} is outside the {size}x{size} board", text=f"{x},{y}", size=size)
        return y * size + x

    def _name(self, cell: int) -> str:
        y, x = divmod(cell, self._board.grid.size)
        return f"{x},{y}"

    # Moves

    def _begin(self, rest: str) -> list[Action]:
        if self._board.cells.strip(EMPTY):
            raise ProtocolError("BEGIN is for an empty board; send TURN or BOARD")
        return self._search()

    def _turn(self, rest: str) -> list[Action]:
        self._situation = self._board.play(self._cell(rest))
        return self._search()

    def _play(self, rest: str) -> list[Action]:
        cell = self._cell(rest)
        self._situation = self._board.play(cell)
        return [Reply(self._name(cell))]

    def _takeback(self, rest: str) -> list[Action]:
        cell, board = self._cell(rest), self._board
        if board.moves and board.moves[-1] == cell:
            self._situation = board.back()
        elif board.cells[cell] == EMPTY:
            raise ProtocolError("there is no stone on {cell}", cell=self._name(cell))
        else:
            # A stone of a set-up, or not the last one: what remains is a set-up, its colour to move.
            cells = board.cells[:cell] + EMPTY + board.cells[cell + 1 :]
            self._situation = Situation(board.grid.from_cells(cells, SIDES.index(board.cells[cell])))
        return [Reply("OK")]

    def _search(self, *, best: int = 0) -> list[Action]:
        board = self._board
        if board.position.outcome is not None:
            raise ProtocolError("the game is over ({reason})", reason=Term(board.position.outcome.reason))
        if self._giving_up:
            return []
        wanted = REPORTS if self._reports or best else None
        return self._think(
            board,
            self._limits(board),
            "hint" if best else "move",
            candidates=max(1, best),
            report_every=wanted,
        )

    def _finish(self, job: Think, result: Result) -> list[Action]:
        if job.purpose == "opening":
            return self._choose(job.situation, result)
        if not isinstance(result, SearchResult):
            raise ProtocolError("the search found no move")
        self._spent += max(0.0, result.seconds)
        self._situation = job.situation.play(result.move)
        messages = self._show(job, result) if job.report_every else []
        return [*messages, Reply(self._name(result.move))]

    def _show(self, job: Think, result: SearchResult) -> list[Action]:
        name = job.situation.game.format_move
        lines: list[Action] = []
        best = result.candidates[: job.candidates]
        for number, one in enumerate(best, 1):
            pv = " ".join(name(move) for move in one.pv or (one.move,))
            score = "" if one.score is None else f"{one.score:+.2f} | "
            lines.append(Reply(f"MESSAGE ({number}) {score}{one.win_rate:.1%} | {pv}"))
        work = f"depth {result.depth} nodes {result.nodes} seconds {result.seconds:.2f}"
        return [*lines, Reply(f"MESSAGE {work} best {self._name(result.move)}")]

    # Boards

    def _gather(self, command: str, rest: str) -> list[Action]:
        self._gathering = _Gathering(command)
        actions: list[Action] = []
        for word in rest.split():  # some programs send the whole board on one line
            if self._gathering is not None:
                actions += self._add(self._gathering, word)
        return actions

    def _add(self, board: _Gathering, line: str) -> list[Action]:
        if line.upper() == "DONE":
            self._gathering = None
            if board.fault:
                raise ProtocolError.of(board.fault)
            cells = [cell for cell, _ in board.stones]
            if len(set(cells)) != len(cells):
                raise ProtocolError("{command} has two stones on one cell", command=board.command)
            if board.command == "SWAP2BOARD":
                return self._swap2(cells)
            self._set_up(board.stones)
            return self._search() if board.command == "BOARD" else []
        if not line or board.fault:
            return []
        found = _STONE.fullmatch(line)
        try:
            if found is None:
                raise ProtocolError(
                    "{line} is not a stone of {command}: send x,y,who or DONE",
                    line=shorten(line),
                    command=board.command,
                )
            cell = self._cell(f"{found[1]},{found[2]}")
            if found[3] == "3":
                raise ProtocolError("Boyi does not play the continuous game: stones are 1 or 2")
            board.stones.append((cell, int(found[3] or 1)))
            if len(board.stones) > self._board.grid.area:
                raise ProtocolError(
                    "{command} has more stones than the board has cells", command=board.command
                )
        except ProtocolError as error:
            board.fault = error.message  # told once, at DONE
        return []

    def _set_up(self, stones: Sequence[tuple[int, int]]) -> None:
        """Stones of 1 (ours; we are to move) and 2: a game if they alternate, else a set-up."""
        game = self._board.grid
        own = sum(who == 1 for _, who in stones)
        black = 1 if own >= len(stones) - own else 2
        order = [0 if who == black else 1 for _, who in stones]
        if order == [ply % 2 for ply in range(len(stones))] and (len(stones) % 2 == 0) == (black == 1):
            with suppress(IllegalMove):  # such as stones after a five: then it can only be a set-up
                self._situation = Situation(game.start(), tuple(cell for cell, _ in stones))
                return
        cells = [EMPTY] * game.area
        for (cell, _), side in zip(stones, order, strict=True):
            cells[cell] = SIDES[side]
        self._situation = Situation(game.from_cells("".join(cells), 0 if black == 1 else 1))

    # Swap2

    def _swap2(self, cells: Sequence[int]) -> list[Action]:
        board = self._board
        if len(cells) not in (0, 3, 5):
            raise ProtocolError("SWAP2BOARD has 0, 3 or 5 stones, not {count}", count=len(cells))
        self._situation = Situation(board.grid.start(), tuple(cells))
        if self._giving_up:
            return []
        return self._think(self._situation, self._limits(board), "opening")

    def _choose(self, situation: Situation, result: Result) -> list[Action]:
        choice = result if isinstance(result, Choice) else swap2.choose(result)
        if not situation.moves:
            stones = choice.stones
            if len(stones) != 3:  # whoever judges a position only
                stones = swap2.opening(situation.grid.size, self._opening)
            return [Reply(" ".join(self._name(stone) for stone in stones))]
        if choice.swap:
            return [Reply("SWAP")]
        if len(choice.stones) not in ((1, 2) if len(situation.moves) == 3 else (1,)):
            raise ProtocolError("the search found no move")
        for stone in choice.stones:
            situation = situation.play(stone)
        self._situation = situation
        return [Reply(" ".join(self._name(stone) for stone in choice.stones))]

    # The rest

    def _inform(self, rest: str) -> list[Action]:
        self.info = self.info.told(rest)
        return []

    def _about(self, rest: str) -> list[Action]:
        who = self.identity
        return [Reply(f'name="{who.name}", version="{who.version}", author="{who.author}"')]

    def _show_info(self, rest: str) -> list[Action]:
        self._reports = True
        return [Reply(f"MESSAGE {self.identity.name} {self.identity.version}")]

    def _best(self, rest: str) -> list[Action]:
        number = integer(rest)
        if number is None or number < 1:
            raise ProtocolError("YXNBEST needs how many moves, not {rest}", rest=shorten(rest))
        return self._search(best=min(number, self._board.grid.area))

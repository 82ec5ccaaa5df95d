"""The protocols that a hosted program may speak, all in one shape: set up, ask, understand, end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from boyi.core.clock import Clock
from boyi.core.errors import BoyiError, shorten
from boyi.protocols import analysis_host
from boyi.protocols.actions import Limits
from boyi.protocols.allotment import moves_to_go, share, within_turn
from boyi.protocols.analysis_query import Query
from boyi.protocols.answers import Answer, Broken, Evaluated, Moved, Ready, Refused, Resigned, Said, Send
from boyi.protocols.botzone_host import BotzoneHost
from boyi.protocols.gomocup_host import GomocupHost
from boyi.protocols.gtp_host import GtpHost
from boyi.protocols.json_text import read_object
from boyi.protocols.nboard_depth import TimedDepth
from boyi.protocols.nboard_host import NBoardHost
from boyi.protocols.situation import Situation

PROTOCOLS = ("gomocup", "gtp", "nboard", "botzone", "botzone-keep", "botzone-simple", "analysis")
TOLD = 5.0
"""Seconds a move that a program is told where nobody said otherwise."""


@dataclass(frozen=True, slots=True)
class Time:
    """What a program is told of the time."""

    move: float | None = None
    """Seconds for each move."""
    left: float | None = None
    """Seconds left for the whole game, where the game has such a clock."""
    clock: Clock | None = None
    """The clock itself, for those who can read it."""


class Dialogue(ABC):
    """One program's side of a table, without input or output."""

    line_end = "\n"
    greets = True
    """Whether the program says that it is ready before it is asked for a move."""
    games: tuple[str, ...] = ()
    """The games that can be played over the protocol; none: all."""
    bargains = False
    """Whether the protocol has words for a swap2 opening."""

    @abstractmethod
    def begin(self, situation: Situation, time: Time, limits: Limits) -> list[Answer]:
        """Announce a new game."""

    @abstractmethod
    def ask(self, situation: Situation, time: Time) -> list[Answer]:
        """Ask for a move."""

    def bargain(self, situation: Situation) -> list[Answer]:
        """Ask for the next step of a swap2 opening, where the protocol can."""
        raise NotImplementedError

    @abstractmethod
    def receive(self, line: str) -> list[Answer]:
        """Understand a line; one that tells of a failure may be raised as ``PlayerFailed``."""

    def close(self) -> list[Answer]:
        """Understand that there will be no more lines."""
        return []

    def end(self) -> list[Answer]:
        """Say good-bye; the input is closed as well."""
        return []

    def restarted(self) -> None:
        """Learn that the program is a new process, which knows nothing of the game."""

    def stays(self) -> bool:
        """Whether the program that has moved will take another turn."""
        return True

    def wants_more(self) -> bool:
        """Whether more is to be read after the move, if it comes at once."""
        return False

    def is_about_move(self, line: str) -> bool:
        """Whether a line that is no answer at least tried to name a move."""
        return True


class GomocupDialogue(Dialogue):
    """Gomoku in its four rules. Its managers end lines with CR and LF."""

    line_end = "\r\n"
    games = ("gomoku",)
    bargains = True

    def __init__(self) -> None:
        self._host = GomocupHost()
        self._bargaining = False

    def begin(self, situation: Situation, time: Time, limits: Limits) -> list[Answer]:
        self._bargaining = False
        told = Limits(seconds=time.move, depth=limits.depth, memory=limits.memory)
        return self._host.begin(situation, told, match_seconds=time.left)

    def ask(self, situation: Situation, time: Time) -> list[Answer]:
        self._bargaining = False
        return self._host.ask(situation, time.left)

    def bargain(self, situation: Situation) -> list[Answer]:
        self._bargaining = True
        return self._host.swap2(situation)

    def receive(self, line: str) -> list[Answer]:
        text = line.strip().upper()
        if text.startswith("UNKNOWN"):
            if self._bargaining and "INFO" not in text:
                return [Refused(f"{line.strip()} (it does not know swap2)")]
            return [Said(line)]  # often the answer to an INFO that is new to it
        answers = self._host.receive(line)
        # SWAP2BOARD is rare enough for programs to answer in a way of their own: no use in waiting for more.
        if self._bargaining and Said(line.strip()) in answers:
            return [Broken(f"{shorten(line.strip())} is no answer to SWAP2BOARD")]
        return answers

    def end(self) -> list[Answer]:
        return self._host.end()


class GtpDialogue(Dialogue):
    """Games whose moves are single points."""

    games = ("nogo", "gomoku", "othello")

    def __init__(self) -> None:
        self._host = GtpHost()

    def begin(self, situation: Situation, time: Time, limits: Limits) -> list[Answer]:
        told = Limits(seconds=time.move)
        # Engines for one game refuse this, and may.
        extra = [f"set_game {situation.game.title}"]
        return self._host.begin(situation, told, match_seconds=time.left, extra=extra)

    def ask(self, situation: Situation, time: Time) -> list[Answer]:
        return self._host.ask(situation, seconds_left=time.left)

    def receive(self, line: str) -> list[Answer]:
        return self._host.receive(line)

    def close(self) -> list[Answer]:
        return self._host.close()

    def end(self) -> list[Answer]:
        return self._host.end()


class NBoardDialogue(Dialogue):
    """Othello. Where nobody gave a depth, one that fits the time is asked for."""

    games = ("othello",)

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._host = NBoardHost()
        self._now = now
        self._depth: TimedDepth | None = None
        self._told = 0
        """The depth that the engine was told last."""
        self._asked: tuple[float, float] | None = None
        """When the search began, and how long it may take; None: its time says nothing about the next."""

    def begin(self, situation: Situation, time: Time, limits: Limits) -> list[Answer]:
        self._depth = self._asked = None
        if limits.depth is None:
            self._depth = TimedDepth(_for_a_move(situation, time))
            self._told = self._depth.plies
            limits = Limits(depth=self._told)
        return self._host.begin(situation, limits)

    def ask(self, situation: Situation, time: Time) -> list[Answer]:
        if self._depth is None:
            return self._host.ask(situation)
        forced = len(situation.position.moves()) == 1
        self._asked = None if forced else (self._now(), _for_a_move(situation, time))
        if self._told == self._depth.plies:
            return self._host.ask(situation)
        self._told = self._depth.plies
        return self._host.ask(situation, self._told)

    def receive(self, line: str) -> list[Answer]:
        answers = self._host.receive(line)
        if self._depth and self._asked and any(isinstance(answer, Moved) for answer in answers):
            began, seconds = self._asked
            self._asked = None
            self._depth.answered(self._now() - began, seconds)
        return answers

    def end(self) -> list[Answer]:
        return self._host.end()


def _for_a_move(situation: Situation, time: Time) -> float:
    """Seconds for the next move, of a program that is not told of any."""
    if time.left is not None:
        return share(time.left, moves_to_go(situation))
    return TOLD if time.move is None else time.move


class BotzoneDialogue(Dialogue):
    """Botzone's three forms; only a program that asks to keep running takes a second turn."""

    greets = False

    def __init__(self, form: Literal["json", "simple"] = "json", *, keep: bool = False) -> None:
        self._form = form
        self._keep = keep
        self._host: BotzoneHost | None = None

    def begin(self, situation: Situation, time: Time, limits: Limits) -> list[Answer]:
        if situation.start != situation.game.start():
            return [Broken("Botzone has no words for a game from a set-up position")]
        self._host = BotzoneHost(situation.grid, form=self._form)
        return []

    def ask(self, situation: Situation, time: Time) -> list[Answer]:
        assert self._host is not None
        return self._host.ask(situation)

    def receive(self, line: str) -> list[Answer]:
        return self._host.receive(line) if self._host is not None else []

    def restarted(self) -> None:
        if self._host is not None:
            self._host.gone()

    def stays(self) -> bool:
        return self._keep and self._host is not None and self._host.running

    def wants_more(self) -> bool:
        return self._keep and self._host is not None and not self._host.running

    def is_about_move(self, line: str) -> bool:
        if self._form == "simple":
            return any(character.isdigit() for character in line)
        return read_object(line) is not None


GREETING = "ready"


class AnalysisDialogue(Dialogue):
    """Boyi's own JSON lines: any game, and a judgement along with the move."""

    def __init__(self) -> None:
        self._number = 0
        self._asked: Situation | None = None
        self._limits = Limits()

    def begin(self, situation: Situation, time: Time, limits: Limits) -> list[Answer]:
        self._limits = limits
        # No query needs it, but loading the program must not be paid by the first move.
        return [Send(analysis_host.action_line(GREETING, "ping"))]

    def ask(self, situation: Situation, time: Time) -> list[Answer]:
        self._number += 1
        self._asked = situation
        game = situation.game
        seconds = None if time.move is None else within_turn(time.move)
        if time.left is not None:
            seconds = time.left / 20
        query = Query(
            id=str(self._number),
            game=game.name,
            options=dict(game.settings),
            position=None if situation.start == game.start() else game.format_position(situation.start),
            moves=tuple(situation.record().text().split()),
            limits=Limits(seconds=seconds, depth=self._limits.depth),
        )
        return [Send(query.to_line())]

    def receive(self, line: str) -> list[Answer]:
        answer = analysis_host.parse_answer(line)
        if answer is not None and answer.id == GREETING:
            return [Ready()]
        if self._asked is None or answer is None or answer.id not in (str(self._number), None):
            return [Said(line)]
        if isinstance(answer, analysis_host.Failed):
            return [Refused(answer.error)]
        if not isinstance(answer, analysis_host.Judged) or not answer.final:
            return [Said(line)]
        situation, self._asked = self._asked, None
        if answer.move is None:
            return [Resigned()]
        try:
            move = situation.game.parse_move(answer.move, situation.position)
        except BoyiError as error:
            return [Broken(str(error))]
        return [Evaluated((move,), win_rate=answer.win_rate), Moved(move)]


def make_dialogue(protocol: str) -> Dialogue:
    """A fresh dialogue in one of the ``PROTOCOLS``."""
    match protocol:
        case "gomocup":
            return GomocupDialogue()
        case "gtp":
            return GtpDialogue()
        case "nboard":
            return NBoardDialogue()
        case "analysis":
            return AnalysisDialogue()
        case _:
            return BotzoneDialogue(
                "simple" if protocol.endswith("simple") else "json", keep=protocol.endswith("keep")
            )

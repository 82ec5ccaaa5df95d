"""The Go Text Protocol, host side: commands for someone else's engine, one at a time, and a lax reading."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from boyi.core.errors import BadMove, shorten
from boyi.core.game import Position
from boyi.core.grid import GridGame
from boyi.core.message import Message
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Broken, Moved, Named, Ready, Refused, Resigned, Said, Send
from boyi.protocols.gtp.analysis import parse_info
from boyi.protocols.gtp.replies import GtpReply, ReplyReader
from boyi.protocols.gtp.text import LARGEST, format_vertex, looks_like_vertex, parse_vertex
from boyi.protocols.host import UNLIMITED, UNTIMED, Host, Time
from boyi.protocols.situation import Situation

MUST = ("boardsize", "clear_board", "play", "genmove")
"""Commands without which there is no game; others may fail."""
OPTIONAL = ("set_game", "time_settings", "time_left", "undo")
"""Commands that are sent only to engines that say they know them."""

COLOURS = "bw"


class GtpHost(Host):
    """Games whose moves are single points, or moves of pieces such as ``b1-b3``.

    Each command is sent when the one before it was answered.
    Answers may lack their id or the space after ``=``, be in any case, or come after a board that was
    printed. Othello engines such as GRhino count rows from the top, as Othello players do: first moves that
    only one of the two readings allows show which an engine has. Some know that a side must pass and want no
    word of it.
    """

    def __init__(self) -> None:
        self._queue: deque[str] = deque()
        self._pending = ""
        self._number = 0
        self._replies = ReplyReader()
        self._game: GridGame | None = None
        self._setting_up = False
        self._time_lines: list[str] = []
        # What the process has shown of itself, which holds for all its games
        self._greeted = False
        self._name = ""
        self._synchronizing = False
        self._offered: set[str] = set()
        self._takes_fractions = True
        self._chosen: GridGame | None = None
        """The game for which it was told ``set_game`` and for which its rows are known."""
        self._probes: list[str] = []
        self._tells_passes = True
        self.rows_from_top = False
        # The game that is played
        self._known: Situation | None = None
        self._asked: Situation | None = None

    # Commands

    def begin(self, situation: Situation, time: Time = UNTIMED, limits: Limits = UNLIMITED) -> list[Answer]:
        """Set up a new game on a cleared board; ``Ready`` follows from ``receive``."""
        game = situation.grid
        self._game = game
        if game.size > LARGEST:
            return [Broken(Message("GTP has no boards over {size}", size=LARGEST))]
        if situation.start != game.start():
            return [Broken(Message("GTP has no words for a game from a set-up position"))]
        self._known, self._asked = Situation.start_of(game), None
        self._setting_up = True
        self._time_lines = []
        if time.left is not None:
            self._time_lines = [f"time_settings {words} 0 0" for words in _whole_first(time.left)]
        elif time.move is not None:
            self._time_lines = [f"time_settings 0 {words} 1" for words in _whole_first(time.move)]
        if self._greeted:
            return self._enqueue(self._set_up())
        self._greeted = True
        return self._enqueue(["name", "list_commands"])

    def _set_up(self) -> list[str]:
        """The commands that begin a game."""
        game = self._game
        assert game is not None
        lines = []
        if self._chosen != game:
            lines += [f"set_game {game.title}"] if "set_game" in self._offered else []
            self._chosen = game
            self.rows_from_top = False
            self._probes = self._rows_probes(game.start())
        lines += [f"boardsize {game.size}", "clear_board"]
        if self._probes:
            lines += [self._probes[0], "clear_board"]
        if "time_settings" in self._offered:
            # GTP's times are whole; what an engine makes of others is only safe to see by ids.
            fractions = self._takes_fractions and self._replies.numbered
            lines += [line for line in self._time_lines if fractions or "." not in line]
        return lines

    def ask(self, situation: Situation, time: Time = UNTIMED) -> list[Answer]:
        """Tell the engine the moves it does not know and ask for the next one."""
        assert self._game is not None, "begin() comes first"
        known = self._known
        lines = []
        common = 0
        if known is None or known.start != situation.start:
            lines.append("clear_board")
        else:
            while common < min(len(known.moves), len(situation.moves)):
                if known.moves[common] != situation.moves[common]:
                    break
                common += 1
            undone = known.moves[common:]
            # How many moves it has seen is not certain where it keeps passes to itself.
            uncertain = not self._tells_passes and self._game.pass_move in undone
            if undone and (uncertain or "undo" not in self._offered):
                common = 0
                lines.append("clear_board")
            else:
                lines += ["undo"] * len(undone)
        lines += self._plays(situation, common)
        colour = COLOURS[situation.turn]
        if time.left is not None and "time_left" in self._offered:
            lines.append(f"time_left {colour} {max(0, int(time.left))} 0")
        self._asked = situation
        self._known = situation
        return self._enqueue([*lines, f"genmove {colour}"])

    def _plays(self, situation: Situation, common: int = 0) -> list[str]:
        """The moves of a game, from the first that the engine does not know."""
        moves, side = situation.moves[common:], situation.start.turn + common
        return [f"play {COLOURS[(side + ply) % 2]} {self._vertex(move)}" for ply, move in enumerate(moves)]

    def end(self) -> list[Answer]:
        """Tell the engine to leave; the runner closes its input too, for those who do not know quit."""
        self._queue.clear()
        self._pending = ""
        return self._enqueue(["quit"])

    def _rows_probes(self, start: Position) -> list[str]:
        """First moves that only one reading allows: from the top, then from the bottom; none: no need."""
        assert self._game is not None
        for move in start.moves():
            mirrored = self._mirrored(move)
            if 0 <= move < self._game.area and not start.is_legal(mirrored):
                return [
                    f"play {COLOURS[start.turn]} {format_vertex(self._game, cell)}"
                    for cell in (mirrored, move)
                ]
        return []

    def _mirrored(self, move: int) -> int:
        assert self._game is not None
        size = self._game.size
        row, column = divmod(move, size)
        return (size - 1 - row) * size + column if 0 <= row < size else move

    def _vertex(self, move: int) -> str:
        assert self._game is not None
        return format_vertex(self._game, self._mirrored(move) if self.rows_from_top else move)

    def _enqueue(self, lines: Sequence[str]) -> list[Answer]:
        self._queue.extend(lines)
        return self._next() if not self._pending else []

    def _next(self) -> list[Answer]:
        self._pending = self._queue.popleft() if self._queue else ""
        if self._pending:
            self._number += 1
            self._replies.expect(self._number)
            return [Send(f"{self._number} {self._pending}")]
        self._replies.expect(None)
        if self._setting_up:
            self._setting_up = False
            return [Ready()]
        return []

    # Answers

    def receive(self, line: str) -> list[Answer]:
        """Understand one line."""
        if line.lstrip().startswith("info ") and (info := self._info(line)):
            return info
        if not self._replies.takes(line):
            return [Said(line)] if line.strip() else []
        return self._answered(self._replies.receive(line))

    def _info(self, line: str) -> list[Answer]:
        found = parse_info(self._game, line) if self._game is not None else []
        if self.rows_from_top:
            found = [replace(one, pv=tuple(map(self._mirrored, one.pv))) for one in found]
        return [*found]

    def close(self) -> list[Answer]:
        """Learn that the engine's output has ended; an answer without its empty line counts."""
        return self._answered(self._replies.finish())

    def _answered(self, reply: GtpReply | None) -> list[Answer]:
        """What the reply to the waiting command comes to."""
        if reply is None or not self._pending:
            return []
        command, *arguments = self._pending.split()
        if command == "genmove" and reply.good:
            if not reply.text and not self._replies.numbered:
                return []  # of a command before it: no move is empty
            return [self._moved(reply), *self._next()]
        match command:
            case "name":
                return self._named(reply)
            case "list_commands" | "known_command":
                self._learn(command, arguments, reply)
            case "play" if self._probes and not self._asked:
                self._probed(reply)
            case "play" if not reply.good and arguments[-1] == "pass":
                self._tells_passes = False
            case "undo" if not reply.good and self._asked is not None:
                return self._told_again(self._asked)
            case _ if not reply.good and command in MUST:
                self._queue.clear()
                self._known, self._setting_up = None, False
                return [Refused(f"{command}: {reply.text or 'failed'}"), *self._next()]
            case "time_settings" if not reply.good and "." in self._pending:
                self._takes_fractions = False
            case _ if not reply.good:
                self._offered.discard(command)  # it was said to be known, and is not
        return self._next()

    def _named(self, reply: GtpReply) -> list[Answer]:
        if self._synchronizing:
            if reply.text != self._name:
                return []  # left over from a command before it
            self._synchronizing = False
        elif reply.good and reply.text:
            self._name = reply.text
            return [Named(reply.text), *self._next()]
        return self._next()

    def _learn(self, command: str, arguments: list[str], reply: GtpReply) -> None:
        """Learn which optional commands there are, then set up the game."""
        if command == "known_command":
            if reply.good and reply.text.lower() == "true":
                self._offered.add(arguments[0])
        else:
            listed = {word.lower() for line in reply.lines for word in line.split()} if reply.good else set()
            self._offered = listed & set(OPTIONAL)
            if not listed and self._replies.numbered:
                self._queue.extend(f"known_command {word}" for word in OPTIONAL)
            elif not listed and self._name:
                # Without ids more than one reply to what it does not know would be taken for the next ones.
                self._synchronizing = True
                self._queue.append("name")
        if not self._queue or self._synchronizing:
            self._queue.extend(self._set_up())

    def _probed(self, reply: GtpReply) -> None:
        """Rows are counted from the top if it takes the first probe and refuses the second."""
        _, *second = self._probes
        self._probes = second if reply.good else []
        if not second:
            self.rows_from_top = not reply.good  # one that takes both checks nothing
        elif reply.good:
            self._queue.extendleft([second[0], "clear_board"])

    def _told_again(self, asked: Situation) -> list[Answer]:
        """It cannot take back after all: tell it the whole game, with what else was to be said."""
        self._offered.discard("undo")
        last = [line for line in self._queue if line.split()[0] in ("time_left", "genmove")]
        self._queue = deque(["clear_board", *self._plays(asked), *last])
        return self._next()

    def _moved(self, reply: GtpReply) -> Answer:
        assert self._game is not None
        asked, self._asked = self._asked, None
        self._known = None
        # Some print a board inside the answer: the move is then its last word that looks like one.
        words = [word for line in reply.lines for word in line.split() if looks_like_vertex(word)]
        text = words[-1] if words else reply.text
        if not text:
            return Broken(Message("it answered genmove with nothing"))
        if text.lower() == "resign":
            return Resigned()
        try:
            move = parse_vertex(self._game, text)
        except BadMove:
            return Broken(Message("{text} is not a move", text=shorten(text)))
        if self.rows_from_top:
            move = self._mirrored(move)
        if asked is not None and asked.position.is_legal(move):
            self._known = asked.play(move)
        return Moved(move)


def _whole_first(seconds: float) -> list[str]:
    """Seconds as GTP writes them: whole. Less than one is said once more as it is, for those who take it."""
    return [str(int(seconds))] if seconds >= 1 else ["1", f"{seconds:g}"]

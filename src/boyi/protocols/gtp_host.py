"""The Go Text Protocol, host side: commands for someone else's engine, one at a time, and a lax reading."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from boyi.core.errors import BadMove, shorten
from boyi.core.game import Position
from boyi.core.grid import GridGame
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Broken, Moved, Named, Ready, Refused, Resigned, Said, Send
from boyi.protocols.gtp_analysis import parse_info
from boyi.protocols.gtp_text import LARGEST, format_vertex, looks_like_vertex, parse_vertex
from boyi.protocols.situation import Situation

MUST = ("boardsize", "clear_board", "play", "genmove", "genmove_analyze")
"""Commands without which there is no game; others may fail."""

COLOURS = "bw"
_ANSWER = re.compile(r"\s*([=?])\s*([0-9]*)\s*(.*?)\s*")


class GtpHost:
    """Talks to one engine. Each command is sent when the one before it was answered.

    Answers may lack the space after ``=``, be in any case, or come after a board that was printed. Othello
    engines such as GRhino count rows from the top, as Othello players do: a first move that only one of the
    two readings allows shows which an engine has. Some know that a side must pass and want no word of it.
    """

    def __init__(self) -> None:
        self._queue: deque[str] = deque()
        self._pending: str | None = None
        self._text: list[str] | None = None  # an answer whose end has not come yet
        self._game: GridGame | None = None
        self._known: Situation | None = None
        self._asked: Situation | None = None
        self._time: tuple[float | None, int] = (None, 0)
        self._probing = False
        self._tells_passes = True
        self.rows_from_top = False

    # Commands

    def begin(
        self,
        situation: Situation,
        limits: Limits | None = None,
        *,
        match_seconds: float | None = None,
        extra: Sequence[str] = (),
    ) -> list[Answer]:
        """Set up a new game; ``extra`` are commands to send first, such as ``set_game Othello``."""
        game = situation.grid
        self._game = game
        if game.size > LARGEST:
            return [Broken(f"GTP has no boards over {LARGEST}")]
        if situation.start != game.start():
            return [Broken("GTP has no words for a game from a set-up position")]
        self._known = Situation.start_of(game)
        lines = ["name", *extra, f"boardsize {game.size}", "clear_board"]
        probe = self._probe(situation.start)
        self._probing = probe is not None
        if probe is not None:
            lines += [f"play {COLOURS[situation.start.turn]} {probe}", "clear_board"]
        if match_seconds is not None:
            lines += [f"time_settings {words} 0 0" for words in _whole_first(match_seconds)]
        elif limits is not None and limits.seconds is not None:
            lines += [f"time_settings 0 {words} 1" for words in _whole_first(limits.seconds)]
        return self._enqueue(lines)

    def ask(
        self, situation: Situation, *, seconds_left: float | None = None, stones: int = 0
    ) -> list[Answer]:
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
            undone = len(known.moves) - common
            if undone and not self._tells_passes and self._game.pass_move in known.moves[common:]:
                # How many moves it has seen is not certain then.
                common = 0
                lines.append("clear_board")
            else:
                lines += ["undo"] * undone
        side = situation.at(common).turn
        for place, move in enumerate(situation.moves[common:]):
            lines.append(f"play {COLOURS[(side + place) % 2]} {self._name(move)}")
        colour = COLOURS[situation.turn]
        if seconds_left is not None:
            lines.append(f"time_left {colour} {max(0, int(seconds_left))} {stones}")
        self._asked = situation
        self._known = situation
        self._time = seconds_left, stones
        return self._enqueue([*lines, f"genmove {colour}"])

    def end(self) -> list[Answer]:
        """Tell the engine to leave; the runner closes its input too, for those who do not know quit."""
        self._queue.clear()
        return self._enqueue(["quit"])

    def _probe(self, start: Position) -> str | None:
        """A first move with the row counted from the top, illegal if it is counted from the bottom."""
        assert self._game is not None
        for move in start.moves():
            if 0 <= move < self._game.area and not start.is_legal(self._mirrored(move)):
                return format_vertex(self._game, self._mirrored(move))
        return None

    def _mirrored(self, move: int) -> int:
        assert self._game is not None
        size = self._game.size
        row, column = divmod(move, size)
        return (size - 1 - row) * size + column if 0 <= row < size else move

    def _name(self, move: int) -> str:
        assert self._game is not None
        return format_vertex(self._game, self._mirrored(move) if self.rows_from_top else move)

    def _enqueue(self, lines: Sequence[str]) -> list[Answer]:
        self._queue.extend(lines)
        return self._next() if self._pending is None else []

    def _next(self) -> list[Answer]:
        self._pending = self._queue.popleft() if self._queue else None
        return [Send(self._pending)] if self._pending is not None else []

    # Answers

    def receive(self, line: str) -> list[Answer]:
        """Understand one line."""
        found = _ANSWER.fullmatch(line)
        if found is not None and self._pending is not None and self._text is None:
            self._text = [found[1], found[3]]
            return []
        if self._text is None:
            info = self._info(line)
            return info if info else [Said(line)] if line.strip() else []
        if line.strip():
            if line.lstrip().startswith("info ") and self._game is not None:
                return self._info(line)
            if len(self._text) < 1000:
                self._text.append(line.strip())
            return []
        mark, *lines = self._text
        self._text = None
        return self._answered(mark, lines)

    def _info(self, line: str) -> list[Answer]:
        found = parse_info(self._game, line) if self._game is not None else []
        if self.rows_from_top:
            found = [replace(one, pv=tuple(map(self._mirrored, one.pv))) for one in found]
        return [*found]

    def close(self) -> list[Answer]:
        """Learn that the engine's output has ended; an answer without its empty line counts."""
        return self.receive("") if self._text is not None else []

    def _answered(self, mark: str, lines: list[str]) -> list[Answer]:
        command = (self._pending or "").split()[0] if self._pending else ""
        text = " ".join(line for line in lines if line)
        answers: list[Answer] = []
        if self._probing and command == "play":
            self._probing = False
            self.rows_from_top = mark == "="
            return self._next()
        if mark == "?":
            if command == "undo" and self._asked is not None:
                # It cannot take back: tell it the whole game again.
                self._queue.clear()
                self._pending = self._known = None
                return self.ask(self._asked, seconds_left=self._time[0], stones=self._time[1])
            if command == "play" and (self._pending or "").endswith(" pass"):
                self._tells_passes = False
                return self._next()
            if command in MUST:
                self._queue.clear()
                self._pending = None
                self._known = None
                return [Refused(f"{command}: {text or 'failed'}")]
            return self._next()
        if command == "name" and text:
            answers.append(Named(text))
        if command in ("genmove", "genmove_analyze"):
            answers.append(self._move(lines))
        waiting = self._next()
        if command == "clear_board" and not self._asked and not self._probing:
            answers.append(Ready())
        return answers + waiting

    def _move(self, lines: list[str]) -> Answer:
        assert self._game is not None
        asked, self._asked = self._asked, None
        self._known = None
        # Some print a board inside the answer: the move is then its last word that looks like one.
        words = [word for line in lines for word in line.split() if looks_like_vertex(word)]
        text = words[-1] if words else " ".join(lines)
        if text.lower() == "resign":
            return Resigned()
        try:
            move = parse_vertex(self._game, text)
        except BadMove:
            return Broken(f"{shorten(text)} is not a move")
        if self.rows_from_top:
            move = self._mirrored(move)
        if asked is not None and asked.position.is_legal(move):
            self._known = asked.play(move)
        return Moved(move)


def _whole_first(seconds: float) -> list[str]:
    """Seconds as GTP writes them: whole. Less than one is said once more as it is, for those who take it."""
    return [str(int(seconds))] if seconds >= 1 else ["1", f"{seconds:g}"]

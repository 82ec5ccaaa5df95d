"""How long work is shown: a progress bar in a terminal, lines where the output goes elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boyi.arena.results import GameResult
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.reasons import reason_label

if TYPE_CHECKING:
    from rich.progress import Progress


class ProgressDisplay:
    """Shows how much is done; says nothing at all where ``silent``."""

    def __init__(self, say: Language, silent: bool) -> None:
        self._say, self._silent = say, silent
        self._bar: Progress | None = None

    def start(self, head: Message, total: float = 1.0, done: float = 0.0) -> None:
        """Say what is done."""
        self.note(head)
        if not self._silent and sys.stdout.isatty():
            from rich.progress import Progress

            self._bar = Progress(transient=True)
            self._bar.start()
            self._task = self._bar.add_task("", total=total)
            self._bar.update(self._task, completed=done)

    def show(self, line: Message, done: float, total: float | None = None) -> None:
        """One more piece is done."""
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total, description=self._say(line))
        else:
            self.note(line)

    def note(self, said: Message) -> None:
        """A line that stays."""
        if not self._silent:
            print(self._say(said), flush=True)

    def end(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def game_line(names: tuple[str, str], result: GameResult, played: int, known: int) -> Message:
    """A finished game of many in a line."""
    black, white = names if result.a_is_black else names[::-1]
    points = result.points if result.a_is_black else 1 - result.points
    return Message(
        "{played}/{known}: {black} – {white} {score} ({reason})",
        played=played,
        known=known,
        black=black,
        white=white,
        score={1.0: "1–0", 0.5: "½–½", 0.0: "0–1"}[points],
        reason=reason_label(result.reason, points == 0.5, white if points == 1 else black),
    )

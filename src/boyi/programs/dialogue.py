"""What was said between Boyi and a program during a game, kept for whoever wants to know later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from boyi.core.errors import printable

Voice = Literal[">", "<", "!"]
"""Who speaks: Boyi to the program, the program to Boyi, or the program to its error output.

What a student's file prints goes there too, so ``!`` is where ``print`` is found."""
VOICES: tuple[Voice, ...] = (">", "<", "!")
MOST_LINES = 4_000
"""Lines of one program in one game that are kept; of more the first ones."""
LONGEST_LINE = 2_000
MOST_PRINTED = 64_000
"""Characters of what a program printed in one game that are kept; of more the first ones."""
CUT = "…"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a dialogue."""

    ply: int
    """How many moves had been made when the program was asked; what it prints may be read later."""
    player: str
    """``A`` or ``B`` of a series."""
    voice: Voice
    text: str

    def __str__(self) -> str:
        return f"{self.ply} {self.player} {self.voice} {self.text}".rstrip()


class Dialogue:
    """The lines of one program in one game. Threads and tasks may add to it."""

    def __init__(self, player: str) -> None:
        self.player, self.ply = player, 0
        self._asked = 0
        """How many moves had been made when the program was last told something."""
        self._lines: list[Line] = []
        self._printed = 0
        self._lock = Lock()

    def add(self, voice: Voice, text: str) -> None:
        """One more line; what is too long or too much is cut."""
        with self._lock:
            printed = voice != ">"
            if len(self._lines) > MOST_LINES or (printed and self._printed > MOST_PRINTED):
                return
            kept = text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE] + CUT
            if printed:
                self._printed += len(kept) + 1
            else:
                self._asked = self.ply
            if len(self._lines) == MOST_LINES or (printed and self._printed > MOST_PRINTED):
                voice, kept = "!", CUT
            self._lines.append(Line(self._asked, self.player, voice, printable(kept.rstrip("\r\n"))))

    @property
    def lines(self) -> list[Line]:
        """What has been said so far."""
        with self._lock:
            return self._lines.copy()


class Recorder:
    """Passes what is heard to the dialogue of the present game.

    The threads that read a program's output know only this, so that a player that nobody needs is freed.
    """

    def __init__(self) -> None:
        self.dialogue: Dialogue | None = None

    def __call__(self, voice: Voice, text: str) -> None:
        if self.dialogue is not None:
            self.dialogue.add(voice, text)


def write_dialogue(dialogues: Iterable[Dialogue]) -> str:
    r"""The dialogues of a game as text, by ply; empty if no program took part.

    >>> one = Dialogue("A")
    >>> one.add(">", "genmove b")
    >>> one.add("<", "= D4")
    >>> write_dialogue([one])
    '0 A > genmove b\n0 A < = D4\n'
    """
    lines = [line for dialogue in dialogues for line in dialogue.lines]
    return "".join(f"{line}\n" for line in sorted(lines, key=lambda line: line.ply))


def read_dialogue(text: str) -> Iterator[Line]:
    r"""The lines of what ``write_dialogue`` wrote; others are left out.

    >>> list(read_dialogue("3 B ! hello\nnonsense\n"))
    [Line(ply=3, player='B', voice='!', text='hello')]
    """
    for row in text.split("\n"):
        ply, _, rest = row.partition(" ")
        player, _, rest = rest.partition(" ")
        mark, _, said = rest.partition(" ")
        for voice in VOICES:
            if mark == voice and ply.isdecimal() and player in ("A", "B"):
                yield Line(int(ply), player, voice, said)

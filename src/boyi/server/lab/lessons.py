"""The lessons that a server offers: ours, and those of a teacher's folder, which may change while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from boyi.core.message import Message
from boyi.lab.lesson import BadLesson, Lesson, choose_lesson, lesson_files, readable_lessons


@dataclass(frozen=True, slots=True)
class Offered:
    """What the files say at one moment."""

    lessons: Mapping[str, Lesson] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    """The names of those that come from the teacher's folder."""
    problems: tuple[Message, ...] = ()
    """What is wrong with files that are no lessons, a sentence each."""

    def find(self, name: str) -> Lesson:
        """The lesson of that name."""
        return choose_lesson(name, self.lessons)


class LessonShelf:
    """Reads the files again when one of them has changed; a file that is no lesson is left out and named."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._signature: object = None
        self._offered = Offered()

    def read(self) -> Offered:
        """The lessons as the files are now."""
        folders = [] if self._folder is None else [self._folder]
        try:
            files = lesson_files(folders)
        except BadLesson as error:  # the folder is gone: ours stay
            return Offered(readable_lessons()[0], problems=(error.message,))
        signature = [(name, *_state(path)) for name, path in files.items()]
        if signature != self._signature:
            found, wrong = readable_lessons(folders)
            own = frozenset(name for name, path in files.items() if path.parent == self._folder)
            self._offered = Offered(found, own, tuple(error.message for error in wrong))
            self._signature = signature
        return self._offered


def _state(path: Path) -> tuple[int, int]:
    """What changes when a file does."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size

"""Run the parts of a job one after the other, all of them even if one fails, then say which failed.

    python -m tools.parts "lint=make lint" "tests=python -m pytest"
    python -m tools.parts --together "types=mypy" "layers=lint-imports"

``--together`` starts all parts at once and prints what each has said when it ends. A part may leave notes for
the closing table (``note``). The table gives the seconds on the clock and those of the processor.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO

NOTES = "BOYI_PART_NOTES"
"""Names the file that holds the notes of the part under way."""
INTERRUPTED = 130
"""The exit code of what Ctrl-C has ended."""


def note(text: str) -> None:
    """Print a sentence now and, within a job, again in its closing table."""
    print(text, flush=True)
    if path := os.environ.get(NOTES):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")


class Part:
    """One command of a job."""

    def __init__(self, text: str, notes: Path) -> None:
        self.name, _, self.command = text.partition("=")
        self.notes = notes
        self.code = 0
        self.seconds = self.processor = 0.0

    def start(self, output: IO[bytes] | None = None) -> None:
        """Begin; what it says goes into a file if there is one."""
        self.notes.touch()
        self.output, self.began = output, time.monotonic()
        error = None if output is None else subprocess.STDOUT
        environment = {**os.environ, NOTES: str(self.notes)}
        self.process = subprocess.Popen(
            self.command, shell=True, env=environment, stdout=output, stderr=error
        )

    def end(self, code: int, processor: float) -> None:
        """Note how it has ended, and print what it has said."""
        self.process.returncode = self.code = code
        self.seconds, self.processor = time.monotonic() - self.began, processor
        if self.output is not None:
            print(f"== {self.name}: {textwrap.shorten(self.command, 100, placeholder=' …')}", flush=True)
            self.output.seek(0)
            shutil.copyfileobj(self.output, sys.stdout.buffer)
            sys.stdout.flush()


def wait(running: list[Part]) -> Part:
    """The first of them that ends."""
    try:
        pid, status, usage = os.wait3(0)
        code = os.waitstatus_to_exitcode(status)
    except KeyboardInterrupt:  # which the commands have heard, too
        pid, _, usage = os.wait3(0)
        code = INTERRUPTED
    part = next(part for part in running if part.process.pid == pid)
    part.end(code, usage.ru_utime + usage.ru_stime)
    return part


def run(parts: list[Part]) -> None:
    """Run them one after the other."""
    for part in parts:
        print(f"== {part.name}: {part.command}", flush=True)
        part.start()
        wait([part])
        if part.code == INTERRUPTED:  # Ctrl-C ends the whole job
            break


def run_together(parts: list[Part]) -> None:
    """Run them side by side."""
    with ExitStack() as files:
        for part in parts:
            part.start(files.enter_context(tempfile.TemporaryFile()))
        running = list(parts)
        while running:
            running.remove(wait(running))


def table(parts: list[Part]) -> str:
    """How each part ended."""
    width = max(map(len, ("part", *(part.name for part in parts))))
    lines = [f"{'part':{width}}  result     seconds  processor"]
    for part in parts:
        if not part.notes.exists():
            lines.append(f"{part.name:{width}}  not run")
            continue
        result = "passed" if part.code == 0 else f"failed {part.code}"
        lines.append(f"{part.name:{width}}  {result:10} {part.seconds:7.0f}  {part.processor:9.0f}")
        lines += (f"{'':{width}}  {text}" for text in part.notes.read_text(encoding="utf-8").splitlines())
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Run them; 1 if one failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--together", action="store_true", help="all at once")
    parser.add_argument("parts", metavar="NAME=COMMAND", nargs="*", help="a part of the job")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        parts = [Part(text, Path(folder, str(number))) for number, text in enumerate(options.parts)]
        (run_together if options.together else run)(parts)
        print(f"\n{table(parts)}")
    failed = [part.name for part in parts if part.code]
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

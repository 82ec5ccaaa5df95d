"""Run the parts of a job one after the other, all of them even if one fails, then say which failed.

    python -m tools.parts "lint=make lint" "tests=python -m pytest"

A part may leave notes for the closing table (``note``).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NOTES = "BOYI_PART_NOTES"
"""Names the file that holds the notes of the part under way."""


def note(text: str) -> None:
    """Print a sentence now and, within a job, again in its closing table."""
    print(text, flush=True)
    if path := os.environ.get(NOTES):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")


def run(command: str) -> tuple[int, list[str]]:
    """The exit code of a part and its notes."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder) / "notes"
        notes.touch()
        try:
            environment = {**os.environ, NOTES: str(notes)}
            code = subprocess.run(command, shell=True, check=False, env=environment).returncode
        except KeyboardInterrupt:
            code = 130
        return code, notes.read_text(encoding="utf-8").splitlines()


def main(arguments: list[str]) -> int:
    """Run them; 1 if one failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", metavar="NAME=COMMAND", nargs="*", help="a part of the job")
    parts: list[str] = parser.parse_args(arguments).parts
    rows: list[tuple[str, int, float, list[str]]] = []
    for part in parts:
        name, _, command = part.partition("=")
        print(f"== {name}: {command}", flush=True)
        began = time.monotonic()
        code, notes = run(command)
        rows.append((name, code, time.monotonic() - began, notes))
        if code == 130:  # Ctrl-C ends the whole job
            break
    width = max(map(len, ("part", *(name for name, _, _, _ in rows))))
    print(f"\n{'part':{width}}  result     seconds")
    for name, code, seconds, notes in rows:
        print(f"{name:{width}}  {'passed' if code == 0 else f'failed {code}':10} {seconds:7.0f}")
        for text in notes:
            print(f"{'':{width}}  {text}")
    for part in parts[len(rows) :]:
        print(f"{part.partition('=')[0]:{width}}  not run")
    failed = [name for name, code, _, _ in rows if code]
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

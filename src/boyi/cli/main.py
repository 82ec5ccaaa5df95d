"""The entry point ``boyi``: finds the command, loads only that, and turns errors into one sentence."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from boyi.cli.parser import take_language
from boyi.core.errors import BoyiError
from boyi.core.language import Language, find_language

USAGE, INTERRUPTED, CLOSED_PIPE = 2, 130, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; never a traceback for what a user can cause."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A console that cannot show 博弈 should show question marks, not an error; so should bad input.
            stream.reconfigure(errors="replace")
    given = sys.argv[1:] if arguments is None else arguments
    language = find_language()
    try:
        language, given = take_language(given)
        code = _run(given, language)
        if sys.stdout is not None:  # some programs start others with their streams closed
            sys.stdout.flush()
    except BoyiError as error:
        print(language(error), file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader left (boyi games | head -1); Python's last flush must not find the closed pipe either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    if code == INTERRUPTED and sys.stderr.isatty():
        print(file=sys.stderr)  # the shell's prompt should not follow ^C on its line
    return code


def _run(arguments: Sequence[str], language: Language) -> int:
    # Here and not above, so that Ctrl-C while the commands are loading is caught too.
    from boyi.cli.app import run

    try:
        return run(arguments, language)
    except SystemExit as done:  # argparse leaves so after --help
        return int(done.code or 0)

"""The entry point ``boyi``: finds the command, loads only that, and turns errors into one sentence."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from boyi.core.errors import BoyiError

USAGE, INTERRUPTED, CLOSED_PIPE = 2, 130, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; never a traceback for what a user can cause."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A console that cannot show 博弈 should show question marks, not an error; so should bad input.
            stream.reconfigure(errors="replace")
    given = sys.argv[1:] if arguments is None else arguments
    try:
        code = _run(given)
        if sys.stdout is not None:  # some programs start others with their streams closed
            sys.stdout.flush()
    except BoyiError as error:
        print(_sentence(error, given), file=sys.stderr)
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


def _run(arguments: Sequence[str]) -> int:
    # Here and not above, so that Ctrl-C while the commands are loading is caught too.
    from boyi.cli.app import run

    try:
        return run(arguments)
    except SystemExit as done:  # argparse leaves so after --help
        return int(done.code or 0)


def _sentence(error: BoyiError, arguments: Sequence[str]) -> str:
    """What to tell the person: in the language that was asked for, else in that of the environment."""
    from boyi.cli.words import LANGUAGES, choose_language

    wanted = None
    for option, value in zip(arguments, [*arguments[1:], ""], strict=True):
        name, _, joined = option.partition("=")
        if name == "--language" and (joined or value) in LANGUAGES:
            wanted = joined or value
    return choose_language(wanted).sentence(error)

"""``argparse`` in the house style: one sentence for every mistake, no abbreviations."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.message import Message

LONGEST = 200


class BadArgument(BoyiError):
    """Something on the command line that is not accepted."""


class HelpFormatter(RawDescriptionHelpFormatter):
    """Help that begins with a capital letter, and keeps the lines of the list of commands."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, "Usage: " if prefix is None else prefix)


class Parser(ArgumentParser):
    """The arguments of one command."""

    def __init__(self, path: str, about: str, epilog: str = "") -> None:
        super().__init__(
            prog=path,
            description=about,
            epilog=epilog,
            formatter_class=HelpFormatter,
            allow_abbrev=False,
            add_help=False,
        )
        self.add_argument("-h", "--help", action="help", help="Show this help. 帮助")

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Namespace:  # type: ignore[override]
        found: Namespace
        found, left = self.parse_known_args(args, namespace)
        if left:
            word = left[0].partition("=")[0]
            if not word.startswith("-"):
                self.error(f"Got an unexpected extra argument {shorten(left[0])}")
            known = [option for action in self._actions for option in action.option_strings]
            message = Message(
                "There is no option {name}; see {command} --help.", name=shorten(word), command=self.prog
            )
            raise BadArgument.of(did_you_mean(message, word, known))
        return found

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments in one sentence (argparse's own would end the process here)."""
        if found := re.fullmatch(r"argument (\S+): expected one argument", message):
            message = f"{found[1]} needs a value"
        elif found := re.fullmatch(r"argument (\S+): not allowed with argument (\S+)", message):
            message = f"Give {found[2]} or {found[1]}, not both"
        message = message.removeprefix("argument ")[:LONGEST]
        raise BadArgument(f"{message[0].upper()}{message[1:]}; see {self.prog} --help.")


def list_of(commands: Mapping[str, str]) -> str:
    """The commands as the end of a help text."""
    if not commands:
        return ""
    wide = max(map(len, commands))
    return "\n".join(["commands:", *(f"  {name:<{wide}}  {text}" for name, text in commands.items())])

"""``argparse`` in the house style: one sentence for every mistake, no abbreviations."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.message import Message, Template

LONGEST = 200

ARGPARSE_SAYS = (
    (
        r"argument (?P<name>\S+): expected one argument",
        Template("{name} needs a value; see {command} --help."),
    ),
    (
        r"argument (?P<name>\S+): expected at least one argument",
        Template("{name} needs at least one value; see {command} --help."),
    ),
    (
        r"argument (?P<second>\S+): not allowed with argument (?P<first>\S+)",
        Template("Give {first} or {second}, not both; see {command} --help."),
    ),
    (
        r"argument (?P<name>\S+): ignored explicit argument (?P<value>.{1,150}).*",
        Template("{name}: ignored explicit argument {value}; see {command} --help."),
    ),
    (
        r"the following arguments are required: (?P<names>.{1,150}).*",
        Template("The following arguments are required: {names}; see {command} --help."),
    ),
)
"""What argparse says of wrong arguments, and how we say it."""


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
                raise BadArgument(
                    "Got an unexpected extra argument {text}; see {command} --help.",
                    text=shorten(left[0]),
                    command=self.prog,
                )
            known = [option for action in self._actions for option in action.option_strings]
            message = Message(
                "There is no option {name}; see {command} --help.", name=shorten(word), command=self.prog
            )
            raise BadArgument.of(did_you_mean(message, word, known))
        return found

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments in one sentence (argparse's own would end the process here)."""
        for pattern, template in ARGPARSE_SAYS:
            if found := re.fullmatch(pattern, message):
                raise BadArgument.of(template(**found.groupdict(), command=self.prog))
        message = message.removeprefix("argument ")[:LONGEST]
        raise BadArgument(
            "{text}; see {command} --help.", text=message[:1].upper() + message[1:], command=self.prog
        )


def list_of(commands: Mapping[str, str]) -> str:
    """The commands as the end of a help text."""
    if not commands:
        return ""
    wide = max(map(len, commands))
    return "\n".join(["commands:", *(f"  {name:<{wide}}  {text}" for name, text in commands.items())])

"""``argparse`` with our messages: one sentence for every mistake, no abbreviations."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.language import ENGLISH, Language, find_language, short_codes
from boyi.core.message import Message, Template, listing

LONGEST = 200
LANGUAGE = "--language"

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

    def __init__(self, prog: str, language: Language = ENGLISH) -> None:
        super().__init__(prog, max_help_position=30)
        self._language = language

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        if prefix is None:
            prefix = self._language(Message("Usage: "))
        super().add_usage(usage, actions, groups, prefix)

    def _expand_help(self, action: Any) -> str:
        """Our messages hold their values already: a per cent sign is one."""
        return str(self._get_help_string(action))


class OneOf:
    """Arguments of which one may be given."""

    def __init__(self, parser: Parser) -> None:
        self._language = parser.language
        self._group = parser.add_mutually_exclusive_group()

    def add_argument(self, *names: str, help: Message | None = None, **options: Any) -> Action:  # noqa: A002
        """Add an argument; its help is translated."""
        return self._group.add_argument(
            *names, help=None if help is None else self._language(help), **options
        )


class Parser(ArgumentParser):
    """The arguments of one command, and their help in one language."""

    def __init__(self, path: str, about: Message, epilog: str = "", language: Language = ENGLISH) -> None:
        self.language = language
        super().__init__(
            prog=path,
            description=language(about),
            epilog=epilog,
            formatter_class=partial(HelpFormatter, language=language),
            allow_abbrev=False,
            add_help=False,
        )
        self._positionals.title = language(Message("positional arguments"))
        self._optionals.title = language(Message("options"))
        self.add_argument("-h", "--help", action="help", help=Message("Show this help."))
        self._languages = self.add_argument(
            LANGUAGE,
            metavar="CODE",
            default=language,  # it is taken out of the arguments before these are read
            help=Message("Language of everything that is said; that of the system if not given."),
        )

    def add_argument(  # type: ignore[override]
        self,
        *names: str,
        help: Message | None = None,  # noqa: A002
        **options: Any,
    ) -> Action:
        """Add an argument; its help is translated."""
        return super().add_argument(*names, help=None if help is None else self.language(help), **options)

    def format_help(self) -> str:
        """The help; which languages there are is looked up only for it."""
        self._languages.metavar = "|".join(short_codes())
        text = super().format_help()
        for group in self._action_groups:  # argparse writes an English colon
            title = self.language(Message("{title}:", title=group.title))
            text = text.replace(f"\n{group.title}:\n", f"\n{title}\n")
        return text

    def one_of(self) -> OneOf:
        """Arguments of which one may be given."""
        return OneOf(self)

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
                values: dict[str, object] = {**found.groupdict(), "command": self.prog}
                if "names" in values:
                    values["names"] = listing(found["names"].split(", "))
                raise BadArgument.of(template(**values))
        message = message.removeprefix("argument ")[:LONGEST]
        raise BadArgument(
            "{text}; see {command} --help.", text=message[:1].upper() + message[1:], command=self.prog
        )


def list_of(commands: Mapping[str, Message], language: Language) -> str:
    """The commands as the end of a help text."""
    if not commands:
        return ""
    wide = max(map(len, commands))
    lines = [f"  {name:<{wide}}  {language(text)}" for name, text in commands.items()]
    return "\n".join([language(Message("commands:")), *lines])


def take_language(arguments: Sequence[str]) -> tuple[Language, list[str]]:
    """The language to speak, and the arguments without the option that names it."""
    rest, wanted = list(arguments), None
    end = rest.index("--") if "--" in rest else len(rest)
    for place in reversed(range(end)):
        name, joined, value = rest[place].partition("=")
        if name == LANGUAGE and joined:
            wanted, rest[place : place + 1] = wanted or value, []
        elif name == LANGUAGE and place + 1 < end:
            wanted, rest[place : place + 2] = wanted or rest[place + 1], []
    return find_language(wanted), rest

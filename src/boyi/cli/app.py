"""The list of commands; each lives in its own module, which is loaded when the command runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from boyi.core.errors import UnknownName, shorten

WELCOME = """\
Boyi 博弈 {version}: play, study and pit board-game programs.
五子棋、黑白棋、集结棋、不围棋：对弈、研究、较量。

Try 试试:
  boyi play gomoku         a game against the computer 与电脑下一盘五子棋
  boyi games               all games and their options 所有棋类及选项
  boyi perft othello 8     count positions, fast 快速计数
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: the module whose ``app`` it is, and its line in the help."""

    module: str
    help: str


COMMANDS = {
    "play": Entry("boyi.cli.play", "Play in the terminal. 在终端对弈"),
    "games": Entry("boyi.cli.games", "List the games and their options. 列出棋类"),
    "perft": Entry("boyi.cli.perft", "Count the move sequences of a length. 走法计数"),
    "bench": Entry("boyi.cli.bench", "Measure speed. 测速"),
}


class _AsTyped:
    """Reads a parameter as it was typed: text, a flag, or a list of text."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        return () if value is None and (param.multiple or param.nargs == -1) else value


def _as_typed(params: list[Any]) -> list[Any]:
    # Typer's own conversion loads pydantic, which takes longer than everything else before the first move;
    # our options are read, with our own sentences, by ``boyi.cli.options``.
    for param in params:
        param._runtime_param = _AsTyped()
    return params


class QuickCommand(TyperCommand):
    """A command whose parameters are text, flags and lists of text."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _as_typed(super().get_params(ctx))


class QuickGroup(TyperGroup):
    """A group of commands whose own parameters are text and flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _as_typed(super().get_params(ctx))


class LazyGroup(QuickGroup):
    """Knows the names of all commands, and imports one when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        loaded = get_command(import_module(entry.module).app)
        loaded.name = cmd_name
        return loaded

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise UnknownName(f"There is no command {shorten(args[0])}: choose {', '.join(COMMANDS)}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


def new_app(help_text: str) -> typer.Typer:
    """A Typer application in the house style: plain help (Rich takes long to load), no completion set-up."""
    return typer.Typer(
        help=help_text,
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _show_version(wanted: bool) -> None:
    if wanted:
        from boyi import __version__

        print(f"boyi {__version__}")
        raise typer.Exit


def welcome(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version. 版本")
    ] = False,
) -> None:
    """Play, study and pit board-game programs. 对弈、研究、较量"""
    if ctx.invoked_subcommand is None and not version:
        from boyi import __version__

        print(WELCOME.format(version=__version__))
        print(ctx.get_help())


def command() -> Any:
    """The whole command line, ready to run."""
    app = new_app("")
    app.callback(cls=LazyGroup, invoke_without_command=True)(welcome)
    return get_command(app)


def sentence(error: typer.TyperException) -> str:
    """What Typer has to say about the arguments, in one line."""
    name = getattr(error, "option_name", "")
    if re.fullmatch(r"-[0-9]", name):
        text = "Negative numbers are not accepted here"
    else:
        text = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "boyi"
    return f"{text}; see {path} --help."

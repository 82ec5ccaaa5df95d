"""A student's bot as a file: a running example to begin with, and what a bare path means as a player."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from secrets import token_hex

from boyi.core.errors import BoyiError, did_you_mean, shorten
from boyi.core.game import Game
from boyi.core.message import Message, Term, alternatives, listing
from boyi.core.registry import game_names
from boyi.players.spec import Spec
from boyi.programs.process_tree import end_process_tree
from boyi.programs.sandbox import Allowance, launch, protection
from boyi.programs.script import NOTEBOOK, MoHost
from boyi.programs.students import methods_child
from boyi.protocols.botzone.text import KEEP_RUNNING
from boyi.protocols.table import PROTOCOLS

READ = 1 << 20
"""Bytes of a file that are looked at."""
CLASSES = {"boyi": "py", "mo": "mo"}
"""The styles in which a bot is a class, and the kind of its spec."""
STYLES = ("boyi", "mo", "gtp", "gomocup", "botzone")
METHODS = ("get_move", "choose")
"""The methods that make a class a bot, in the order in which they are looked for."""
PARSING = Allowance(memory=1024, processes=8, seconds=10)
"""What the parser may use for one file."""
PATIENCE = 30.0
"""Seconds on the clock after which a file counts as one that cannot be parsed."""


class BadBot(BoyiError):
    """A bot's file that cannot be used or made."""


@dataclass(frozen=True, slots=True)
class BotFile:
    """What a bare path turned out to be."""

    style: str
    """``boyi``, ``mo``, or the name of a protocol."""
    spec: str
    game: str = ""
    """The game that the file names, or the only one of its style; empty: not known."""


def games_of(style: str) -> tuple[str, ...]:
    """The games that a style has words for, its usual one first."""
    if style == "mo":
        return MoHost.games
    return (PROTOCOLS[style].games if style in PROTOCOLS else ()) or tuple(game_names())


def write_example(game: Game, style: str = "boyi", file: str = "") -> str:
    """A commented program that plays the game, in one of the ``STYLES``."""
    if style not in STYLES:
        message = Message(
            "There is no style {style}: choose {offered}.", style=shorten(style), offered=listing(STYLES)
        )
        raise BadBot.of(did_you_mean(message, style, STYLES))
    if game.name not in games_of(style):
        raise BadBot(
            "The style {style} is for {games}, not for {game}.",
            style=style,
            games=alternatives(map(Term, games_of(style))),
            game=Term(game.name),
        )
    position = game.start()
    example = game.format_move(next(iter(position.legal_moves)), position)
    text = resources.files("boyi.programs").joinpath(f"templates/{style}.txt").read_text("utf-8")
    values = {"game": game.name, "title": game.title, "example": example, "file": file or file_name(style)}
    for name, value in values.items():
        text = text.replace(f"${name}", str(value))
    return text


def file_name(style: str) -> str:
    """What an example is called if nobody says."""
    return "ai.py" if style == "mo" else "my_bot.py"


def find_bot(text: str) -> BotFile:
    """The player that a bare path or a spec means; the style of a file is found by looking into it.

    >>> find_bot("level:3").spec
    'level:3'
    """
    path = Path(text).expanduser()
    if not path.is_file():
        if not re.match(r"[a-z0-9_-]+(:|$)", text):
            raise BadBot("There is no file {path}.", path=shorten(text, 120))
        spec = Spec.parse(text)
        style = dict(spec.settings).get("protocol", "") or {"py": "boyi", "mo": "mo"}.get(spec.kind, "")
        known = games_of(style) if style in ("mo", *PROTOCOLS) else ()
        return BotFile(style, text, known[0] if len(known) == 1 else "")
    words = _words_of(path)
    style = _style_of(path, words)
    return BotFile(style, spec_of(path, style), _game_of(style, words))


def may_be_bot(path: Path) -> bool:
    """Whether a file's words could be those of a bot; nothing is run for it. Raises OSError."""
    if path.suffix != ".py":
        return True
    words = _words_of(path)
    return any(name in words for name in METHODS) or _protocol_of(words) is not None


def _words_of(path: Path) -> str:
    with path.open("rb") as stream:
        return stream.read(READ).decode("utf-8", errors="replace")


def spec_of(path: Path, style: str) -> str:
    """The player that is a file of this style."""
    kind = CLASSES.get(style)
    if kind is not None:
        return str(Spec(kind, str(path)))
    if path.suffix == ".py":
        return f"cmd:{shlex.join([sys.executable, str(path)])}?protocol={style}"
    if os.access(path, os.X_OK):
        command = str(path) if os.sep in str(path) else f".{os.sep}{path}"
        return f"cmd:{shlex.quote(command)}?protocol={style}"
    raise BadBot("{path} cannot be run: chmod +x {path} makes it a program.", path=path)


def _game_of(style: str, words: str) -> str:
    named = re.search(r"^GAME\s*=\s*[\"']([a-z0-9_-]+)[\"']", words, re.MULTILINE)
    if named is not None and named[1] in game_names():
        return named[1]
    games = games_of(style)
    return games[0] if len(games) == 1 else ""


SIGNS: Mapping[str, tuple[str, ...]] = {
    "botzone-keep": (KEEP_RUNNING,),
    "gtp": ("genmove", "protocol_version"),
    "nboard": ("nboard", "pong"),
    "gomocup": ("BEGIN", "TURN"),
    "botzone": ("requests", "responses"),
}
"""Words that the program of a protocol must contain."""


def _protocol_of(words: str) -> str | None:
    return next((style for style, needed in SIGNS.items() if all(word in words for word in needed)), None)


def _style_of(path: Path, words: str) -> str:
    if path.suffix == ".py":
        found = _methods(words)
        if found is None:
            # The check says in which line; most bots are classes.
            return "mo" if "AIPlayer" in words else "boyi"
        if "get_move" in found:
            return "mo"
        if "choose" in found:
            return "boyi"
    elif path.suffix == NOTEBOOK and ("get_move" in words or len(words) >= READ):
        return "mo"  # its cells are read where it runs
    elif path.name.startswith("pbrain"):
        return "gomocup"
    if (style := _protocol_of(words)) is not None:
        return style
    if path.suffix == ".py":
        raise BadBot(
            "{path} is no bot that Boyi knows: it has no class with choose() or get_move(), and no words of "
            "a protocol. boyi bot new GAME writes an example.",
            path=path,
        )
    raise BadBot(
        "Boyi cannot tell which protocol {path} speaks: write it as a spec, 'cmd:{path}?protocol={offered}'.",
        path=path,
        offered="|".join(PROTOCOLS),
    )


def _methods(words: str) -> frozenset[str] | None:
    """The methods of the classes of a file; None if it cannot be parsed. Raises OSError."""
    mark = token_hex(8)
    command = [sys.executable, "-I", "-S", methods_child.__file__]
    launched = launch(command, protection(), PARSING, mark=mark)
    try:
        data = words.encode("utf-8", errors="replace")
        told, _ = launched.process.communicate(data, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    finally:
        end_process_tree(launched, mark)
        launched.process.communicate()
        if launched.report is not None:
            launched.report.close()
    return frozenset(json.loads(told)) if launched.process.returncode == 0 else None

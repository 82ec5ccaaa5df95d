"""The list of commands; each lives in its own module, which is loaded when the command runs.

A command's module has ``add_arguments(parser)`` and ``run(arguments)``, which returns an exit code or None.
The commands of a group share a module: ``module:part`` names its functions ``add_part_arguments`` and
``run_part``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from boyi.cli.parser import BadArgument, Parser, list_of
from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.language import ENGLISH, Language
from boyi.core.message import Message, Template, listing

ABOUT = Message("Play, study and pit board-game programs.")

WELCOME = Template("""\
Boyi 博弈 {version}: play, study and pit board-game programs.

Try:
  boyi                     the page in your browser
  boyi play gomoku         a game against the computer
  boyi search othello      the best move and why
  boyi match --game nogo --a level:5 --b level:4    pit two players
  boyi games               all games and their options
  boyi rules nogo          how to play a game
  boyi players             all players and their settings
  boyi perft othello 8     count positions, fast
""")

START = Template("Boyi 博弈 {version}. All commands: boyi --help\n")
"""What a bare ``boyi`` says before it starts the page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: its module, its line in the help, and the commands below it."""

    module: str
    help: Message
    parts: Mapping[str, Entry] = field(default_factory=dict)
    takes_words: bool = False
    """Whether the command itself takes words that are no options, such as a file."""


COMMANDS: Mapping[str, Entry] = {
    "play": Entry("boyi.cli.play", Message("Play in the terminal.")),
    "serve": Entry("boyi.cli.serve", Message("The page in your browser, and its server.")),
    "search": Entry("boyi.cli.search", Message("Find the best move in a position.")),
    "solve": Entry("boyi.cli.solve", Message("Prove the result of a position.")),
    "match": Entry("boyi.cli.match", Message("Pit two players against each other, with error bars.")),
    "bot": Entry(
        "",
        Message("Write, check and rate a program of your own."),
        {
            "new": Entry("boyi.cli.bot:new", Message("Write a running example.")),
            "check": Entry("boyi.cli.bot:check", Message("Find out what is wrong with a bot.")),
            "rate": Entry("boyi.cli.bot_rate", Message("Find a bot's rating, by games against the levels.")),
        },
    ),
    "tournament": Entry(
        "boyi.cli.tournament",
        Message("Play a tournament of many programs, with ratings and a report."),
        {"new": Entry("boyi.cli.tournament_new", Message("Write the file for a folder of submissions."))},
        takes_words=True,
    ),
    "tune": Entry("boyi.cli.tune", Message("Improve a player's settings by games.")),
    "train": Entry(
        "",
        Message("Learn an evaluation from the engine's own games."),
        {
            "othello": Entry("boyi.cli.train_othello", Message("The weights of Othello's patterns.")),
            "gomoku": Entry("boyi.cli.train_gomoku", Message("The weights of Gomoku's evaluation.")),
            "loa": Entry("boyi.cli.train_loa", Message("The network of Lines of Action.")),
            "nogo": Entry("boyi.cli.train_nogo", Message("The weights of NoGo's patterns.")),
        },
    ),
    "book": Entry("boyi.cli.book", Message("Make an opening book by search.")),
    "games": Entry("boyi.cli.games", Message("List the games, their options and back ends.")),
    "rules": Entry("boyi.cli.rules", Message("How to play a game.")),
    "players": Entry("boyi.cli.players", Message("List the players, their settings and evaluations.")),
    "perft": Entry("boyi.cli.perft", Message("Count the move sequences of every length up to DEPTH.")),
    "explain": Entry("boyi.cli.explain", Message("See a search at work, step by step.")),
    "puzzles": Entry("boyi.cli.puzzles", Message("Puzzles of each game, and your own mistakes again.")),
    "experiment": Entry("boyi.cli.experiment", Message("Answer a question by games, with error bars.")),
    "show": Entry("boyi.cli.show", Message("Draw a position of a game file.")),
    "review": Entry("boyi.cli.review", Message("Judge every move of a game, and mark the mistakes.")),
    "convert": Entry("boyi.cli.convert", Message("Turn a game file into another format.")),
    "engine": Entry("boyi.cli.engine", Message("Be an engine for Piskvork, GoGui, Sabaki, NBoard, Botzone.")),
    "lan": Entry(
        "",
        Message("NoGo against another program over the network."),
        {
            "host": Entry("boyi.cli.lan", Message("Wait for the other side to connect.")),
            "join": Entry("boyi.cli.lan", Message("Connect to a host.")),
        },
    ),
    "library": Entry(
        "",
        Message("Stored games: find, show, export, import."),
        {
            "list": Entry("boyi.cli.library:list", Message("List stored games.")),
            "show": Entry("boyi.cli.library:show", Message("Show a game and its board.")),
            "export": Entry("boyi.cli.library:export", Message("Write games as SGF or another format.")),
            "import": Entry("boyi.cli.library:import", Message("Store the games of files.")),
            "delete": Entry("boyi.cli.library:delete", Message("Remove games permanently.")),
        },
    ),
    "engines": Entry(
        "",
        Message("Names for players and programs of your own."),
        {
            "add": Entry("boyi.cli.engines:add", Message("Give a player's spec a name.")),
            "list": Entry("boyi.cli.engines:list", Message("List the registered engines.")),
            "check": Entry("boyi.cli.engines:check", Message("Check how a program behaves.")),
            "remove": Entry("boyi.cli.engines:remove", Message("Forget a name.")),
        },
    ),
    "bench": Entry(
        "boyi.cli.bench",
        Message("Measure speed, and print the signature of all searches."),
        {
            "playouts": Entry("boyi.cli.bench:playouts", Message("Random games per second, one thread.")),
            "mcts": Entry("boyi.cli.bench:search", Message("Simulations per second of the tree search.")),
            "alphabeta": Entry("boyi.cli.bench:search", Message("Nodes per second of alpha-beta.")),
            "positions": Entry(
                "boyi.cli.bench_positions", Message("How players do on positions that are known.")
            ),
        },
    ),
}


def run(arguments: Sequence[str], language: Language = ENGLISH) -> int:
    """Find the command that the arguments name, and run it; without arguments the page opens."""
    from boyi import __version__

    files, arguments = take_game_files(arguments)
    if files:
        from boyi.core.plugins import add_game_files

        add_game_files(files)
    if not arguments:
        print(language(START(version=__version__)))
        arguments = ["serve"]
    if arguments[0] in ("--help", "-h"):
        print(language(WELCOME(version=__version__)))
    if arguments[0] == "--version":
        print(f"boyi {__version__}")
        return 0
    return _run("boyi", Entry("", ABOUT, COMMANDS), arguments, language)


def take_game_files(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """The files of ``--game-file``, wherever it stands, and the other arguments.

    >>> take_game_files(["--game-file", "hex.py", "play", "hex", "--game-file=go.py"])
    (['hex.py', 'go.py'], ['play', 'hex'])
    """
    files, others = [], []
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if name != "--game-file":
            others.append(word)
            continue
        file = value if equals else next(words, "")
        if not file:
            raise BadArgument("{name} needs a value; see {command} --help.", name=name, command="boyi")
        files.append(file)
    return files, others


def _run(path: str, entry: Entry, arguments: Sequence[str], language: Language) -> int:
    first = arguments[0] if arguments else ""
    is_own = entry.takes_words and first not in entry.parts
    if entry.parts and first and not first.startswith("-") and not is_own:
        if first not in entry.parts:
            message = Message(
                "There is no command {name} in {path}: choose {offered}.",
                name=shorten(first),
                path=path,
                offered=listing(entry.parts),
            )
            raise UnknownName.of(did_you_mean(message, first, entry.parts))
        return _run(f"{path} {first}", entry.parts[first], arguments[1:], language)
    parts = {name: part.help for name, part in entry.parts.items()}
    parser = Parser(path, entry.help, list_of(parts, language), language)
    if not entry.module:
        first = "[--version] [--game-file FILE] " if path == "boyi" else ""
        parser.usage = f"{path} {first}COMMAND …"
        parser.parse_args(arguments)
        raise UnknownName("Missing command; see {path} --help.", path=path)
    name, _, part = entry.module.partition(":")
    module = import_module(name)
    parser.set_defaults(command=path)
    getattr(module, f"add_{part}_arguments" if part else "add_arguments")(parser)
    run_command = getattr(module, f"run_{part}" if part else "run")
    code: int | None = run_command(parser.parse_args(arguments))
    return code or 0

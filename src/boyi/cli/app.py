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
from boyi.core.message import Message, listing

ABOUT = "Play, study and pit board-game programs. 对弈、研究、较量"

WELCOME = """\
Boyi 博弈 {version}: play, study and pit board-game programs.
五子棋、黑白棋、集结棋、不围棋：对弈、研究、较量。

Try 试试:
  boyi                     the page in your browser 在浏览器中打开
  boyi play gomoku         a game against the computer 与电脑下一盘五子棋
  boyi search othello      the best move and why 最佳着法
  boyi match --game nogo --a level:5 --b level:4    pit two players 较量
  boyi games               all games and their options 所有棋类及选项
  boyi perft othello 8     count positions, fast 快速计数
"""

START = """\
Boyi 博弈 {version}. All commands: boyi --help
五子棋、黑白棋、集结棋、不围棋。所有命令：boyi --help
"""
"""What a bare ``boyi`` says before it starts the page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: its module, its line in the help, and the commands below it."""

    module: str
    help: str
    parts: Mapping[str, Entry] = field(default_factory=dict)


COMMANDS: Mapping[str, Entry] = {
    "play": Entry("boyi.cli.play", "Play in the terminal. 在终端对弈"),
    "serve": Entry("boyi.cli.serve", "The page in your browser, and its server. 网页与服务器"),
    "search": Entry("boyi.cli.search", "Find the best move in a position. 搜索最佳着法"),
    "solve": Entry("boyi.cli.solve", "Prove the result of a position. 求解局面"),
    "match": Entry("boyi.cli.match", "Pit two players against each other, with error bars. 让两个棋手较量"),
    "games": Entry("boyi.cli.games", "List the games, their options and back ends. 列出棋类、选项和后端"),
    "perft": Entry("boyi.cli.perft", "Count the move sequences of every length up to DEPTH. 走法计数"),
    "explain": Entry(
        "",
        "See a search at work, step by step. 逐步演示搜索",
        {
            "thesis": Entry(
                "boyi.cli.explain", "Seven simulations on a 2x2 board, with every UCB1 value. 论文中的例子"
            )
        },
    ),
    "show": Entry("boyi.cli.show", "Draw a position of a game file. 显示棋谱中的局面"),
    "convert": Entry("boyi.cli.convert", "Turn a game file into another format. 转换棋谱格式"),
    "engine": Entry(
        "boyi.cli.engine", "Be an engine for Piskvork, GoGui, Sabaki, NBoard, Botzone. 作为引擎接入其他程序"
    ),
    "lan": Entry(
        "",
        "NoGo against another program over the network. 不围棋联机对弈",
        {
            "host": Entry("boyi.cli.lan", "Wait for the other side to connect. 作为主机等待"),
            "join": Entry("boyi.cli.lan", "Connect to a host. 连接主机"),
        },
    ),
    "library": Entry(
        "",
        "Stored games: find, show, export, import. 棋谱库",
        {
            "list": Entry("boyi.cli.library:list", "List stored games. 列出棋局"),
            "show": Entry("boyi.cli.library:show", "Show a game and its board. 查看棋局"),
            "export": Entry("boyi.cli.library:export", "Write games as SGF or another format. 导出"),
            "import": Entry("boyi.cli.library:import", "Store the games of files. 导入"),
            "delete": Entry("boyi.cli.library:delete", "Remove games for good. 删除"),
        },
    ),
    "engines": Entry(
        "",
        "Names for players and programs of your own. 引擎登记",
        {
            "add": Entry("boyi.cli.engines:add", "Give a player's spec a name. 登记"),
            "list": Entry("boyi.cli.engines:list", "List the registered engines. 列出"),
            "check": Entry("boyi.cli.engines:check", "Test a program's manners. 检查程序"),
            "remove": Entry("boyi.cli.engines:remove", "Forget a name. 移除"),
        },
    ),
    "bench": Entry(
        "boyi.cli.bench",
        "Measure speed, and print the signature of all searches. 测速",
        {
            "playouts": Entry(
                "boyi.cli.bench:playouts", "Random games per second, one thread. 每秒随机对局数"
            ),
            "mcts": Entry("boyi.cli.bench:search", "Simulations per second of the tree search. 树搜索测速"),
            "alphabeta": Entry("boyi.cli.bench:search", "Nodes per second of alpha-beta. α-β 测速"),
        },
    ),
}


def run(arguments: Sequence[str]) -> int:
    """Find the command that the arguments name, and run it; without arguments the page opens."""
    from boyi import __version__

    files, arguments = take_game_files(arguments)
    if files:
        from boyi.core.plugins import add_game_files

        add_game_files(files)
    if not arguments:
        print(START.format(version=__version__))
        arguments = ["serve"]
    if arguments[0] in ("--help", "-h"):
        print(WELCOME.format(version=__version__))
    if arguments[0] == "--version":
        print(f"boyi {__version__}")
        return 0
    return _run("boyi", Entry("", ABOUT, COMMANDS), arguments)


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
            raise BadArgument("--game-file needs a value; see boyi --help.")
        files.append(file)
    return files, others


def _run(path: str, entry: Entry, arguments: Sequence[str]) -> int:
    first = arguments[0] if arguments else ""
    if entry.parts and first and not first.startswith("-"):
        if first not in entry.parts:
            message = Message(
                "There is no command {name} in {path}: choose {offered}.",
                name=shorten(first),
                path=path,
                offered=listing(entry.parts),
            )
            raise UnknownName.of(did_you_mean(message, first, entry.parts))
        return _run(f"{path} {first}", entry.parts[first], arguments[1:])
    parser = Parser(path, entry.help, list_of({name: part.help for name, part in entry.parts.items()}))
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

"""The specs of other people's programs: a command, a Python file, a file of the Mo platform."""

from __future__ import annotations

from boyi.players.settings import DEPTH, TIME, Setting, WordSetting
from boyi.players.spec import COMMAND, Kind, register_player
from boyi.protocols.table import PROTOCOLS

TIMEOUT = Setting("timeout", float, 0.05, 86_400, "seconds a move before it loses, without a clock")
ROOM = Setting("memory", int, 0, 1 << 20, "megabytes it may use; 0: no limit")
SANDBOX = WordSetting(
    "sandbox", ("best", "namespaces", "plain"), help="protection; plain for a program that needs more"
)
OUTSIDE = (
    TIMEOUT,
    ROOM,
    WordSetting("name", (), r"[^\x00-\x1f]{1,60}", "a name", "what to call it"),
    SANDBOX,
)
register_player(
    COMMAND,
    Kind(
        "boyi.programs.process:make_process",
        (
            WordSetting("protocol", tuple(PROTOCOLS)),
            *OUTSIDE,
            TIME,
            DEPTH,
        ),
        "a program, for example cmd:./pbrain-foo?protocol=gomocup",
        "外部程序",
        name=WordSetting("command", (), r"(?s).+", "./engine?protocol=gtp"),
        raw=True,
    ),
)
for _kind, _help, _help_zh in (
    ("py", "a Python file with a class that has choose(), py:my_bot.py", "Python 文件"),
    ("mo", "a file with class AIPlayer of the Mo platform (othello)", "Mo 平台的黑白棋文件"),
):
    register_player(
        _kind,
        Kind(
            f"boyi.programs.script:make_{_kind}",
            OUTSIDE,
            _help,
            _help_zh,
            name=WordSetting("path", (), r"(?s).+", "my_bot.py"),
            raw=True,
        ),
    )

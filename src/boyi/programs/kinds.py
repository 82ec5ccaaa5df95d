"""The specs of other people's programs: a command, a Python file, a file of the Mo platform."""

from __future__ import annotations

from boyi.core.message import Message
from boyi.players.spec import COMMAND, Kind, register_player
from boyi.programs.config import ProcessConfig, ProgramConfig
from boyi.settings.setting import Word, settings_in


def register() -> None:
    """Register the programs of other people."""
    register_player(
        COMMAND,
        Kind(
            "boyi.programs.process:make_process",
            # What must nearly always be given comes first.
            tuple(sorted(settings_in(ProcessConfig), key=lambda setting: setting.name != "protocol")),
            Message("a program, for example cmd:./pbrain-foo?protocol=gomocup"),
            name=Word("its command line", pattern=r"(?s).+", sample="./engine?protocol=gtp", name="command"),
            raw=True,
        ),
    )
    for _kind, _help in (
        ("py", Message("a Python file with a class that has choose(), py:my_bot.py")),
        ("mo", Message("a file of the Mo platform (othello), mo:ai.py or mo:ai.py:Class")),
    ):
        register_player(
            _kind,
            Kind(
                f"boyi.programs.script:make_{_kind}",
                settings_in(ProgramConfig),
                _help,
                name=Word("the file", pattern=r"(?s).+", sample="my_bot.py", name="path"),
                raw=True,
            ),
        )

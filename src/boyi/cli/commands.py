"""What can be typed in a game at the terminal; the spellings of both languages always work."""

from __future__ import annotations

from collections.abc import Mapping

Commands = Mapping[str, tuple[str, ...]]
"""The spellings of each command."""

PLAY: Commands = {
    "undo": ("undo", "u", "悔棋"),
    "hint": ("hint", "h", "提示"),
    "moves": ("moves", "m", "着法"),
    "board": ("board", "b", "棋盘"),
    "new": ("new", "新局"),
    "resign": ("resign", "认输"),
    "help": ("help", "?", "帮助"),
    "quit": ("quit", "q", "exit", "退出"),
}
"""In ``boyi play``."""

LAN: Commands = {
    "invite": ("invite", "邀请"),
    "accept": ("yes", "y", "accept", "同意"),
    "decline": ("no", "n", "refuse", "拒绝"),
    "resign": ("resign", "认输"),
    "say": ("say", "chat", "说"),
    "board": ("board", "棋盘"),
    "help": ("help", "?", "帮助"),
    "quit": ("quit", "q", "exit", "退出"),
}
"""In ``boyi lan``."""

SIDES: Mapping[str, int] = {"b": 0, "black": 0, "黑": 0, "w": 1, "white": 1, "白": 1}
"""How a colour is typed after ``invite`` and ``--color``."""


def find_command(text: str, commands: Commands) -> str | None:
    """The command that was typed, if it was one.

    >>> find_command(" U ", PLAY), find_command("h8", PLAY)
    ('undo', None)
    """
    typed = text.strip().lower()
    return next((name for name, spellings in commands.items() if typed in spellings), None)

"""What a LAN game at the terminal says: templates by key."""

from __future__ import annotations

from collections.abc import Mapping

from boyi.cli import words
from boyi.core.message import Message, Template
from boyi.protocols.lan.session import Ending

TEXTS: Mapping[str, Template] = {
    **words.TEXTS,
    "listening": Template("{name} waits at {host}:{port} for someone to join."),
    "joined": Template("Connected to {host}:{port} as {name}."),
    "arrived": Template("Someone has connected."),
    "busy": Template("Someone else has tried to connect."),
    "invited": Template("{peer} invites you to play {colour}. Type yes or no."),
    "inviting": Template("You invite the other side; you would play {colour}."),
    "accepted": Template("The invitation is accepted."),
    "began": Template("The game begins: you play {colour} against {peer}; {seconds} s a move."),
    "declined": Template("{peer} refuses."),
    "declined_why": Template("{peer} refuses: {reason}"),
    "refused": Template("You refuse."),
    "your_turn": Template("Your turn: type a move such as E5."),
    "their_turn": Template("{peer} is to move."),
    "peer_played": Template("{peer} plays {move}."),
    "you_played": Template("You play {move}."),
    "stuck": Template("{peer} has no move; waiting for it to give up."),
    "over_won": Template("The game is over: you win ({reason})."),
    "over_lost": Template("The game is over: {peer} wins ({reason})."),
    "disputed": Template("(Our own board does not show that.)"),
    "confirmed": Template("Both sides agree. Type invite b or invite w for another game, or quit."),
    "chatted": Template("{peer}: {text}"),
    "left": Template("{peer} has gone."),
    "trouble": Template("The computer had to resign: {reason}"),
    "computer": Template("The computer ({player}) plays for you."),
    "unknown": Template("There is no such command or move. Type help."),
    "waiting": Template("Wait until someone has connected."),
    "peer": Template("the other side"),
    "help_lan": Template(
        "E5        play a move (as the board is labelled)\n"
        "invite b  ask for a game with black (w: white)\n"
        "yes, no   accept or refuse (no REASON)\n"
        "resign    give the game up\n"
        "say TEXT  send a message\n"
        "board     draw the board again\n"
        "help      this list\n"
        "quit      leave (Ctrl-D too)"
    ),
}

REASONS: Mapping[Ending, Message] = {
    "resigned": Message("resigned"),
    "no move": Message("no legal move is left"),
    "time out": Message("out of time"),
    "illegal move": Message("illegal move"),
    "left": Message("the other side left"),
}
"""How a LAN game can end."""

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "invite": ("invite", "邀请"),
    "accept": ("yes", "y", "accept", "同意"),
    "decline": ("no", "n", "refuse", "拒绝"),
    "resign": ("resign", "认输"),
    "say": ("say", "chat", "说"),
    "board": ("board", "棋盘"),
    "help": ("help", "?", "帮助"),
    "quit": ("quit", "q", "exit", "退出"),
}
"""What can be typed for each command; both languages always work."""

SIDES: Mapping[str, int] = {"b": 0, "black": 0, "黑": 0, "w": 1, "white": 1, "白": 1}


def find_command(text: str) -> tuple[str, str] | None:
    """The command that was typed and what stands behind it, if it was one."""
    word, _, rest = text.strip().partition(" ")
    for name, spellings in COMMANDS.items():
        if word.lower() in spellings:
            return name, rest.strip()
    return None

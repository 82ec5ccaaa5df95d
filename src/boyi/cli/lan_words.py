"""Every sentence of a LAN game at the terminal, in English and in Chinese, with the same keys."""

from __future__ import annotations

from collections.abc import Mapping

from boyi.cli import words

ENGLISH: Mapping[str, str] = {
    **words.ENGLISH,
    "listening": "{name} waits at {host}:{port} for someone to join.",
    "joined": "Connected to {host}:{port} as {name}.",
    "arrived": "Someone has connected.",
    "busy": "Someone else has tried to connect.",
    "invited": "{peer} invites you to play {colour}. Type yes or no.",
    "inviting": "You invite the other side; you would play {colour}.",
    "accepted": "The invitation is accepted.",
    "began": "The game begins: you play {colour} against {peer}; {seconds} s a move.",
    "declined": "{peer} refuses.",
    "declined_why": "{peer} refuses: {reason}",
    "refused": "You refuse.",
    "your_turn": "Your turn: type a move such as E5.",
    "their_turn": "{peer} is to move.",
    "peer_played": "{peer} plays {move}.",
    "you_played": "You play {move}.",
    "over_won": "The game is over: you win ({reason}).",
    "over_lost": "The game is over: {peer} wins ({reason}).",
    "disputed": "(Our own board does not show that.)",
    "confirmed": "Both sides agree. Type invite b or invite w for another game, or quit.",
    "chatted": "{peer}: {text}",
    "left": "{peer} has gone.",
    "trouble": "The computer had to resign: {reason}",
    "computer": "The computer ({player}) plays for you.",
    "unknown": "There is no such command or move. Type help.",
    "waiting": "Wait until someone has connected.",
    "peer": "the other side",
    "help_lan": (
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

CHINESE: Mapping[str, str] = {
    **words.CHINESE,
    "listening": "{name} 在 {host}:{port} 等待连接。",
    "joined": "已连接 {host}:{port}，昵称 {name}。",
    "arrived": "有人连接了。",
    "busy": "另有人尝试连接。",
    "invited": "{peer} 邀请您对局，您执{colour}。输入“同意”(yes) 或“拒绝”(no)。",
    "inviting": "已发出邀请，您将执{colour}。",
    "accepted": "已接受邀请。",
    "began": "对局开始：您执{colour}，对手 {peer}，每步 {seconds} 秒。",
    "declined": "{peer} 拒绝了邀请。",
    "declined_why": "{peer} 拒绝了邀请：{reason}",
    "refused": "您拒绝了邀请。",
    "your_turn": "轮到您：输入着法，例如 E5。",
    "their_turn": "轮到 {peer}。",
    "peer_played": "{peer} 走 {move}。",
    "you_played": "您走 {move}。",
    "over_won": "对局结束：您获胜（{reason}）。",
    "over_lost": "对局结束：{peer} 获胜（{reason}）。",
    "disputed": "（与本方棋盘不符。）",
    "confirmed": "双方已确认。输入“邀请 黑”(invite b) 或“邀请 白”(invite w) 再来一局，或“退出”(quit)。",
    "chatted": "{peer}：{text}",
    "left": "{peer} 已离开。",
    "trouble": "电脑只能认输：{reason}",
    "computer": "由电脑（{player}）代您下棋。",
    "unknown": "没有这个命令或着法。输入“帮助”(help)。",
    "waiting": "请等待有人连接。",
    "peer": "对方",
    "help_lan": (
        "E5              走一着（按棋盘上的坐标）\n"
        "邀请 黑 invite b  邀请对局，自己执黑（白 w：执白）\n"
        "同意 yes        接受邀请\n"
        "拒绝 no [理由]   拒绝邀请\n"
        "认输 resign     认输\n"
        "说 say 内容     发送消息\n"
        "棋盘 board      重画棋盘\n"
        "帮助 help       本列表\n"
        "退出 quit       离开（Ctrl-D 亦可）"
    ),
}

LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "zh": CHINESE}

REASONS: Mapping[str, tuple[str, str]] = {
    "resigned": ("resigned", "认输"),
    "no move": ("no legal move is left", "无合法着法"),
    "time out": ("out of time", "超时"),
    "illegal move": ("illegal move", "非法着法"),
    "left": ("the other side left", "一方离开"),
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

"""Every sentence of the terminal game, in English and in Chinese, with the same keys."""

from __future__ import annotations

import os
from collections.abc import Mapping

from boyi.core.errors import UnknownName, shorten
from boyi.core.game import Game
from boyi.core.language import find_language
from boyi.core.message import alternatives
from boyi.core.sentences import in_chinese, reason_words

ENGLISH: Mapping[str, str] = {
    "black": "Black",
    "white": "White",
    "you": "you",
    "person": "player",
    "to_move": "{side} to move",
    "intro": "Type a move such as {example}, or help.",
    "moves_title": "Moves",
    "thinking": "{player} is thinking…",
    "played": "{side} ({player}) plays {move}",
    "win_rate": "win rate {percent}",
    "playouts": "{count} playouts",
    "forced_pass": "{side} has no move and passes.",
    "legal": "Legal moves ({count}):",
    "hint": "Hint: {moves}",
    "hint_move": "{move} ({percent})",
    "nothing_to_undo": "There is nothing to take back.",
    "undone": "Taken back: {moves}",
    "resigned_undone": "The resignation is taken back.",
    "new": "A new game.",
    "won": "{side} ({player}) wins: {reason}.",
    "drawn": "A draw: {reason}.",
    "lead": "{reason} (+{lead})",
    "another": "Another game? Type new, undo or quit.",
    "resumable": "The game is kept; go on with: boyi play --resume",
    "unsaved": "This game is not kept any more: {reason}",
    "bye": "Goodbye.",
    "prompt": "{side}> ",
    "prompt_over": "game over> ",
    "help_move": "{example}    play a move",
    "help_undo": "undo      take your last move back",
    "help_hint": "hint      show good moves",
    "help_moves": "moves     list the legal moves",
    "help_board": "board     draw the board again",
    "help_new": "new       start a new game",
    "help_resign": "resign    give the game up",
    "help_help": "help      this list",
    "help_quit": "quit      leave (Ctrl-D too)",
    "match_title": "A: {a}   B: {b}   {game}",
    "match_game": "Game {number}: {player} ({side}) wins: {reason}, {plies} plies",
    "match_draw": "Game {number}: a draw: {reason}, {plies} plies",
    "match_games": "Games",
    "match_of": "{played} of {games}",
    "match_wdl": "A's wins, draws, losses",
    "match_score": "A's score",
    "match_elo": "Elo difference (95%)",
    "match_los": "A is the stronger",
    "match_pairs": "Pairs with 0 ½ 1 1½ 2 points",
    "match_wins": "A wins",
    "match_draws": "Draws",
    "match_losses": "B wins",
    "match_fault": "{player}'s last fault",
    "match_time": "Seconds a move",
    "match_sprt": "Test {elo0:g} against {elo1:g} Elo",
    "match_llr": "LLR {llr:.2f} (ends at {low:.2f} and {high:.2f})",
    "match_seed": "Seed",
    "match_better": "The test has ended: A is better by more than {elo0:g} Elo.",
    "match_not better": "The test has ended: A is not better by {elo1:g} Elo.",
    "match_open": "All games are played; the test has not come to an end.",
    "match_stopped": "Stopped before the end.",
    "match_resume": "Go on with: boyi match --resume {folder}",
    "match_unsaved": "Nothing was saved: --out DIR keeps the games.",
    "match_saved": "Games: {folder}",
    "match_protection": "Protection of the programs: {text}",
    "match_uncounted": "--nodes does not limit {name}, which counts none.",
}

CHINESE: Mapping[str, str] = {
    "black": "黑方",
    "white": "白方",
    "you": "您",
    "person": "棋手",
    "to_move": "轮到{side}",
    "intro": "输入着法，例如 {example}；输入“帮助”或 help 查看命令。",
    "moves_title": "着法",
    "thinking": "{player} 正在思考……",
    "played": "{side}（{player}）走 {move}",
    "win_rate": "胜率 {percent}",
    "playouts": "{count} 局模拟",
    "forced_pass": "{side}无子可下，停一手。",
    "legal": "共 {count} 个合法着法：",
    "hint": "提示：{moves}",
    "hint_move": "{move}（{percent}）",
    "nothing_to_undo": "没有可以悔的棋。",
    "undone": "已悔棋：{moves}",
    "resigned_undone": "已撤回认输。",
    "new": "新的一局。",
    "won": "{side}（{player}）获胜：{reason}。",
    "drawn": "和棋：{reason}。",
    "lead": "{reason}（+{lead}）",
    "another": "再来一局？输入“新局”(new)、“悔棋”(undo) 或“退出”(quit)。",
    "resumable": "棋局已保存；继续：boyi play --resume",
    "unsaved": "此局不再保存：{reason}",
    "bye": "再见。",
    "prompt": "{side}> ",
    "prompt_over": "已结束> ",
    "help_move": "{example}        走一着",
    "help_undo": "悔棋 undo     收回您的上一着",
    "help_hint": "提示 hint     显示好着",
    "help_moves": "着法 moves    列出合法着法",
    "help_board": "棋盘 board    重画棋盘",
    "help_new": "新局 new      重新开始",
    "help_resign": "认输 resign   认输",
    "help_help": "帮助 help     本列表",
    "help_quit": "退出 quit     离开（Ctrl-D 亦可）",
    "match_title": "A：{a}   B：{b}   {game}",
    "match_game": "第 {number} 局：{player}（{side}）获胜：{reason}，{plies} 手",
    "match_draw": "第 {number} 局：和棋：{reason}，{plies} 手",
    "match_games": "局数",
    "match_of": "{played} / {games}",
    "match_wdl": "A 胜、和、负",
    "match_score": "A 得分率",
    "match_elo": "Elo 差（95%）",
    "match_los": "A 较强的可能性",
    "match_pairs": "每对得 0 ½ 1 1½ 2 分",
    "match_wins": "A 胜",
    "match_draws": "和棋",
    "match_losses": "B 胜",
    "match_fault": "{player} 最近的失误",
    "match_time": "每手秒数",
    "match_sprt": "检验 {elo0:g} 对 {elo1:g} Elo",
    "match_llr": "对数似然比 {llr:.2f}（界限 {low:.2f} 与 {high:.2f}）",
    "match_seed": "种子",
    "match_better": "检验结束：A 强出 {elo0:g} Elo 以上。",
    "match_not better": "检验结束：A 未强出 {elo1:g} Elo。",
    "match_open": "对局已全部下完，检验尚无结论。",
    "match_stopped": "提前中止。",
    "match_resume": "继续：boyi match --resume {folder}",
    "match_unsaved": "未保存任何对局：用 --out DIR 保存。",
    "match_saved": "棋谱：{folder}",
    "match_protection": "程序的保护措施：{text}",
    "match_uncounted": "{name} 不计节点，--nodes 对它无效。",
}

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "undo": ("undo", "u", "悔棋"),
    "hint": ("hint", "h", "提示"),
    "moves": ("moves", "m", "着法"),
    "board": ("board", "b", "棋盘"),
    "new": ("new", "新局"),
    "resign": ("resign", "认输"),
    "help": ("help", "?", "帮助"),
    "quit": ("quit", "q", "exit", "退出"),
}
"""What can be typed for each command; both languages always work."""

LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "zh": CHINESE}


class Words:
    """The catalogue in one language."""

    def __init__(self, language: str, catalogues: Mapping[str, Mapping[str, str]] = LANGUAGES) -> None:
        self.language = language
        self._texts = catalogues[language]

    def __call__(self, key: str, **values: object) -> str:
        """The text with this key, filled in."""
        return self._texts[key].format(**values)

    def side(self, name: str) -> str:
        """The name of a side; a game with names of its own keeps them."""
        return self._texts.get(name, name)

    def reason(self, reason: str, drawn: bool = False) -> str:
        """Why a game ended."""
        english, chinese = reason_words(reason, drawn)
        return chinese if self.language == "zh" else english

    def sentence(self, error: object) -> str:
        """What an error says; what nobody has translated stays English."""
        if self.language != "zh":
            return str(error)
        found = find_language("zh")(error)
        if found != str(error):
            return found
        from boyi.server import sentences  # all that any layer says, for those who need it

        sentences.register()
        return in_chinese(str(error)) or str(error)


def choose_language(wanted: str | None, catalogues: Mapping[str, Mapping[str, str]] = LANGUAGES) -> Words:
    """The language that was asked for, else that of the environment, else English."""
    if wanted is None:
        variables = ("LC_ALL", "LC_MESSAGES", "LANG")
        locale = next((value for name in variables if (value := os.environ.get(name))), "")
        return Words("zh" if locale.lower().startswith("zh") else "en", catalogues)
    if wanted not in LANGUAGES:
        raise UnknownName(
            "There is no language {wanted}: choose {offered}.",
            wanted=shorten(wanted),
            offered=alternatives(LANGUAGES),
        )
    return Words(wanted, catalogues)


def find_command(text: str) -> str | None:
    """The command that was typed, if it was one."""
    typed = text.strip().lower()
    return next((name for name, spellings in COMMANDS.items() if typed in spellings), None)


def settings_of(game: Game) -> list[str]:
    """What makes this game different from others of its name: size, rule, and what is not usual."""
    words = []
    for option in game.options:
        value = game.settings[option.name]
        if option.name == "size":
            words.append(f"{value}x{value}")
        elif option.name == "rule":
            words.append(str(value))
        elif value != option.default:
            words.append(f"{option.name}={value}")
    return words

"""The Chinese for every sentence that Boyi says in English: one table, for the terminal and the page.

The rules and all other parts raise English sentences. Whoever shows them to a person asks here for the
Chinese; other layers add their own sentences with ``add_sentences``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from boyi.core.language import language
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.reasons import reason_label
from boyi.core.registry import game_class, game_names

Pair = tuple[str, str]
"""English and Chinese; words in braces stand for what differs, a name with ``!`` is itself translated:
as a word, as the name of a game, as a sentence, or as a phrase."""

REASONS: dict[str, Pair] = {
    "five": ("five in a row", "五连"),
    "three": ("three in a row", "三连"),
    "connected": ("all pieces connected", "棋子全部相连"),
    "both connected": ("both sides are connected", "双方同时相连"),
    "captured": ("{loser} has one piece left", "{loser}只剩一子"),
    "discs": ("more discs", "子数较多"),
    "full board": ("the board is full", "棋盘已满"),
    "no move": ("no legal move is left", "无合法着法"),
    "repetition": ("the position was repeated", "局面重复"),
    "resigned": ("{loser} resigned", "{loser}认输"),
    "coin toss": ("the coin decided", "掷币决定"),
    "time out": ("{loser} ran out of time", "{loser}超时"),
    "illegal move": ("{loser}'s move was illegal", "{loser}着法违规"),
    "crash": ("{loser}'s program failed", "{loser}程序出错"),
    "flood": ("{loser}'s program printed too much", "{loser}程序输出过多"),
    "agreed": ("both agreed", "双方议和"),
    "length": ("the game grew too long", "对局过长"),
    "changed board": ("{loser}'s program changed the board", "{loser}程序改动了棋盘"),
    "stopped": ("the referee stopped the game", "裁判终止了对局"),
}
"""What the reason words of outcomes mean; one that is missing is shown as the rules write it."""

OPPONENT: Pair = ("the opponent", "对方")
"""Who has lost, where it is not said by name."""

DRAWN: dict[str, Pair] = {"discs": ("as many discs each", "子数相等")}
"""What some of them mean where nobody has won."""

SIDES: dict[str, Pair] = {"black": ("Black", "黑方"), "white": ("White", "白方")}

WORDS: dict[str, str] = {
    "double three": "三三禁手",
    "double four": "四四禁手",
    "overline": "长连禁手",
    "row": "横线",
    "file": "竖线",
    "diagonal": "斜线",
    "1 cell": "1 格",
    "or": "或",
    "black": "黑方",
    "white": "白方",
    # Options of games
    "size": "棋盘大小",
    "rule": "规则",
    "opening": "开局规则",
    "limits": "平台限制",
    "both": "双方同时相连时的规则",
    **{reason: chinese.replace("{loser}", OPPONENT[1]) for reason, (_, chinese) in REASONS.items()},
}
"""What a word with ``!`` in a sentence means."""

PHRASES: list[Pair] = [
    ("{low} to {high}", "{low} 到 {high}"),
    ("text matching {pattern}", "符合 {pattern} 的文字"),
]
"""Parts of sentences, tried in this order; those of the layers come before these."""

SENTENCES: list[Pair] = [
    # Moves
    ("Move {move} is not legal here.", "着法 {move} 在此不合法。"),
    ("The game is over ({reason!}); no more moves can be played.", "对局已结束（{reason!}），不能再落子。"),
    ("{cell} is taken.", "{cell} 已有棋子。"),
    ("{cell} is forbidden for black: {foul!}.", "{cell} 是黑方禁手：{foul!}。"),
    ("{cell} turns no disc over.", "{cell} 不能翻转任何棋子。"),
    ("{cell} would capture.", "{cell} 会提子，不围棋不允许。"),
    ("{cell} would have no liberty.", "{cell} 没有气，不能落子。"),
    ("You have a move, so you may not pass.", "您有棋可下，不能停一手。"),
    ("You have no move: pass.", "您无棋可下：请停一手。"),
    ("{cell} has no piece of yours.", "{cell} 上没有您的棋子。"),
    ("The piece on {cell} must go to another cell.", "{cell} 上的棋子必须走到别的格。"),
    (
        "{target} is not on a line with {start}: move along a row, a file or a diagonal.",
        "{target} 与 {start} 不在一条线上：请沿横线、竖线或斜线走。",
    ),
    (
        "From {start} along the {line!} you must move exactly 1 cell, which leaves the board.",
        "从 {start} 沿{line!}必须走 1 格，这会走出棋盘。",
    ),
    (
        "From {start} along the {line!} you must move exactly {count} cells, which leaves the board.",
        "从 {start} 沿{line!}必须走 {count} 格，这会走出棋盘。",
    ),
    (
        "From {start} along the {line!} you must move exactly 1 cell: {end}.",
        "从 {start} 沿{line!}必须恰好走 1 格：{end}。",
    ),
    (
        "From {start} along the {line!} you must move exactly {count} cells: {end}.",
        "从 {start} 沿{line!}必须恰好走 {count} 格：{end}。",
    ),
    ("Your own piece stands on {cell}.", "{cell} 上是您自己的棋子。"),
    ("An enemy piece stands in the way.", "路上有对方的棋子挡住。"),
    ("{move} is not a move number of {game!}.", "{move} 不是 {game!} 的着法编号。"),
    (
        "{move} is not a move number; turn text into one with game.parse_move().",
        "{move} 不是着法编号；请用 game.parse_move() 转换文字。",
    ),
    (
        "{text} is not a cell of this board: write {from}–{to} and 1–{size}, for example {cell}.",
        "{text} 不是棋盘上的位置：请写 {from}–{to} 加 1–{size}，例如 {cell}。",
    ),
    ("{text} is not a move: a piece must go to another cell.", "{text} 不是着法：棋子必须走到别的格。"),
    (
        "{text} is not a move: write the two cells, for example b1-b3, or pass.",
        "{text} 不是着法：请写两个位置，例如 b1-b3，或 pass。",
    ),
    ("The start of a record cannot be removed.", "棋谱的起点不能删除。"),
    ("There is nothing to search: the game is over ({reason!}).", "无需搜索：对局已结束（{reason!}）。"),
    # Positions, options, clocks
    (
        "A {size}x{size2} board has {area} cells of x, o or a dot.",
        "{size}x{size2} 的棋盘有 {area} 格，每格为 x、o 或点。",
    ),
    (
        "{text} is no position of {game!}: write {size} rows from the top separated by /, then a space and "
        "the side to move x or o.",
        "{text} 不是 {game!} 的局面：请自上而下写 {size} 行，用 / 分隔，然后空格，再写轮到的一方 x 或 o。",
    ),
    (
        "The position has {rows} rows, the board {size}: write {size2} rows from the top separated by /, "
        "then a space and the side to move x or o.",
        "局面有 {rows} 行，棋盘有 {size} 行：请自上而下写 {size2} 行，"
        "用 / 分隔，然后空格，再写轮到的一方 x 或 o。",
    ),
    (
        "Row {row} has {text}: write x, o and numbers of empty cells.",
        "第 {row} 行有 {text}：请写 x、o 和空格数。",
    ),
    ("Row {row} has {cells} cells, the board {size}.", "第 {row} 行有 {cells} 格，棋盘有 {size} 格。"),
    (
        "{game!} has no option {option}; its options: {offered}.",
        "{game!} 没有选项 {option}；可用：{offered}。",
    ),
    ("{option!} {value} is not accepted: choose {offered!}.", "{option!} 不接受 {value}：请选 {offered!}。"),
    ("There is no game {name}: choose {offered}.", "没有棋类 {name}：请选 {offered}。"),
    (
        "There is no game {name}: choose {offered}. Did you mean {meant}?",
        "没有棋类 {name}：请选 {offered}。是否指 {meant}？",
    ),
    (
        "{text} is not a time control: write none, 30/move, 300 (seconds a game), 300+5 (Fischer increment) "
        "or 300+3x30 (byo-yomi).",
        "{text} 不是计时规则：请写 none、30/move、300（每局秒数）、300+5（每步加秒）或 300+3x30（读秒）。",
    ),
    (
        "{text} leaves no time to move: write none, 30/move, 300 (seconds a game), 300+5 (Fischer increment) "
        "or 300+3x30 (byo-yomi).",
        "{text} 没有留出时间：请写 none、30/move、300（每局秒数）、300+5（每步加秒）或 300+3x30（读秒）。",
    ),
    (
        "The starting position is of {one}, the record of {other}.",
        "起始局面属于 {one}，棋谱属于 {other}。",
    ),
    # Matches
    ("It is not your turn.", "还没轮到您。"),
    ("Draws cannot be offered in this match.", "本局不能提和。"),
    ("Moves cannot be taken back in this match.", "本局不能悔棋。"),
    ("There is no move of yours to take back.", "您没有可以悔的棋。"),
    ("Nothing is asked of you.", "没有等待您答复的请求。"),
    ("The player was stopped from outside.", "棋手被外部停止。"),
    ("There was no move within {seconds} s.", "{seconds} 秒内没有落子。"),
    ("The player was not ready within {seconds} s.", "棋手在 {seconds} 秒内没有准备好。"),
    ("The player left the program.", "棋手退出了程序。"),
    ("{text} is no decision.", "{text} 不是一个决定。"),
    ("{text} is not a move number.", "{text} 不是着法编号。"),
]

_Rule = tuple["re.Pattern[str]", Callable[["re.Match[str]"], str]]


def add_sentences(
    pairs: Iterable[Pair], *, phrases: Iterable[Pair] = (), words: Mapping[str, str] | None = None
) -> None:
    """Let a layer add its own sentences, and the parts they are made of."""
    SENTENCES.extend(pair for pair in pairs if pair not in SENTENCES)
    PHRASES[:0] = [pair for pair in phrases if pair not in PHRASES]
    WORDS.update(words or {})
    _rules.cache_clear()


def in_chinese(sentence: str) -> str | None:
    """The Chinese for a sentence of ours, or None if nobody has translated it.

    >>> in_chinese("h8 is forbidden for black: double three.")
    'h8 是黑方禁手：三三禁手。'
    >>> in_chinese("size '5 to 9' is not accepted: choose 4, 6 or 8.")
    "棋盘大小不接受 '5 to 9'：请选 4、6 或 8。"
    """
    quoted: list[str] = []

    def hide(found: re.Match[str]) -> str:
        # What a person has written stays as it is, and no pattern may look into it.
        quoted.append(found[0])
        return chr(_FIRST_MARK + len(quoted) - 1)

    said = _apply(0, _QUOTED.sub(hide, sentence))
    if said is None:
        return None
    for number, text in enumerate(quoted):
        said = said.replace(chr(_FIRST_MARK + number), text)
    return said


def both(sentence: str | Message) -> dict[str, str]:
    """A sentence in both languages; what has no Chinese stays English."""
    if isinstance(sentence, Message):
        return {"en": str(sentence), "zh": language("zh_CN")(sentence)}
    return {"en": sentence, "zh": in_chinese(sentence) or sentence}


def side_names(name: str) -> Pair:
    """What a side is called; a game with names of its own keeps them."""
    return SIDES.get(name, (name.capitalize(), name))


def reason_words(reason: str, drawn: bool = False, loser: Pair = OPPONENT) -> Pair:
    """What a reason means.

    >>> reason_words("time out"), reason_words("discs", drawn=True)[0]
    (('the opponent ran out of time', '对方超时'), 'as many discs each')
    """
    known = DRAWN if drawn and reason in DRAWN else REASONS
    if reason not in known:  # a game from elsewhere explains its own
        label = reason_label(reason, drawn, loser[0])
        return str(label), language("zh_CN")(reason_label(reason, drawn, loser[1]))
    english, chinese = known[reason]
    return english.replace("{loser}", loser[0]), chinese.replace("{loser}", loser[1])


def outcome_sentence(outcome: Outcome, players: tuple[str, str]) -> dict[str, str]:
    """The whole sentence about an end.

    >>> outcome_sentence(Outcome(0, "discs", 12), ("black", "white"))["en"]
    'Black wins: more discs (+12).'
    >>> outcome_sentence(Outcome(1, "resigned"), ("black", "white"))["en"]
    'White wins: Black resigned.'
    """
    loser = OPPONENT if outcome.winner is None else side_names(players[1 - outcome.winner])
    english, chinese = reason_words(outcome.reason, outcome.winner is None, loser)
    if outcome.score:
        english, chinese = f"{english} (+{abs(outcome.score)})", f"{chinese}（+{abs(outcome.score)}）"
    if outcome.winner is None:
        return {"en": f"A draw: {english}.", "zh": f"和棋：{chinese}。"}
    side_en, side_zh = side_names(players[outcome.winner])
    return {"en": f"{side_en} wins: {english}.", "zh": f"{side_zh}胜：{chinese}。"}


_QUOTED = re.compile(r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", re.DOTALL)
_FIRST_MARK = 0xE000
"""Stands for the first quoted text: a character that means nothing."""
_LONGEST_PART = 400
"""What is longer has been written by somebody else, perhaps to make us translate for ever."""
_SEPARATORS = {", ": "、", " or ": " 或 "}
_CHINESE = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_NEEDLESS = re.compile(rf"(?<={_CHINESE}) (?={_CHINESE})")
"""A space that would separate from letters, where there are none."""


@lru_cache(maxsize=1)
def _rules() -> tuple[list[_Rule], list[_Rule]]:
    # What begins with anything comes last: it would take a sentence within a sentence for the whole.
    sentences = sorted(SENTENCES, key=lambda pair: pair[0].startswith("{"))
    return [_rule(*pair) for pair in sentences], [_rule(*pair) for pair in PHRASES]


def _apply(table: int, text: str) -> str | None:
    """The Chinese by the first rule that fits: of the sentences (0) or of the phrases (1)."""
    for pattern, translate in _rules()[table]:
        if found := pattern.fullmatch(text):
            return translate(found)
    return None


def _part(text: str) -> str:
    """The Chinese for a part of a sentence; what nobody has translated stays."""
    if len(text) > _LONGEST_PART:
        return text
    word = WORDS.get(text) or WORDS.get(text[:1].lower() + text[1:]) or _title(text)
    return word or _apply(0, text) or _apply(1, text) or _list(text)


def _title(text: str) -> str | None:
    return language("zh_CN")(game_class(text).title) if text in game_names() else None


def _list(text: str) -> str:
    """A list of what can be chosen: only games have Chinese names, all else is to be typed as it is."""
    pieces = re.split("(, | or )", text)
    return "".join(_SEPARATORS.get(piece) or _title(piece) or _apply(1, piece) or piece for piece in pieces)


def _rule(english: str, chinese: str) -> _Rule:
    pieces = re.split(r"\{(\w+)!?\}", english)
    pattern = "".join(
        f"(?P<{piece}>.+?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces)
    )

    def translate(found: re.Match[str]) -> str:
        def fill(hole: re.Match[str]) -> str:
            value = found[hole[1]]
            return _part(value) if hole[0].endswith("!}") else value

        return _NEEDLESS.sub("", re.sub(r"\{(\w+)!?\}", fill, chinese))

    return re.compile(pattern, re.DOTALL), translate

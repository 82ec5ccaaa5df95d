"""The Chinese of what is said about game files: whole sentences, and the places and reasons in them."""

from __future__ import annotations

from boyi.core.sentences import Pair, add_sentences

SENTENCES: tuple[Pair, ...] = (
    # Where a file breaks, and why
    ("This {kind!} of {game!} has a broken set-up: {reason!}", "这个 {game!} {kind!} 的布子有错：{reason!}"),
    ("This {kind!} has a broken start: {reason!}", "这个 {kind!} 的起始局面有错：{reason!}"),
    (
        "This {kind!} of {game!} breaks at {place!}: {reason!}",
        "这个 {game!} {kind!} 在 {place!} 处有错：{reason!}",
    ),
    ("This {kind!} breaks at {place!}: {reason!}.", "这个 {kind!} 在 {place!} 处有错：{reason!}。"),
    (
        "More than {count} lines of this {kind!} are illegal; the last: {reason!}",
        "这个 {kind!} 有 {count} 处以上不合法；最后一处：{reason!}",
    ),
    ("The cell is outside the {board} board.", "这个位置在 {board} 的棋盘之外。"),
    ("{text} is outside the {board} board.", "{text} 在 {board} 的棋盘之外。"),
    ("{text} is not a cell.", "{text} 不是棋盘上的位置。"),
    ("A cell is a letter and a digit, for example A1.", "位置是一个字母加一个数字，例如 A1。"),
    ("A pass is not a move of {game!}.", "{game!} 不能停一手。"),
    ("It is the turn of {side!}.", "现在轮到 {side!}。"),
    ("Stones are set up in the middle of the game.", "对局中途又摆放了棋子。"),
    ("There are more stones than cells.", "棋子比格子还多。"),
    # What file it is
    ("The file has no game in it.", "文件里没有棋局。"),
    ("This SGF file has no game in it.", "这个 SGF 文件里没有棋局。"),
    ("The file is empty: there is no game in it.", "文件是空的：里面没有棋局。"),
    (
        "The file has {bytes} bytes; game files of up to {limit} MiB are read.",
        "文件有 {bytes} 字节；棋谱文件最大可读 {limit} MiB。",
    ),
    (
        "This is no format that Boyi knows, and too long for a move list ({count} letters).",
        "这不是 Boyi 认识的格式，作为着法列表又太长（{count} 个字符）。",
    ),
    (
        "This is not a game file that Boyi knows (SGF, GGF, PSQ, WTHOR, NoGo .dat, Boyi JSON), and not a "
        "move list either: {text}.",
        "这不是 Boyi 认识的棋谱（SGF、GGF、PSQ、WTHOR、不围棋 .dat、Boyi JSON），也不是着法列表：{text}。",
    ),
    ("These moves are of no game that Boyi plays: {text}.", "这些着法不属于 Boyi 会下的棋：{text}。"),
    (
        "This {kind!} does not say which game it is of: name the game.",
        "这个 {kind!} 没有说明是哪种棋：请指明。",
    ),
    ("This {kind!} is of a game we cannot play: {reason!}", "这个 {kind!} 的棋 Boyi 不会下：{reason!}"),
    ("{game!} has no option {option}.", "{game!} 没有选项 {option}。"),
    (
        "This {kind!} has a board of {board}; boards must be square.",
        "这个 {kind!} 的棋盘是 {board}；棋盘必须是正方形。",
    ),
    (
        "This SGF file is of {game!}, which Boyi does not play; it reads "
        "GM[1]RU[NoGo], GM[2] (Othello), GM[4] (Gomoku) and GM[9] (Lines of Action).",
        "这个 SGF 文件是 {game!} 的棋谱，Boyi 不会下；可读的有 "
        "GM[1]RU[NoGo]（不围棋）、GM[2]（黑白棋）、GM[4]（五子棋）和 GM[9]（集结棋）。",
    ),
    (
        "This {kind!} is of {game!}, not of {expected!}.",
        "这个 {kind!} 是 {game!} 的棋谱，不是 {expected!} 的。",
    ),
    (
        "This is not an SGF file: there is no opening parenthesis in it.",
        "这不是 SGF 文件：里面没有左括号。",
    ),
    # GGF, PSQ, .dat, WTHOR
    (
        "This GGF file is of {name}; Boyi reads GGF files of Othello.",
        "这个 GGF 文件是 {name} 的棋谱；Boyi 只读黑白棋的 GGF 文件。",
    ),
    (
        "This GGF file has a broken board: BO must hold the size, {area} cells of *, O or - and the side "
        "to move.",
        "这个 GGF 文件的棋盘有错：BO 应依次写出棋盘大小、{area} 格（*、O 或 -）和轮到的一方。",
    ),
    (
        "This PSQ file is damaged: line {line} has the control character {character}.",
        "这个 PSQ 文件已损坏：第 {line} 行有控制字符 {character}。",
    ),
    (
        "This is not a PSQ file: it must begin with a line such as Piskvorky 20x20, 11:11, 0.",
        "这不是 PSQ 文件：第一行应类似 Piskvorky 20x20, 11:11, 0。",
    ),
    (
        "This is not a .dat file of the NoGo program: it must begin with two digits.",
        "这不是不围棋程序的 .dat 文件：开头应是两个数字。",
    ),
    (
        "This .dat file begins with {text}, which says no side or no mode.",
        "这个 .dat 文件以 {text} 开头，不能表示执子方或对局模式。",
    ),
    (
        "This WTHOR file ends after {bytes} bytes, inside its header of {size}.",
        "这个 WTHOR 文件只有 {bytes} 字节，不够 {size} 字节的文件头。",
    ),
    (
        "This WTHOR file is of {board} boards; Boyi reads those of 8x8.",
        "这个 WTHOR 文件的棋盘是 {board}；Boyi 只读 8x8 的。",
    ),
    (
        "This WTHOR file should hold {games} games and ends {bytes} bytes too early.",
        "这个 WTHOR 文件应有 {games} 局，却少了 {bytes} 字节。",
    ),
    (
        "This is not a WTHOR file of players (.jou) or tournaments (.trn).",
        "这不是 WTHOR 的棋手文件（.jou）或赛事文件（.trn）。",
    ),
    ("A WTHOR file is binary: open it as bytes.", "WTHOR 文件是二进制的：请按字节打开。"),
    # Boyi's own JSON
    ("This JSON is not a Boyi game: it must have {field}.", "这个 JSON 不是 Boyi 棋局：其中应有 {field}。"),
    (
        "This Boyi game has version {version}; this Boyi reads {own}.",
        "这个 Boyi 棋局的版本是 {version}；本 Boyi 只读 {own}。",
    ),
    (
        "This Boyi game has {count} nodes; up to {most} are read.",
        "这个 Boyi 棋局有 {count} 个节点；最多可读 {most} 个。",
    ),
    (
        "This JSON file has a number that cannot be read: {reason!}.",
        "这个 JSON 文件里有读不懂的数：{reason!}。",
    ),
    ("This JSON file is nested too deeply for a game.", "这个 JSON 文件嵌套太深，不像是棋局。"),
    # Writing
    (
        "The record has a clock or an evaluation that is not a finite number.",
        "棋谱中的用时或评估不是有限的数。",
    ),
    (
        "This format holds one game a file, not {count}: choose sgf or ggf.",
        "这种格式每个文件只存一局，不能存 {count} 局：请选 SGF 或 GGF。",
    ),
    ("There is no format {name}: choose {offered!}.", "没有格式 {name}：请选 {offered!}。"),
    ("Boyi reads {title!} files and does not write them.", "Boyi 只能读 {title!} 文件，不能写。"),
    ("PSQ holds Gomoku only, not {game!}.", "PSQ 只能存五子棋，不能存 {game!}。"),
    ("PSQ holds games from the empty board only.", "PSQ 只能存从空棋盘开始的棋局。"),
    ("GGF holds Othello only, not {game!}.", "GGF 只能存黑白棋，不能存 {game!}。"),
    (".dat files hold NoGo only, not {game!}.", ".dat 只能存不围棋，不能存 {game!}。"),
    (".dat files hold games from the empty board only.", ".dat 只能存从空棋盘开始的棋局。"),
    ("SGF has no number for {game!}: it holds {offered!}.", "SGF 不能存 {game!}：可存 {offered!}。"),
)

PHRASES: tuple[Pair, ...] = (
    ("{format} file", "{format} 文件"),
    ("game number {number}", "第 {number} 号棋"),
    # Places
    ("move {number} ({word})", "第 {number} 手（{word}）"),
    ("{place!}, move {number} ({word})", "{place!}、第 {number} 手（{word}）"),
    ("line {line}, column {column}", "第 {line} 行第 {column} 列"),
    ("line {line}", "第 {line} 行"),
    ("game {number}", "第 {number} 局"),
    # Reasons
    ("{text} is not expected here", "这里不该有 {text}"),
    ("the property name {name} is too long", "属性名 {name} 太长"),
    ("{name} has no value in brackets", "{name} 后面没有方括号中的值"),
    ("a game of more than {count} nodes and values is not read", "一局棋的节点和值超过 {count} 个，不能读"),
    ("{text} stands between moves", "{text} 夹在着法之间"),
    ("{text} is not a move", "{text} 不是着法"),
    ("there is no field {name}", "没有字段 {name}"),
    ("it must be {expected!}", "应为 {expected!}"),
    # Python's words for broken JSON
    ("Expecting {mark} delimiter", "这里应有 {mark}"),
    ("Invalid \\escape{text}", "反斜杠后面的字符不对"),
)

WORDS = {
    "Boyi game": "Boyi 棋局",
    "move list": "着法列表",
    "Go": "围棋",
    "chess": "国际象棋",
    "Nine Men's Morris": "九子棋",
    "backgammon": "双陆棋",
    "Chinese chess": "中国象棋",
    "it is too long": "它太长",
    "as recorded": "棋谱所记",
    "forfeit": "弃权",
    "points": "按点数",
    "draw": "和棋",
    # Reasons
    "the file ends before the game is closed": "文件结束时棋局还没有闭合",
    "the value that begins here is not closed": "从这里开始的值没有闭合",
    "the first node is the start and has no move": "第一个节点是起点，不能有着法",
    "its parent must be an earlier node": "它的父节点应在它之前",
    "the move stands there twice or is a needless pass": "这一手重复，或是多余的停一手",
    # What a field of JSON must be
    "an integer": "整数",
    "an integer or null": "整数或 null",
    "a number": "数",
    "a list": "列表",
    "an object": "对象",
    "an object of lists of text": "由文字列表组成的对象",
    "text": "文字",
    "text without halves of characters": "完整的文字，不能有半个字符",
    "between 0 and 1": "0 到 1 之间的数",
    "smaller": "更小的数",
    # Python's words for broken JSON
    "expecting value": "这里应有一个值",
    "expecting property name enclosed in double quotes": "这里应有双引号中的字段名",
    "extra data": "后面还有多余的内容",
    "unterminated string starting at": "从这里开始的文字没有结束引号",
    "invalid control character at": "文字里有控制字符",
    "invalid \\escape": "反斜杠后面的字符不对",
    "invalid \\uXXXX escape": "\\u 后面应有四位十六进制数",
    "illegal trailing comma before end of object": "对象末尾多了逗号",
    "illegal trailing comma before end of array": "列表末尾多了逗号",
}


def register() -> None:
    """Let the table know them."""
    add_sentences(SENTENCES, phrases=PHRASES, words=WORDS)

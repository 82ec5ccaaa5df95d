"""PSQ, the files of Piskvork and the Gomocup: ``x,y,milliseconds`` a line, counted from 1 at the top left."""

from __future__ import annotations

import re

from boyi.core.errors import BadMove, shorten
from boyi.core.grid import GridGame
from boyi.core.message import Message, Term
from boyi.core.outcome import Outcome
from boyi.core.record import ROOT, GameRecord
from boyi.formats.choice import Hint, choose_grid_game
from boyi.formats.encoding import decode
from boyi.formats.errors import BadFile, CannotWrite, breaks, file_of
from boyi.formats.replay import Replay
from boyi.formats.sgf.result import RECORDED, settle

HEAD = re.compile(r"Piskvorky\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})\s*(?:,\s*(.{0,80}))?", re.IGNORECASE)
MOVE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*(-?[0-9]{1,12})")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What no text file has inside a line; Python takes some of it for white space, but not in numbers."""
END = re.compile(r"([0-9])\s*,\s*([A-Za-z]{1,30})")
"""The last line: the winner (1 or 2, 0 for none) and the rule."""
FREESTYLE = "freestyle"
"""The rule of a file that names none."""
USUAL = "11:11, 0"


def read_psq(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> GameRecord:
    r"""The game of a PSQ file.

    >>> record = read_psq("Piskvorky 20x20, 11:11, 0\n11,11,0\n12,10,1500\none.zip\ntwo.zip\n")
    >>> record.text(), record.headers["white"]
    ('k10 l11', 'two.zip')
    """
    text = decode(data)
    if not lenient and (damage := CONTROL.search(text)):
        line = text.count("\n", 0, damage.start()) + 1
        raise BadFile(
            "This PSQ file is damaged: line {line} has the control character {character}.",
            line=line,
            character=f"U+{ord(damage[0]):04X}",
        )
    lines = [line.strip() for line in CONTROL.sub(" ", text).splitlines()]
    head = HEAD.fullmatch(lines[0]) if lines else None
    if head is None:
        raise BadFile("This is not a PSQ file: it must begin with a line such as Piskvorky 20x20, 11:11, 0.")
    if int(head[1]) != int(head[2]):
        raise BadFile(
            "This {kind} has a board of {board}; boards must be square.",
            kind=file_of("PSQ"),
            board=f"{head[1]}x{head[2]}",
        )
    count = next((place for place, line in enumerate(lines[1:]) if not MOVE.fullmatch(line)), len(lines) - 1)
    rest = lines[1 + count :]
    while rest and not rest[-1]:
        rest.pop()
    end = END.fullmatch(rest[-1]) if len(rest) > 2 else None
    said: dict[str, object] = {"size": head[1]}
    if end and end[2].lower() in (FREESTYLE, "standard", "renju", "caro"):
        said["rule"] = end[2].lower()
    gomoku = choose_grid_game(file_of("PSQ"), "gomoku", said, game, size)
    record = GameRecord(gomoku)
    for header, name in zip(("black", "white"), rest, strict=False):
        if name:
            record.headers[header] = name
    if head[3] is not None and head[3].strip() != USUAL:
        record.headers["psq"] = head[3].strip()
    _play(record, lines[1 : 1 + count], lenient)
    if any(MOVE.fullmatch(line) for line in rest) and not lenient:
        raise breaks(
            file_of("PSQ"),
            Message("line {line}", line=count + 2),
            Message("{text} stands between moves", text=shorten(rest[0])),
        )
    said_result = Outcome(int(end[1]) - 1, RECORDED) if end and end[1] in "12" else None
    settle(record, said_result, "")
    return record


def _play(record: GameRecord, lines: list[str], lenient: bool) -> None:
    replay = Replay(record, file_of("PSQ"), lenient=lenient)
    size = record.game.settings["size"]

    def parse(word: str) -> int:
        column, row = (int(number) for number in word.split(",")[:2])
        if not (1 <= column <= int(size) and 1 <= row <= int(size)):
            raise BadMove("The cell is outside the {size}x{size} board.", size=size)
        return (row - 1) * int(size) + column - 1

    at = ROOT
    for number, line in enumerate(lines, 2):
        found = replay.step(at, line, parse, where=Message("line {line}", line=number))
        if found is None:
            return
        at = found
        milliseconds = int(line.split(",")[2])
        if milliseconds > 0:
            record.nodes[at].spent = milliseconds / 1000


def write_psq(record: GameRecord) -> str:
    """The main line of a Gomoku record as a PSQ file."""
    game = record.game
    if not isinstance(game, GridGame) or game.name != "gomoku":
        raise CannotWrite("PSQ holds Gomoku only, not {game}.", game=Term(game.name))
    if record.start != game.start():
        raise CannotWrite("PSQ holds games from the empty board only.")
    lines = [f"Piskvorky {game.size}x{game.size}, {_line(record.headers.get('psq', USUAL))}"]
    for step in record.main_line()[1:]:
        node = record.nodes[step]
        assert node.move is not None
        row, column = divmod(node.move, game.size)
        lines.append(f"{column + 1},{row + 1},{round(1000 * min(max(node.spent or 0, 0), 1e8))}")
    lines += [_line(record.headers.get(name, "")) for name in ("black", "white")]
    outcome, rule = record.outcome, str(game.settings["rule"])
    if outcome is not None or rule != FREESTYLE:
        winner = 0 if outcome is None or outcome.winner is None else outcome.winner + 1
        lines += ["-1", f"{winner},{rule.capitalize()}"]
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    """Text as one line that cannot be taken for a move or for the end."""
    line = " ".join(CONTROL.sub(" ", text).split())
    return line.replace(",", ";") if MOVE.fullmatch(line) or END.fullmatch(line) else line

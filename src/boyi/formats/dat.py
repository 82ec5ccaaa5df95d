"""The .dat files of the course's NoGo program: ``2 0 A1 B4 D3 G``, sides, mode, cells and how it ended."""

from __future__ import annotations

import re
from typing import Literal

from boyi.core.errors import BadMove, shorten
from boyi.core.grid import GridGame
from boyi.core.message import Term
from boyi.core.outcome import Outcome
from boyi.core.record import ROOT, GameRecord
from boyi.formats.choice import Hint, choose_grid_game
from boyi.formats.encoding import decode
from boyi.formats.errors import BadFile, CannotWrite, file_of
from boyi.formats.replay import Replay
from boyi.formats.sgf.result import RECORDED, settle

Meaning = Literal["program", "report"]
"""Whose reading of the first two numbers: the running program's, or that of its written report."""
SIZES = (9, 11, 13, 28)
"""The boards the program offers; the file does not say which it was."""
ROLES = {"program": {"0": "white", "2": "black"}, "report": {"0": "black", "2": "white"}}
MODES = {
    "program": {"0": "computer", "1": "two players", "2": "server", "3": "client"},
    "report": {"0": "two players", "1": "computer"},
}
LONGEST = 2**20


def looks_like_dat(text: str) -> bool:
    """Whether text can be a .dat file: two digits, cells, perhaps a letter."""
    return len(text) <= LONGEST and re.match(r"\s*[0-9]\s+[0-9](\s|\Z)", text) is not None


def read_dat(
    data: bytes | str,
    *,
    game: Hint = None,
    size: int | None = None,
    lenient: bool = False,
    meaning: Meaning = "program",
) -> GameRecord:
    """The game of a .dat file; ``size`` is the smallest board of the program that holds all cells.

    >>> record = read_dat("2 0 A1 B4 D3 G")
    >>> record.game.settings["size"], record.text(), record.headers["role"], record.result.winner
    (9, 'A9 D8 C6', 'black', 0)
    """
    text = decode(data)
    if not looks_like_dat(text):
        raise BadFile("This is not a .dat file of the NoGo program: it must begin with two digits.")
    first, second, *words = text.split()
    role, mode = ROLES[meaning].get(first), MODES[meaning].get(second)
    if role is None or mode is None:
        raise BadFile(
            "This .dat file begins with {text}, which says no side or no mode.", text=f"{first} {second}"
        )
    state = words.pop() if words and words[-1] in tuple("GTWL") else ""
    said: dict[str, object] = {}
    if size is None and not hasattr(game, "settings"):
        said["size"] = _smallest(words)
    nogo = choose_grid_game(file_of(".dat"), "nogo", said, game, size)
    record = GameRecord(nogo, headers={"role": role, "mode": mode})
    _play(record, nogo, words, lenient)
    turn, player = record.position.turn, int(role == "white")
    results = {
        "G": Outcome(1 - turn, "resigned"),
        "T": Outcome(1 - turn, "time out"),
        "W": Outcome(player, RECORDED),
        "L": Outcome(1 - player, RECORDED),
    }
    settle(record, results.get(state), "")
    return record


def _numbers(word: str) -> tuple[int, int]:
    """Row and column of a cell: both continue in ASCII order past Z and 9."""
    if len(word) != 2:
        raise BadMove("A cell is a letter and a digit, for example A1.")
    return ord(word[0]) - ord("A"), ord(word[1]) - ord("1")


def _smallest(words: list[str]) -> int:
    reach = max((max(_numbers(word)) for word in words if len(word) == 2), default=0)
    return next((size for size in SIZES if reach < size), SIZES[-1])


def _play(record: GameRecord, game: GridGame, words: list[str], lenient: bool) -> None:
    replay = Replay(record, file_of(".dat"), lenient=lenient)

    def parse(word: str) -> int:
        row, column = _numbers(word)
        if not (0 <= row < game.size and 0 <= column < game.size):
            raise BadMove("{text} is outside the {size}x{size} board.", text=shorten(word), size=game.size)
        return row * game.size + column

    at = ROOT
    for word in words:
        found = replay.step(at, word, parse)
        if found is None:
            return
        at = found


def write_dat(record: GameRecord) -> str:
    """The main line of a NoGo record as the running program writes it."""
    game = record.game
    if not isinstance(game, GridGame) or game.name != "nogo":
        raise CannotWrite(".dat files hold NoGo only, not {game}.", game=Term(game.name))
    if record.start != game.start():
        raise CannotWrite(".dat files hold games from the empty board only.")
    role, mode = record.headers.get("role"), record.headers.get("mode")
    words = [
        "0" if role == "white" else "2",
        next((number for number, name in MODES["program"].items() if name == mode), "1"),
    ]
    for move in record.moves:
        row, column = divmod(move, game.size)
        words.append(chr(ord("A") + row) + chr(ord("1") + column))
    outcome = record.outcome
    if outcome is not None:
        words.append(_state(record, outcome, role))
    return " ".join(words) + "\n"


def _state(record: GameRecord, outcome: Outcome, role: str | None) -> str:
    # G and T speak of the side to move; a result against the other side can only be told as won or lost.
    if outcome.winner == 1 - record.position.turn and outcome.reason in ("resigned", "time out"):
        return "G" if outcome.reason == "resigned" else "T"
    if record.position.outcome is not None:
        return "W"
    return "W" if outcome.winner == int(role == "white") else "L"

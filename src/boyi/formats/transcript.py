"""Plain move lists: ``f5d6c3``, ``1. h8 2. h9``, ``b1-b3, a2-c2``, one a line or all in a row.

A list of ours may begin with ``# gomoku size=15 rule=renju``, where ``position="..."`` names a set-up;
other lines that begin with ``#`` are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boyi.core.errors import BoyiError, shorten
from boyi.core.grid import GridGame
from boyi.core.message import Message
from boyi.core.record import ROOT, GameRecord
from boyi.core.registry import game_class, game_names
from boyi.formats.choice import Hint, choose_game
from boyi.formats.encoding import decode
from boyi.formats.errors import MOVE_LIST, BadFile, breaks, place, placed
from boyi.formats.replay import Replay

_CELL = r"[A-Za-z]{1,2}[0-9]{1,2}"
_PASS = r"--|pass(?![a-z])|pa(?![a-z0-9])"
_WORD = re.compile(rf"{_CELL}\s?[-x:–]\s?{_CELL}|{_CELL}|{_PASS}", re.IGNORECASE)
_FROM_TO = re.compile(rf"{_CELL}\s?[-x:–]?\s?{_CELL}|{_PASS}", re.IGNORECASE)
"""A move of two cells may be written without anything in between."""
_BETWEEN = re.compile(r"[\s,;.|>]+")
_NUMBER = re.compile(r"\(?[0-9]{1,6}(?:[.)\]:]+(?![0-9])|(?=\s|\Z))")
_HEAD = re.compile(r"#\s*([a-z0-9]{1,20})((?:\s+[a-z]{1,20}=(?:\"[^\"\n]*\"|[^\s\"]+))*)\s*")
_PAIR = re.compile(r"([a-z]+)=(?:\"([^\"]*)\"|(\S+))")
LONGEST = 4 * 2**20


def read_transcript(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> GameRecord:
    """The game of a move list; without ``game`` or a heading the first game that allows all its moves.

    >>> read_transcript("f5D6 c3").game.name, read_transcript("1. h8 h9 2. j10").text()
    ('othello', 'h8 h9 j10')
    """
    text = decode(data)
    if len(text) > LONGEST:
        raise BadFile(
            "This is no format that Boyi knows, and too long for a move list ({count:,} letters).",
            count=len(text),
        )
    head = _heading(text)
    if head is None and game is None:
        return _guess(text, size, lenient)
    name, settings, start = head or (None, {}, None)
    chosen = choose_game(MOVE_LIST, name, settings, game, size)
    try:
        record = GameRecord(chosen, None if start is None else chosen.parse_position(start))
    except BoyiError as error:
        raise BadFile("This {kind} has a broken start: {reason}", kind=MOVE_LIST, reason=error) from None
    _follow(record, text, lenient)
    return record


def _heading(text: str) -> tuple[str, dict[str, object], str | None] | None:
    line = text.lstrip().split("\n", 1)[0][:2000]
    found = _HEAD.fullmatch(line)
    if found is None or found[1] not in game_names():
        return None
    settings: dict[str, object] = {}
    for name, quoted, plain in _PAIR.findall(found[2]):
        settings[name] = quoted or plain
    start = settings.pop("position", None)
    return found[1], settings, None if start is None else str(start)


def _words(text: str, pattern: re.Pattern[str] = _WORD) -> Iterator[tuple[str, int]]:
    """The moves of a list and where each stands; remarks, numbers and separators are skipped."""
    position = 0
    while position < len(text):
        if text[position] == "#" and (position == 0 or text[position - 1] == "\n"):
            position = text.find("\n", position) + 1 or len(text)
        elif skipped := _BETWEEN.match(text, position) or _NUMBER.match(text, position):
            position = skipped.end()
        elif word := pattern.match(text, position):
            yield re.sub(r"\s", "", word[0]).replace("–", "-"), position
            position = word.end()
        else:
            rest = text[position : position + 40].split()[0]
            raise breaks(
                MOVE_LIST, place(text, position), Message("{text} is not a move", text=shorten(rest))
            )


def _plain_words(text: str) -> Iterator[tuple[str, int]]:
    """The words of a list for games whose moves are not cells."""
    for found in re.finditer(r"#.*|[^\s,]+", text):
        if not found[0].startswith("#"):
            yield found[0], found.start()


def _follow(record: GameRecord, text: str, lenient: bool) -> bool:
    """Play the moves of the list on the record; return whether all of them could be played."""
    replay = Replay(record, MOVE_LIST, lenient=lenient)
    game, at = record.game, ROOT
    if isinstance(game, GridGame):
        words = _words(text, _FROM_TO if game.moves_pieces else _WORD)
    else:
        words = _plain_words(text)
    for word, position in words:
        found = replay.step(at, word, game.parse_move, where=placed(text, position))
        if found is None:
            return False
        at = found
    return True


def _guess(text: str, size: int | None, lenient: bool) -> GameRecord:
    """The first game that allows all the moves; else what the one says that got furthest."""
    try:
        first = next(_words(text), None)
    except BadFile:
        raise BadFile(
            "This is not a game file that Boyi knows (SGF, GGF, PSQ, WTHOR, NoGo .dat, Boyi JSON), "
            "and not a move list either: {text}.",
            text=shorten(text.strip()),
        ) from None
    if first is None:
        raise BadFile("The file is empty: there is no game in it.")
    # Capital letters are how Go players write, so they tell NoGo from Gomoku where both would do.
    names = ["othello", "loa", *(("nogo", "gomoku") if first[0][:1].isupper() else ("gomoku", "nogo"))]
    names += [name for name in game_names() if name not in names and game_class(name).is_listed]
    best: GameRecord | None = None
    for name in names:
        try:
            record = GameRecord(choose_game(MOVE_LIST, name, {}, None, size))
        except BadFile:
            continue  # not a size of this game
        try:
            if _follow(record, text, lenient=True):
                return record
        except BadFile:
            pass  # not how moves of this game are written
        if best is None or record.plies > best.plies:
            best = record
    if best is None or best.plies == 0:
        raise BadFile("These moves are of no game that Boyi plays: {text}.", text=shorten(text.strip()))
    if not lenient:
        _follow(GameRecord(best.game), text, lenient=False)
    return best


def write_transcript(record: GameRecord, *, heading: bool = True) -> str:
    """The moves of the main line; Othello's run together and leave passes out, as its players write them."""
    game = record.game
    usual = record.start == game.start()
    words = record.text().split()
    if game.name == "othello":
        moves = "".join(word for word in words if word != "pass")
        if words[-1:] == ["pass"]:  # no move follows from which a reader could tell that it was there
            moves += " pass"
        defaults = all(game.settings[option.name] == option.default for option in game.options)
        plain = bool(moves) and usual and defaults
    else:
        moves, plain = " ".join(words), False
    if not heading or plain:
        return moves + "\n"
    pairs = [f"{name}={value}" for name, value in game.settings.items()]
    if not usual:
        pairs.append(f'position="{game.format_position(record.start)}"')
    return f"# {' '.join([game.name, *pairs])}\n{moves}\n"

"""GGF, the Othello servers' format: one node, moves as ``B[F5/evaluation/seconds]``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boyi.core.errors import BoyiError, shorten
from boyi.core.game import Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.message import Term
from boyi.core.outcome import Outcome
from boyi.core.record import ROOT, GameRecord
from boyi.formats.choice import Hint, choose_grid_game
from boyi.formats.encoding import decode
from boyi.formats.errors import BadFile, CannotWrite, file_of, placed
from boyi.formats.numbers import format_number, parse_number
from boyi.formats.replay import Replay
from boyi.formats.sgf.result import RECORDED, settle
from boyi.formats.sgf.tree import MOVES, GameTree, escape, read_trees, unescape

HEADERS = {
    "PC": "place",
    "DT": "date",
    "PB": "black",
    "PW": "white",
    "RB": "black rank",
    "RW": "white rank",
    "TI": "time",
    "TB": "black time",
    "TW": "white time",
}
_TIMES = ("TI", "TB", "TW")
_FLAGS = {"resigned": "r", "time out": "t", "agreed": "s"}
_REASONS = {flag: reason for reason, flag in _FLAGS.items()}


def read_ggf(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> GameRecord:
    """The first game of a GGF file.

    >>> read_ggf("(;GM[Othello]TY[8]B[F5//1.5]W[D6];)").text()
    'f5 d6'
    """
    return next(read_all_ggf(data, game=game, size=size, lenient=lenient))


def read_all_ggf(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> Iterator[GameRecord]:
    """All games of a GGF file, one by one (a synchro match has two)."""
    text = decode(data)
    for tree in read_trees(text, lenient=lenient):
        yield _read(tree, text, game, size, lenient)


def _read(tree: GameTree, text: str, hint: Hint, size: int | None, lenient: bool) -> GameRecord:
    root = tree.root
    name = (root.text("GM") or "").strip()
    if name.lower() not in ("othello", "reversi"):
        raise BadFile("This GGF file is of {name}; Boyi reads GGF files of Othello.", name=shorten(name))
    board = root.text("BO")
    said = re.match(r"\s*([0-9]{1,3})\b", board or "") or re.search(r"([0-9]{1,3})", root.text("TY") or "")
    othello = choose_grid_game(file_of("GGF"), "othello", {"size": said[1]} if said else {}, hint, size)
    record = GameRecord(othello, _start(othello, board))
    for key, header in HEADERS.items():
        if (value := root.text(key)) is not None:
            record.headers[header] = _seconds(value) if key in _TIMES else value
    record.nodes[ROOT].comment = root.text("C") or ""
    known = {"GM", "BO", "RE", "BYRE", "C", *MOVES, *HEADERS}
    kept = record.nodes[ROOT].properties
    kept.update({key: list(values) for key, values in root.properties.items() if key not in known})
    _play(record, tree, text, lenient)
    _result(record, tree)
    return record


def _start(game: GridGame, board: str | None) -> Position:
    """The position of BO: the size, the cells, the side to move."""
    if board is None:
        return game.start()
    try:
        return game.parse_position(re.sub(r"^\s*[0-9]+", "", board))
    except BoyiError:
        raise BadFile(
            "This GGF file has a broken board: BO must hold the size, {area} cells of *, O or - "
            "and the side to move.",
            area=game.area,
        ) from None


def _play(record: GameRecord, tree: GameTree, text: str, lenient: bool) -> None:
    replay = Replay(record, file_of("GGF"), lenient=lenient)
    at = ROOT
    # The tree reader starts a node at each move, so the moves of one GGF node form a line here.
    number: int | None = 0
    while number is not None:
        node = tree.nodes[number]
        for colour, mark in enumerate(MOVES):
            if (value := node.text(mark)) is None:
                continue
            word, *more = value.split("/")
            found = replay.step(
                at,
                word.strip(),
                record.game.parse_move,
                colour=colour,
                where=placed(text, node.offset),
            )
            if found is None:
                return
            at = found
            played = record.nodes[at]
            evaluation = parse_number(more[0]) if more else None
            if evaluation is not None:
                # SGF's V: the same number seen from black, for the file's discs are no win rate.
                played.properties["V"] = [format_number(-evaluation if colour else evaluation) or "0"]
            played.spent = parse_number(more[1]) if len(more) > 1 else None
        number = node.children[0] if node.children else None


def _result(record: GameRecord, tree: GameTree) -> None:
    text = tree.root.text("RE") or ""
    number, _, flag = text.partition(":")
    points = parse_number(number)
    said = None
    if points is not None:
        winner = None if points == 0 else int(points < 0)
        reason = _REASONS.get(flag.strip().lower())
        whole = int(points) if reason not in ("resigned", "time out") and points == int(points) else None
        said = Outcome(winner, reason or RECORDED, whole)
        exact = [unescape(value) for value in tree.root.properties.get("BYRE", [])]
        if exact:
            score = parse_number(exact[1]) if len(exact) > 1 else None
            said = Outcome(winner, exact[0], None if score is None else int(score))
    board = record.outcome
    if board is not None and board.score is not None and points == board.score and not flag:
        text = ""  # says what the board says
    if settle(record, said, text) is not None:
        record.nodes[ROOT].properties["RE"] = [tree.root.properties["RE"][0]]


def write_ggf(record: GameRecord) -> str:
    """The main line of an Othello record as a GGF game."""
    game = record.game
    if not isinstance(game, GridGame) or game.name != "othello":
        raise CannotWrite("GGF holds Othello only, not {game}.", game=Term(game.name))
    kept = record.nodes[ROOT].properties
    words = ["(;GM[Othello]"]
    for key, header in HEADERS.items():
        if header in record.headers:
            text = record.headers[header]
            words.append(f"{key}[{escape(_minutes(text) if key in _TIMES else text)}]")
    words += _result_words(record)
    words.append(f"TY[{kept['TY'][0] if 'TY' in kept else game.size}]")
    cells = as_grid(record.start).cells.translate(str.maketrans("xo.", "*O-"))
    rows = (cells[row : row + game.size] for row in range(0, game.area, game.size))
    words.append(f"BO[{game.size} {' '.join(rows)} {'*O'[record.start.turn]}]\n")
    if record.nodes[ROOT].comment:
        words.append(f"C[{escape(record.nodes[ROOT].comment)}]")
    skip = {"GM", "BO", "RE", "BYRE", "TY", "C", *MOVES, *HEADERS}
    for key, values in kept.items():
        if key not in skip and re.fullmatch(r"[A-Z0-9_]{1,64}", key):
            words += [f"{key}{''.join(f'[{escape(unescape(value))}]' for value in values)}"]
    for step in record.main_line()[1:]:
        words.append(_move_word(record, step))
    words.append(";)\n")
    return "".join(words)


def write_all_ggf(records: Iterable[GameRecord]) -> str:
    """Several records, one after the other."""
    return "".join(write_ggf(record) for record in records)


def _move_word(record: GameRecord, step: int) -> str:
    node = record.nodes[step]
    assert node.parent is not None
    assert node.move is not None
    turn = record.position_at(node.parent).turn
    name = record.game.format_move(node.move)
    parts = ["PA" if name == "pass" else name.upper(), "", ""]
    if node.properties.get("V") and (value := parse_number(node.properties["V"][0])) is not None:
        parts[1] = format_number(-value if turn else value) or ""
    if node.spent is not None:
        parts[2] = format_number(node.spent) or ""
    return f"{MOVES[turn]}[{'/'.join(parts).rstrip('/')}]"


def _result_words(record: GameRecord) -> list[str]:
    kept = record.nodes[ROOT].properties
    outcome = record.outcome
    text = unescape(kept["RE"][0]) if "RE" in kept and record.result is None else ""
    if parse_number(text.partition(":")[0]) is not None:
        return [f"RE[{escape(text)}]"]
    if outcome is None:
        return []
    area = as_grid(record.start).game.area
    sign = {0: 1, 1: -1, None: 0}[outcome.winner]
    points = outcome.score if outcome.score is not None and outcome.reason not in _FLAGS else sign * area
    if (points > 0) - (points < 0) != sign:
        points = sign * area
    flag = _FLAGS.get(outcome.reason)
    words = [f"RE[{points:+d}.00{':' + flag if flag else ''}]"]
    expected = Outcome(
        outcome.winner,
        outcome.reason if flag else RECORDED,
        None if flag in ("r", "t") else points,
    )
    if outcome == record.result and outcome != expected:
        words.append(f"BYRE[{escape(outcome.reason)}]")
        if outcome.score is not None:
            words.append(f"[{outcome.score}]")
    return words


def _seconds(text: str) -> str:
    """``15:00`` as the seconds SGF wants; what is not so simple stays as it is."""
    found = re.fullmatch(r"(?:([0-9]{1,3}):)?([0-9]{1,4}):([0-9]{2})", text.strip())
    if found is None:
        return text
    return str(int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3]))


def _minutes(text: str) -> str:
    """Seconds as ``minutes:seconds``."""
    if not re.fullmatch(r"[0-9]{1,6}", text):
        return text
    seconds = int(text)
    return f"{seconds // 60:02d}:{seconds % 60:02d}" if seconds // 60 < 10_000 else text

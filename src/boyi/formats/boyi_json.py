"""Boyi's own JSON: everything a record holds, read as if an enemy had written it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, TypeGuard

from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message, Term
from boyi.core.outcome import Outcome
from boyi.core.record import ROOT, GameRecord
from boyi.formats.choice import Hint, choose_game
from boyi.formats.encoding import decode
from boyi.formats.errors import GAME, BadFile, CannotWrite, breaks, file_of, line_and_column
from boyi.formats.replay import Replay

FORMAT = "boyi-game"
VERSION = 1
MOST_NODES = 1_000_000
_NUMBERS = ("clock", "spent", "evaluation")
INTEGER, TEXT, OBJECT = Message("an integer"), Message("text"), Message("an object")
UNIT, SMALLER = Message("between 0 and 1"), Message("smaller")
_FIELDS = frozenset({"move", "parent", "comment", "properties", *_NUMBERS})

PYTHON_SAYS = (
    Term("Expecting value"),
    Term("Expecting property name enclosed in double quotes"),
    Term("Expecting ',' delimiter"),
    Term("Expecting ':' delimiter"),
    Term("Extra data"),
    Term("Unterminated string starting at"),
    Term("Invalid control character at"),
    Term("Invalid \\escape"),
    Term("Invalid \\uXXXX escape"),
    Term("Illegal trailing comma before end of object"),
    Term("Illegal trailing comma before end of array"),
)
"""The reasons of Python's reader of JSON, listed here to be translated."""


def write_json(record: GameRecord) -> str:
    """A record as a JSON document."""
    try:
        return json.dumps({"format": FORMAT, "version": VERSION, **record.to_data()}, allow_nan=False) + "\n"
    except ValueError:
        raise CannotWrite("The record has a clock or an evaluation that is not a finite number.") from None


def read_json(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> GameRecord:
    """The record of a JSON document; anything that is not as it should be is named in one sentence."""
    document = _load(decode(data))
    if document.get("format") != FORMAT:
        raise BadFile("This JSON is not a Boyi game: it must have {field}.", field=f'"format": "{FORMAT}"')
    version = document.get("version")
    if not _is_integer(version):
        raise _wrong("version", INTEGER)
    if version != VERSION:
        raise BadFile(
            "This Boyi game has version {version}; this Boyi reads {own}.",
            version=version,
            own=VERSION,
        )
    options = _mapping(document.get("options", {}), "options")
    chosen = choose_game(file_of("Boyi JSON"), _text(document.get("game"), "game"), options, game, size)
    start = None if document.get("start") is None else _text(document["start"], "start")
    try:
        position = None if start is None else chosen.parse_position(start)
    except BoyiError as error:
        raise BadFile("This {kind} has a broken start: {reason}", kind=GAME, reason=error) from None
    headers = _mapping(document.get("headers", {}), "headers")
    record = GameRecord(chosen, position, {name: _text(headers[name], "headers") for name in headers})
    nodes = document.get("nodes", [])
    if not isinstance(nodes, list):
        raise _wrong("nodes", Message("a list"))
    if len(nodes) > MOST_NODES:
        raise BadFile(
            "This Boyi game has {count:,} nodes; up to {most:,} are read.",
            count=len(nodes),
            most=MOST_NODES,
        )
    _grow(record, nodes, lenient)
    record.result = _outcome(document.get("result"))
    return record


def _load(text: str) -> dict[str, Any]:
    def refuse(word: str) -> float:
        raise BadFile("This JSON file has a number that cannot be read: {reason}.", reason=shorten(word))

    try:
        document = json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        place = line_and_column(error.lineno, error.colno)
        raise breaks(file_of("JSON"), place, Term(error.msg.rstrip(": "))) from None
    except ValueError:  # Python's own limit
        raise BadFile(
            "This JSON file has a number that cannot be read: {reason}.", reason=Message("it is too long")
        ) from None
    except RecursionError:
        raise BadFile("This JSON file is nested too deeply for a game.") from None
    if not isinstance(document, dict):
        raise BadFile("This JSON is not a Boyi game: it must have {field}.", field=f'"format": "{FORMAT}"')
    return document


def _grow(record: GameRecord, nodes: list[Any], lenient: bool) -> None:
    """Play the nodes; each names its parent by its place in the list, or was cut with it (None)."""
    replay = Replay(record, GAME, lenient=lenient)
    places: list[int | None] = []
    for number, entry in enumerate(nodes):
        name = f"nodes[{number}]"
        entry = _mapping(entry, name)
        if unknown := set(entry) - _FIELDS:
            raise breaks(GAME, name, Message("there is no field {name}", name=shorten(min(unknown))))
        node = _place(replay, entry, number, places)
        places.append(node)
        if node is not None:
            _annotate(record, node, entry, name)


def _place(replay: Replay, entry: Mapping[str, Any], number: int, places: list[int | None]) -> int | None:
    """The record's node for an entry: the root for the first, a move played for any other."""
    name, move, parent = f"nodes[{number}]", entry.get("move"), entry.get("parent")
    if number == 0:
        if move is not None or parent is not None:
            raise breaks(GAME, name, Message("the first node is the start and has no move"))
        return ROOT
    if not _is_integer(parent) or not 0 <= parent < number:
        raise breaks(GAME, name, Message("its parent must be an earlier node"))
    if not _is_integer(move):
        raise _wrong(name + ".move", INTEGER)
    before = places[parent]
    if before is None:
        return None
    count = len(replay.record.nodes)
    after = replay.step(before, str(move), int, where=name)
    if after is not None and len(replay.record.nodes) != count + 1:
        raise breaks(GAME, name, Message("the move stands there twice or is a needless pass"))
    return after


def _annotate(record: GameRecord, place: int, entry: Mapping[str, Any], name: str) -> None:
    node = record.nodes[place]
    node.comment = _text(entry.get("comment", ""), name + ".comment")
    for field in _NUMBERS:
        value = entry.get(field)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _wrong(f"{name}.{field}", Message("a number"))
        if abs(value) > 1e12 or not math.isfinite(value) or (field == "evaluation" and not 0 <= value <= 1):
            raise _wrong(f"{name}.{field}", UNIT if field == "evaluation" else SMALLER)
        setattr(node, field, value)
    for key, values in _mapping(entry.get("properties", {}), name + ".properties").items():
        if not isinstance(values, list):
            raise _wrong(name + ".properties", Message("an object of lists of text"))
        node.properties[key] = [_text(value, name + ".properties") for value in values]


def _outcome(data: Any) -> Outcome | None:
    if data is None:
        return None
    fields = _mapping(data, "result")
    winner, score = fields.get("winner"), fields.get("score")
    if winner is not None and not (_is_integer(winner) and winner in (0, 1)):
        raise _wrong("result.winner", Message("0, 1 or null"))
    if score is not None and not (_is_integer(score) and abs(score) < 10**6):
        raise _wrong("result.score", Message("an integer or null"))
    return Outcome(winner, _text(fields.get("reason"), "result.reason"), score)


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise _wrong(name, TEXT)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _wrong(name, Message("text without halves of characters")) from None
    return value


def _mapping(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(name, OBJECT)
    for key in value:
        _text(key, name)
    return value


def _wrong(name: str, expected: Message) -> BadFile:
    return breaks(GAME, name, Message("it must be {expected}", expected=expected))

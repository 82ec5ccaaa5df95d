"""SGF (FF[4]) for our four games: collections of game trees into records and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boyi.core.grid import SIDES, GridGame, as_grid
from boyi.core.message import Term, listing
from boyi.core.record import ROOT, GameRecord, Node
from boyi.formats.choice import Hint
from boyi.formats.encoding import decode
from boyi.formats.errors import BadFile, CannotWrite
from boyi.formats.numbers import format_number
from boyi.formats.sgf.games import (
    DIALECTS,
    HEADERS,
    OWN_APPLICATION,
    ROOT_PROPERTIES,
    SETUP,
    format_cell,
    format_move,
    known_rule,
)
from boyi.formats.sgf.reader import Reading
from boyi.formats.sgf.result import exact_result, format_result
from boyi.formats.sgf.tree import MOVES, GameTree, escape, read_trees, unescape, write_tree


def read_sgf(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> GameRecord:
    """The first game of an SGF file.

    ``game`` and ``size`` help where the file does not say; ``lenient`` keeps the legal part of a broken one.

    >>> read_sgf("(;GM[2];B[f5];W[d6])").text()
    'f5 d6'
    """
    return next(read_all_sgf(data, game=game, size=size, lenient=lenient))


def read_all_sgf(
    data: bytes | str, *, game: Hint = None, size: int | None = None, lenient: bool = False
) -> Iterator[GameRecord]:
    """All games of an SGF collection, one by one."""
    text = decode(data)
    found = False
    for tree in read_trees(text, lenient=lenient):
        found = True
        yield Reading(tree, text, game, size, lenient).record
    if not found:
        raise BadFile("This SGF file has no game in it.")


def write_sgf(record: GameRecord) -> str:
    """A record as an SGF file."""
    return write_all_sgf([record])


def write_all_sgf(records: Iterable[GameRecord]) -> str:
    """Records as one SGF collection."""
    return "".join(write_tree(record_tree(record)) for record in records)


def record_tree(record: GameRecord) -> GameTree:
    """A record as an SGF game tree, with all it holds."""
    game = record.game
    if not isinstance(game, GridGame) or game.name not in DIALECTS:
        raise CannotWrite(
            "SGF has no number for {game}: it holds {offered}.",
            game=Term(game.name),
            offered=listing(Term(name) for name in sorted(DIALECTS)),
        )
    tree = GameTree()
    numbers: dict[int | None, int | None] = {None: None}
    for place in record.walk():
        node = record.nodes[place]
        numbers[place] = number = tree.add(numbers[node.parent])
        tree.nodes[number].properties = properties = _move(record, game, node)
        if place == ROOT:
            properties |= _root(record, game)
        _annotate(properties, node, is_root=place == ROOT)
    return tree


def _root(record: GameRecord, game: GridGame) -> dict[str, list[str]]:
    properties = {
        "FF": ["4"],
        "CA": ["UTF-8"],
        "AP": [OWN_APPLICATION],
        "GM": [str(DIALECTS[game.name].number)],
        "SZ": [str(game.size)],
    }
    kept = record.nodes[ROOT].properties
    if game.name == "nogo":
        properties["RU"] = ["NoGo"]
    elif "rule" in game.settings:
        properties["RU"] = [str(game.settings["rule"])]
    if "RU" in kept and _plays_default(game) and known_rule(game.name, unescape(kept["RU"][0])) is None:
        properties["RU"] = kept["RU"]
    for option in game.options:
        value = game.settings[option.name]
        if option.name not in ("size", "rule") and value != option.default:
            properties.setdefault("BYOP", []).append(f"{escape(option.name, ':')}:{escape(str(value))}")
    for name, header in HEADERS.items():
        if header in record.headers:
            properties[name] = [escape(record.headers[header])]
    for header, text in record.headers.items():
        if header not in HEADERS.values():
            properties.setdefault("BYHD", []).append(f"{escape(header, ':')}:{escape(text)}")
    outcome = record.outcome
    if "RE" in kept and record.result is None:
        properties["RE"] = kept["RE"]
    elif outcome is not None:
        properties["RE"] = [format_result(outcome)]
        if outcome == record.result and (exact := exact_result(game.name, outcome)):
            properties["BYRE"] = [escape(text) for text in exact]
    return properties | _setup(record, game)


def _plays_default(game: GridGame) -> bool:
    """Whether the game is what an unknown rule of a file is read as."""
    return game.name != "nogo" and all(
        game.settings[option.name] == option.default for option in game.options if option.name == "rule"
    )


def _setup(record: GameRecord, game: GridGame) -> dict[str, list[str]]:
    """The stones and the side to move of a start that is not the usual one."""
    if record.start == game.start():
        return {}
    cells, usual = as_grid(record.start).cells, game.start_cells()
    setup = {}
    if cells != usual:
        for name, side in zip(SETUP, SIDES, strict=False):
            if stones := [format_cell(game, cell) for cell, content in enumerate(cells) if content == side]:
                setup[name] = stones
        if not setup:  # an empty board where stones are usual
            setup["AE"] = [format_cell(game, cell) for cell, content in enumerate(usual) if content in SIDES]
    setup["PL"] = [MOVES[record.start.turn]]
    return setup


def _move(record: GameRecord, game: GridGame, node: Node) -> dict[str, list[str]]:
    if node.parent is None or node.move is None:
        return {}
    before = record.position_at(node.parent)
    colour = MOVES[before.turn]
    properties = {colour: [escape(format_move(game, node.move, before))]}
    if node.clock is not None and (text := format_number(node.clock)) is not None:
        properties[colour + "L"] = [text]
    return properties


def _annotate(properties: dict[str, list[str]], node: Node, *, is_root: bool) -> None:
    if node.spent is not None and (text := format_number(node.spent)) is not None:
        properties["BYTS"] = [text]
    if node.evaluation is not None and (text := format_number(node.evaluation, shift=2)) is not None:
        properties["SBKV"] = [text]
    if node.comment:
        properties["C"] = [escape(node.comment)]
    for name, values in node.properties.items():
        # Moves and stones are the record's own business, and so is what the root says about the game.
        if name not in properties and name not in (ROOT_PROPERTIES if is_root else (*MOVES, *SETUP)):
            properties[name] = values

"""Records as rows of the tables, and back."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Message
from boyi.core.outcome import Outcome
from boyi.core.record import GameRecord
from boyi.store.damage import damage_of_end, damage_of_error, damage_of_game, damage_of_moves
from boyi.store.errors import Damaged, StoreError
from boyi.store.searching import row_words

Row = dict[str, Any]
NUMBERS = ("spent", "clock", "evaluation")
LARGEST = 2**31 - 1
MOST_NODES = 50_000
"""Moves of one game with all its variations: about 15 MB, and read from the store without a long stop."""
BOARD_REASONS = frozenset({"full board", "no move"})
"""The ends that the last move makes in any game, besides the game's own; a result stated by a file may name
them without it."""


def too_many_nodes(count: int) -> Message:
    """What is said about a tree beyond the limit."""
    return Message(
        "A game here has at most {most} moves with all its variations; this one has {count}.",
        most=MOST_NODES,
        count=count,
    )


def game_row(record: GameRecord) -> tuple[Row, list[Row]]:
    """A record as its row of ``games`` (without id, extra and times) and its rows of ``moves``.

    Rows of moves about which nothing is said have no more than their ply and their move.
    """
    if len(record.nodes) > MOST_NODES:
        raise StoreError.of(too_many_nodes(len(record.nodes)))
    plies, headers = record.plies, dict(record.headers)
    root, asides, line = None, None, bare_line(record)
    if line is None:
        nodes = record.to_data()["nodes"]
        # ``to_data`` numbers the main line first, so the number of one of its nodes is its ply.
        root = nodes[0] or None
        asides = [_aside(entry, plies) for entry in nodes[plies + 1 :]] or None
        line = [move_row(ply, nodes[ply]) for ply in range(1, plies + 1)]
    row: Row = {
        "game": record.game.name,
        "options": dict(record.game.settings),
        "start": record.game.format_position(record.start),
        "black": headers.pop("black", None),
        "white": headers.pop("white", None),
        "headers": headers,
        "stated": record.result is not None,
        "root": root,
        "asides": asides,
        "length": plies,
        **outcome_row(record.outcome if record.result is None else record.result),
    }
    return {**row, "words": row_words(row, line)}, line


def bare_line(record: GameRecord) -> list[Row] | None:
    """The rows of a game's moves if it has no variations and nothing is said about any of them."""
    if len(record.nodes) != record.plies + 1:
        return None
    line: list[Row] = []
    for place, node in enumerate(record.nodes):
        said = node.comment or node.properties
        if said or not (node.clock is None and node.spent is None and node.evaluation is None):
            return None
        if place:
            if node.parent != place - 1 or not isinstance(node.move, int) or abs(node.move) > LARGEST:
                return None
            line.append({"ply": place, "move": node.move})
    return line


def outcome_row(outcome: Outcome | None) -> Row:
    """The columns that say how a game ended; all are empty while it is not over."""
    if outcome is None:
        return {"winner": None, "reason": None, "score": None}
    return {"winner": outcome.winner, "reason": outcome.reason, "score": outcome.score}


def outcome_of(row: Mapping[str, Any]) -> Outcome | None:
    """How the game of a row ended."""
    return None if row["reason"] is None else Outcome(row["winner"], row["reason"], row["score"])


def move_row(ply: int, entry: Mapping[str, Any]) -> Row:
    """A move of the main line, checked for what a database cannot hold."""
    for name in NUMBERS:
        number = entry.get(name)
        if number is not None and not (isinstance(number, int | float) and math.isfinite(number)):
            raise StoreError(
                "Move {ply} cannot be stored: its {name} is {number}, not a number.",
                ply=ply,
                name=name,
                number=shorten(number),
            )
    move = entry["move"]
    if not isinstance(move, int) or not -LARGEST <= move <= LARGEST:
        raise StoreError(
            "Move {ply} cannot be stored: {move} is not a move number.", ply=ply, move=shorten(move)
        )
    comment = entry.get("comment") or None
    if not isinstance(comment, str | None):
        raise StoreError(
            "Move {ply} cannot be stored: its comment is {comment}, not a text.",
            ply=ply,
            comment=shorten(comment),
        )
    return {
        "ply": ply,
        "move": int(move),
        **{name: entry.get(name) for name in NUMBERS},
        "comment": comment,
        "properties": entry.get("properties") or None,
    }


def build_record(row: Mapping[str, Any], moves: Sequence[Mapping[str, Any]]) -> GameRecord:
    """The record of a row of ``games`` and its moves in their order; every move is checked by the rules."""
    game_id = str(row["id"])
    damage = damage_of_game(row) or damage_of_moves(game_id, [move["ply"] for move in moves], row["length"])
    if damage is None:
        try:
            record = _build(row, moves)
            damage = _damaged_end(row, record)
        except (BoyiError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            damage = damage_of_error(game_id, error)
    if damage is not None:
        raise Damaged.of(damage)
    return record


def _damaged_end(row: Mapping[str, Any], record: GameRecord) -> Message | None:
    """Where the board ended the game, its moves must still lead there: the last ones may be missing."""
    extra, reason = row["extra"], row["reason"]
    played_here = "room" in extra and not extra.get("review")
    if row["stated"] and not (
        played_here and reason in BOARD_REASONS | {known.word for known in record.game.reasons}
    ):
        return None
    ended = record.position.outcome if row["stated"] else record.outcome
    return damage_of_end(str(row["id"]), outcome_of(row), ended)


def _build(row: Mapping[str, Any], moves: Sequence[Mapping[str, Any]]) -> GameRecord:
    nodes: list[Row] = [dict(row["root"] or {})]
    fields = (*NUMBERS, "comment", "properties")
    for move in moves:
        entry: Row = {"move": move["move"], "parent": len(nodes) - 1}
        entry |= {name: move[name] for name in fields if move[name] is not None}
        nodes.append(entry)
    for aside in row["asides"] or ():
        entry = dict(aside)
        entry["parent"] = entry.pop("ply") if "ply" in entry else entry["parent"] + len(moves) + 1
        nodes.append(entry)
    headers = {side: name for side in ("black", "white") if (name := row[side]) is not None}
    result = outcome_row(outcome_of(row)) if row["stated"] and row["reason"] is not None else None
    return GameRecord.from_data(
        {
            "game": row["game"],
            "options": row["options"],
            "start": row["start"],
            "headers": headers | row["headers"],
            "result": result,
            "nodes": nodes,
        }
    )


def _aside(entry: Mapping[str, Any], plies: int) -> Row:
    """A node beside the main line; it must keep its place when the main line grows."""
    kept = dict(entry)
    parent = kept.pop("parent")
    return kept | ({"ply": parent} if parent <= plies else {"parent": parent - plies - 1})

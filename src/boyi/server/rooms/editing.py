"""Looking at a record and changing its tree of variations."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from boyi.core.errors import IllegalMove
from boyi.core.record import GameRecord
from boyi.formats.sgf.shapes import Shape, write_shapes
from boyi.server import client_messages as client
from boyi.server import messages as m
from boyi.server.refusals import Refusal
from boyi.server.rooms import permissions as may
from boyi.server.serializers import as_grid_game, node_views, position_view
from boyi.server.views import ShapeView
from boyi.store.rows import MOST_NODES, too_many_nodes

if TYPE_CHECKING:
    from boyi.server.rooms.room import Room


def find_node(record: GameRecord, number: int) -> int:
    """A node that is part of the tree; others are refused."""
    node = number
    if node >= len(record.nodes):
        raise Refusal("There is no such move in this game.", "not-found")
    while (parent := record.nodes[node].parent) is not None:
        if node not in record.nodes[parent].children:  # it was cut off
            raise Refusal("There is no such move in this game.", "not-found")
        node = parent
    return number


def check_open(record: GameRecord, node: int) -> None:
    """Refuse to analyse a node at which the game is over."""
    if record.outcome_at(node) is not None:
        raise Refusal("The game is over here: there is nothing to analyse.", "not-allowed")


def look(record: GameRecord, message: client.Look) -> list[m.SocketMessage]:
    """The position at a node, and what is near it in a large tree."""
    node = find_node(record, message.node)
    around: list[m.SocketMessage] = [m.Nodes(nodes=node_views(record, node))] if message.around else []
    return [*around, m.Position(ref=message.ref, position=position_view(record, node))]


def explain(record: GameRecord, message: client.Explain) -> None:
    """Raise why a cell may not be played at a node."""
    refuse_cell(record, find_node(record, message.node), message.cell, message.origin)


def refuse_cell(record: GameRecord, node: int, cell: int, origin: int | None) -> None:
    """Raise why a cell, or the move of a piece to it, may not be played; nothing if it may."""
    game = as_grid_game(record.game)
    if max(cell, origin or 0) >= game.area:
        raise Refusal("There is no such cell on this board.", "not-found")
    position = record.position_at(node)
    if origin is None and game.moves_pieces:
        origin = cell  # nothing was taken up: the question is about the piece here
    move = cell if origin is None else origin * game.area + cell
    if record.outcome_at(node) is not None or not position.is_legal(move):
        raise IllegalMove.of(position.why_illegal(move))


def _draw(record: GameRecord, node: int, shapes: list[ShapeView]) -> None:
    """Let these shapes, and no others, be drawn at a node."""
    game = as_grid_game(record.game)
    if any(max(shape.cell, shape.to or 0) >= game.area for shape in shapes):
        raise Refusal("There is no such cell on this board.", "not-found")
    drawn = dict.fromkeys(Shape(shape.kind, shape.cell, shape.to, shape.text) for shape in shapes)
    write_shapes(game, record.nodes[node].properties, drawn)


async def edit(room: Room, message: client.Edit) -> None:
    """Change the tree; it is stored, then shown to everyone."""
    record = room.record
    node = find_node(record, message.node)
    played = not room.info.review
    if played and (message.what == "promote" or (message.what == "remove" and node in record.main_line())):
        may.require(may.AS_PLAYED)
    at = _change(record, message, node)
    await room.storage.save(record)
    nodes, position = node_views(record, at), position_view(record, at)
    room.audience.broadcast(m.Tree(nodes=nodes, at=at, position=position))


def _change(record: GameRecord, message: client.Edit, node: int) -> int:
    """Make the change; the node at which the editor stands after it."""
    if message.what in ("add", "line"):
        if message.what == "add" and message.move is None:
            raise Refusal("There is no move to add in this message.", "bad-message")
        moves = [message.move] if message.what == "add" else message.moves
        if len(record.nodes) + len(moves) > MOST_NODES:
            raise Refusal.of(too_many_nodes(len(record.nodes)), "too-large")
        position = record.position_at(node)
        for move in moves:
            position = position.play(cast(int, move))  # all or nothing
        for move in moves:
            node = record.play(cast(int, move), node)
        return node
    if message.what == "remove":
        parent = record.nodes[node].parent
        record.remove(node)
        assert parent is not None
        return parent
    if message.what == "promote":
        record.promote(node)
    elif message.what == "shapes":
        _draw(record, node, message.shapes)
    else:
        record.nodes[node].comment = message.text
    return node

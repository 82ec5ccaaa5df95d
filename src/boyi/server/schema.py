"""One JSON Schema of all that page and server say: ``python -m boyi.server.schema`` prints it.

The types of the page are made from it (``tools.page_types``). Its properties are ``client`` and ``server``
(the two unions of the WebSocket) and the REST bodies by name.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import TypeAdapter

from boyi.server import bodies, class_bodies, lab_bodies, ladder_bodies, lessons
from boyi.server.client_messages import client_messages
from boyi.server.messages import server_messages
from boyi.server.views import RoomView

REQUESTS: tuple[type[Any], ...] = (
    bodies.NewGame,
    bodies.Course,
    bodies.LookAt,
    bodies.Ids,
    bodies.Listed,
    bodies.Export,
    lessons.Attempt,
    class_bodies.NewAssignment,
    lab_bodies.NewExplanation,
    lab_bodies.Prediction,
    lab_bodies.TreeQuestion,
    lab_bodies.Guess,
    lab_bodies.KeepMistakes,
)
ANSWERS: tuple[type[Any], ...] = (
    bodies.Catalog,
    bodies.Words,
    bodies.Made,
    bodies.Claimed,
    bodies.Listing,
    bodies.Thumbnails,
    bodies.Deleted,
    bodies.Imported,
    bodies.Looked,
    bodies.NetworkView,
    bodies.Lobby,
    bodies.SeatToken,
    class_bodies.ClassView,
    class_bodies.AssignmentMade,
    class_bodies.Assignments,
    ladder_bodies.LadderView,
    ladder_bodies.LadderReplay,
    ladder_bodies.MyBots,
    lessons.GuideView,
    lessons.Tried,
    lab_bodies.LabView,
    lab_bodies.Begun,
    lab_bodies.Practice,
    lab_bodies.PuzzleView,
    lab_bodies.Guessed,
    lab_bodies.Kept,
    bodies.Error,
    RoomView,
)


def make_schema() -> dict[str, Any]:
    """The schema as plain data."""
    inputs: list[tuple[str, Literal["validation", "serialization"], TypeAdapter[Any]]] = [
        ("client", "validation", client_messages),
        ("server", "serialization", server_messages),
    ]
    inputs += [(body.__name__, "validation", TypeAdapter(body)) for body in REQUESTS]
    inputs += [(body.__name__, "serialization", TypeAdapter(body)) for body in ANSWERS]
    found, definitions = TypeAdapter.json_schemas(inputs, title="Boyi")
    properties = {key: schema for (key, _), schema in found.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Boyi",
        "type": "object",
        "properties": properties,
        **definitions,
    }


if __name__ == "__main__":
    print(json.dumps(make_schema(), indent=2, ensure_ascii=False))

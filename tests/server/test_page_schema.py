"""The page's types are made from a copy of the schema; this says when the copy is stale."""

import json
from pathlib import Path

from boyi.server.schema import make_schema

COPY = Path(__file__).parents[2] / "frontend" / "src" / "protocol" / "schema.json"


def test_the_page_knows_the_messages_of_this_server() -> None:
    assert json.loads(COPY.read_text("utf-8")) == make_schema(), (
        "print it anew: python -m boyi.server.schema > frontend/src/protocol/schema.json, then npm run types"
    )

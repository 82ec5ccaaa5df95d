"""The types of the page are those of the server's messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tools import page_types

from boyi.server.schema import make_schema


def test_the_page_knows_the_messages_of_this_server() -> None:
    assert page_types.main(["--check"]) is None


def test_stale_types_are_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stale = tmp_path / "types.ts"
    stale.write_text(page_types.TYPES.read_text("utf-8").replace("ply: number", "ply: string"), "utf-8")
    monkeypatch.setattr(page_types, "TYPES", stale)
    monkeypatch.setattr(page_types, "ROOT", tmp_path)
    problem = page_types.main(["--check"])
    assert problem is not None
    assert "types.ts is not what" in problem
    page_types.main([])
    assert stale.read_text("utf-8") == page_types.make_types(make_schema())


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ({"type": "integer"}, "number"),
        ({"const": "room"}, '"room"'),
        ({"enum": [0, 1]}, "0 | 1"),
        ({"anyOf": [{"$ref": "#/$defs/Side"}, {"type": "null"}]}, "Side | null"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
        (
            {"type": "object", "propertyNames": {"$ref": "#/$defs/Role"}, "additionalProperties": True},
            "Partial<Record<Role, unknown>>",
        ),
    ],
)
def test_what_typescript_calls_a_value(schema: dict[str, Any], name: str) -> None:
    assert page_types.type_of(schema) == name


def test_what_has_no_type_is_refused() -> None:
    with pytest.raises(ValueError, match="No type"):
        page_types.type_of({"type": "tuple"})

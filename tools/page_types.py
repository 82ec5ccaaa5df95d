"""Write frontend/src/protocol/types.ts, the page's types, from the server's messages (``make page-types``).

With ``--check``, as ``make lint`` calls it, say whether the file is what the messages give.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from boyi.server.schema import make_schema

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "frontend" / "src" / "protocol" / "types.ts"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def make_types(schema: Schema) -> str:
    """The text of types.ts for a schema.

    >>> point = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    >>> print(make_types({"properties": {"client": {"$ref": "#/$defs/Point"}}, "$defs": {"Point": point}}))
    // Made by tools/page_types.py from the server's messages; do not edit.
    <BLANKLINE>
    export type Client = Point;
    <BLANKLINE>
    export interface Point {
      x: number;
    }
    <BLANKLINE>
    """
    parts = ["// Made by tools/page_types.py from the server's messages; do not edit.", ""]
    for name in ("client", "server"):
        if name in schema["properties"]:
            parts += [f"export type {name.capitalize()} = {type_of(schema['properties'][name])};", ""]
    for name, definition in schema["$defs"].items():
        parts += [*_declaration(name, definition), ""]
    return "\n".join(parts)


def _declaration(name: str, definition: Schema) -> Iterator[str]:
    """A class as an interface, anything else as the name of a type."""
    yield from _comment(definition, "")
    if "properties" not in definition:
        yield f"export type {name} = {type_of(definition)};"
        return
    yield f"export interface {name} {{"
    required = definition.get("required", ())
    for field, schema in definition["properties"].items():
        # A discriminator has a default on the server's side, but it is always sent.
        optional = "" if field in required or "const" in schema else "?"
        yield from _comment(schema, "  ")
        yield f"  {field}{optional}: {type_of(schema)};"
    yield "}"


def _comment(schema: Schema, indent: str) -> Iterator[str]:
    if text := schema.get("description"):
        yield f"{indent}/** {text.partition(chr(10))[0].strip()} */"


def type_of(schema: Schema) -> str:
    """What TypeScript calls the values of a schema."""
    if reference := schema.get("$ref"):
        return str(reference).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if values := schema.get("enum"):
        return " | ".join(map(json.dumps, values))
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(type_of, choices)))
    kind = schema.get("type")
    if kind == "array":
        item = type_of(schema["items"]) if schema.get("items") else "unknown"
        return f"({item})[]" if " " in item or "|" in item else f"{item}[]"
    if kind == "object":
        return _mapping(schema)
    if kind in PLAIN:
        return PLAIN[kind]
    raise ValueError(f"No type for {schema}.")


def _mapping(schema: Schema) -> str:
    values = schema.get("additionalProperties")
    value = type_of(values) if isinstance(values, dict) else "unknown"
    keys = schema.get("propertyNames", {})
    if "$ref" in keys:
        return f"Partial<Record<{type_of(keys)}, {value}>>"
    if "enum" in keys:
        return "{ " + "; ".join(f"{key}?: {value}" for key in keys["enum"]) + " }"
    return f"Record<string, {value}>"


def main(arguments: list[str]) -> str | None:
    """Write the file, or compare it; the answer is what is wrong."""
    parser = argparse.ArgumentParser(description="The types of the page from the server's messages.")
    parser.add_argument("--check", action="store_true", help="change nothing, say what is wrong")
    made = make_types(make_schema())
    if not parser.parse_args(arguments).check:
        TYPES.write_text(made, "utf-8")
    elif TYPES.read_text("utf-8") != made:
        return f"{TYPES.relative_to(ROOT)} is not what the server's messages give: run make page-types."
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

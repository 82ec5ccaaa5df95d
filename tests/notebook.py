"""Runs a notebook cell by cell in this process, while an event loop runs as it does in Jupyter.

Jupyter itself is no requirement of the tests: a cell is Python, and what its last expression shows is one of
the ``_repr_…_`` methods.
"""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REPRESENTATIONS = ("_repr_html_", "_repr_svg_", "_repr_markdown_")


def cells_of(path: Path) -> list[str]:
    """The sources of the code cells."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code"]


def run_notebook(path: Path) -> list[str | None]:
    """What each code cell shows."""

    async def run() -> list[str | None]:
        return list(_outputs(cells_of(path)))

    return asyncio.run(run())


def _outputs(cells: list[str]) -> Iterator[str | None]:
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, source in enumerate(cells, start=1):
        tree = ast.parse(source, f"cell {number}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"cell {number}", "exec"), names)
        if last is None:
            yield None
            continue
        assert isinstance(last, ast.Expr)
        yield shown(eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names))


def shown(value: object) -> str | None:
    """What a notebook shows of a value."""
    if value is None:
        return None
    for name in REPRESENTATIONS:
        if (method := getattr(value, name, None)) is not None and (text := method()) is not None:
            return str(text)
    return repr(value)

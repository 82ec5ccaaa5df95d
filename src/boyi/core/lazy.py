"""Public names of a package that are loaded when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def lazy_names(
    package: dict[str, Any], places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` for a package whose ``globals()`` are given.

    ``places`` says for each name which module it comes from.
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        from importlib import import_module

        package[name] = found = getattr(import_module(places[name]), name)
        return found

    def names() -> list[str]:
        return sorted({*package, *places})

    return find, names

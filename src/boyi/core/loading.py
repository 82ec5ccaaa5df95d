"""Values that are named by text, so that their modules are loaded when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar

T = TypeVar("T")


def load(entry: T | str) -> T:
    """The value that ``"package.module:NAME"`` names; any other value is returned as it is.

    >>> load("math:pi") > load(3)
    True
    """
    if not isinstance(entry, str):
        return entry
    module, _, attribute = entry.partition(":")
    found: T = getattr(import_module(module), attribute)
    return found

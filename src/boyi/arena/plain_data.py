"""Settings as plain data and back: what folders keep and other processes are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from boyi.core.errors import BoyiError, shorten
from boyi.core.message import Template

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Settings = TypeVar("Settings", bound="DataclassInstance")


def fields_of(settings: DataclassInstance) -> dict[str, Any]:
    """Every field by its name."""
    return {entry.name: getattr(settings, entry.name) for entry in fields(settings)}


def restore(
    kind: type[Settings],
    data: Mapping[str, Any],
    refused: tuple[type[BoyiError], Template],
    **readers: Callable[[Any], Any],
) -> Settings:
    """The settings that a mapping holds; anything else is refused in a sentence, which is told the error.

    What the data of an earlier version does not have is as it was then. ``readers`` make values of the data
    of single fields.
    """
    try:
        values = {entry.name: data[entry.name] for entry in fields(kind) if entry.name in data}
        for name, read in readers.items():
            if name in values:
                values[name] = read(values[name])
        return kind(**values)
    except (KeyError, TypeError, ValueError) as error:
        made, said = refused
        raise made.of(said(error=shorten(error))) from None

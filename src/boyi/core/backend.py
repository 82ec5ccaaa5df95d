"""Which implementation of the rules a game uses: Python, or an accelerator that registered itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from boyi.core.errors import BackendUnavailable, UnknownName, shorten
from boyi.core.message import Message, alternatives

if TYPE_CHECKING:
    from boyi.core.game import Game, Kernel

Provider = Callable[["Game"], "Kernel | Message"]
"""Given a game, return its kernel, or the sentence that says why there is none."""

VARIABLE = "BOYI_BACKEND"
PYTHON = "python"

_providers: dict[str, Provider] = {}


def register_backend(name: str, provider: Provider) -> None:
    """Offer an accelerator; of several, the one registered last is tried first."""
    _providers[name] = provider


def choose(game: Game, wanted: str | None = None) -> tuple[str, Kernel | None]:
    """Pick the back end: the argument, else the environment, else the fastest that can."""
    source = "" if wanted is not None else f" ({VARIABLE})"
    if wanted is None:
        wanted = os.environ.get(VARIABLE) or None
    if wanted == PYTHON:
        return PYTHON, None
    if wanted is not None and wanted not in _providers:
        offered = alternatives([PYTHON, *_providers])
        raise UnknownName(
            "There is no back end {name}{source}: choose {offered}.",
            name=shorten(wanted),
            source=source,
            offered=offered,
        )
    for name in reversed(_providers) if wanted is None else [wanted]:
        kernel = _providers[name](game)
        if not isinstance(kernel, Message):
            return name, kernel
        if wanted:
            raise BackendUnavailable(
                "The {name} back end{source} cannot play this: {why}", name=name, source=source, why=kernel
            )
    return PYTHON, None


def available(game: Game) -> list[str]:
    """The back ends that can play this game here, the fastest first."""
    fast = [name for name, provide in reversed(_providers.items()) if not isinstance(provide(game), Message)]
    return [*fast, PYTHON]

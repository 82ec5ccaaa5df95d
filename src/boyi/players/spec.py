"""Player specs: the short strings that name a player everywhere, such as ``playout:time=1,seed=7``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from math import inf
from typing import Any

from boyi.core.errors import BoyiError, shorten
from boyi.players.base import Player, adapt


class BadSpec(BoyiError):
    """Text that names no player."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed spec: ``kind:name,key=value…``; the name and the settings may be missing.

    >>> Spec.parse("classic:alphabeta,depth=6")
    Spec(kind='classic', name='alphabeta', settings=(('depth', '6'),))
    >>> str(Spec.parse("playout:time=1,seed=7"))
    'playout:time=1,seed=7'
    """

    kind: str
    name: str = ""
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read a spec; raise ``BadSpec`` with a sentence if the text is none."""
        kind, _, rest = text.strip().partition(":") if isinstance(text, str) else ("", "", "")
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", kind):
            raise BadSpec(f"{shorten(text)} names no player: write kind:name,key=value, for example random.")
        pieces = rest.split(",") if rest else []
        name = pieces.pop(0) if pieces and "=" not in pieces[0] else ""
        settings: dict[str, str] = {}
        for piece in pieces:
            key, equals, value = (part.strip() for part in piece.partition("="))
            if not (key and equals and value):
                raise BadSpec(f"{shorten(piece)} in {shorten(text)} is not key=value.")
            if key in settings:
                raise BadSpec(f"{key} is given twice in {shorten(text)}.")
            settings[key] = value
        return cls(kind.lower(), name.strip(), tuple(settings.items()))

    def __str__(self) -> str:
        pieces = [self.name] if self.name else []
        pieces += [f"{key}={value}" for key, value in self.settings]
        return f"{self.kind}:{','.join(pieces)}" if pieces else self.kind


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that a kind of player can be given."""

    name: str
    type: type[int] | type[float]
    low: float
    high: float
    help: str = ""

    def accept(self, text: str) -> int | float:
        """The value, or a sentence on what is accepted."""
        try:
            value = self.type(text) if len(text) < 30 else inf
        except ValueError:
            value = inf
        if not self.low <= value <= self.high:
            what = "a whole number" if self.type is int else "a number"
            raise BadSpec(
                f"{self.name}={text[:30]} is not accepted: give {what} from {self.low:g} to {self.high:g}."
            )
        return value


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: how it is made and what it can be given."""

    make: Callable[[Mapping[str, Any]], Any] | str
    """Gets the settings and returns a player; or ``package.module:function``, loaded on first use."""
    settings: tuple[Setting, ...] = field(default=())
    help: str = ""
    help_zh: str = ""


_kinds: dict[str, Kind] = {}


def register_player(name: str, kind: Kind) -> None:
    """Add a kind of player to those that specs can name."""
    _kinds[name] = kind


def player_kinds() -> Mapping[str, Kind]:
    """The registered kinds in the order of registration."""
    return dict(_kinds)


def make_player(spec: Spec | str, seed: int | None = None, others: Sequence[str] = ()) -> Player:
    """Build the player that a spec names; ``seed`` is used where the spec gives none.

    ``others`` are words that the caller understands besides, for the sentence about what can be chosen.
    """
    spec = Spec.parse(spec) if isinstance(spec, str) else spec
    kind = _kinds.get(spec.kind)
    if kind is None:
        offered = [*_kinds, *others]
        close = get_close_matches(spec.kind, offered, n=1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise BadSpec(f"There is no player {shorten(spec.kind)}: choose {', '.join(offered)}.{hint}")
    if spec.name:
        raise BadSpec(f"{spec.kind} takes no name {shorten(spec.name)}: write {_usage(spec.kind, kind)}.")
    known = {setting.name: setting for setting in kind.settings}
    for key, _ in spec.settings:
        if key not in known:
            raise BadSpec(f"{spec.kind} has no setting {shorten(key)}: write {_usage(spec.kind, kind)}.")
    values = {key: known[key].accept(value) for key, value in spec.settings}
    if seed is not None and "seed" in known:
        values.setdefault("seed", seed)
    make = kind.make
    if isinstance(make, str):
        module, _, attribute = make.partition(":")
        make = getattr(import_module(module), attribute)
        assert callable(make)
    return adapt(make(values))


def _usage(name: str, kind: Kind) -> str:
    keys = ",".join(f"{setting.name}=…" for setting in kind.settings)
    return f"{name}:{keys} (each may be left out)" if keys else name

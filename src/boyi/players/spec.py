"""Player specs: the short strings that name a player everywhere, such as ``mcts:time=1,c=0.7``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boyi.core.errors import did_you_mean, printable, shorten
from boyi.core.loading import load
from boyi.core.message import Message, Term, listing
from boyi.core.plugins import PLAYERS, installed, load_own
from boyi.players.base import Player, adapt
from boyi.players.engine import Engine, EnginePlayer
from boyi.players.limit import Limit
from boyi.settings.setting import BadSpec as BadSpec
from boyi.settings.setting import FileSwitch, Number, Setting

COMMAND = "cmd"
"""The kind of players that are programs of their own."""
FILES = frozenset({"py", "mo"})
"""The kinds of players that live in a Python file. They and commands are other people's programs."""
HUMAN = "human"
"""A person where one can sit: no spec of a player that can be made."""
LONGEST_PATH = 200
"""Letters of a path that a message repeats."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed spec: ``kind:name,key=value…``; the name and the settings may be missing.

    >>> Spec.parse("classic:alphabeta,depth=6")
    Spec(kind='classic', name='alphabeta', settings=(('depth', '6'),))
    >>> str(Spec.parse("playout:time=1,seed=7"))
    'playout:time=1,seed=7'

    Kinds whose name is a command or a path have their settings behind a question mark:

    >>> Spec.parse("cmd:./pbrain-foo --depth 3,4?protocol=gomocup&timeout=5")
    Spec(kind='cmd', name='./pbrain-foo --depth 3,4', settings=(('protocol', 'gomocup'), ('timeout', '5')))
    """

    kind: str
    name: str = ""
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Read a spec; raise ``BadSpec`` with a sentence if the text is none."""
        kind, _, rest = text.strip().partition(":") if isinstance(text, str) else ("", "", "")
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,39}", kind):
            path = text.strip() if isinstance(text, str) else ""
            if path.endswith((".py", ".ipynb")) and len(path) <= LONGEST_PATH:
                spec = f"{'py' if path.endswith('.py') else 'mo'}:{printable(path)}"
                raise BadSpec("{text} is a file: write {spec}.", text=shorten(path), spec=spec)
            raise BadSpec(
                "{text} names no player: write kind:name,key=value, for example random.", text=shorten(text)
            )
        if is_raw := _is_raw(kind.lower()):
            name, pieces = _split_raw(rest)
        else:
            pieces = rest.split(",") if rest else []
            name = pieces.pop(0) if pieces and "=" not in pieces[0] else ""
        settings: dict[str, str] = {}
        for piece in pieces:
            key, equals, value = (part.strip() for part in piece.partition("="))
            if not (key and equals and value):
                raise BadSpec("{piece} in {text} is not key=value.", piece=shorten(piece), text=shorten(text))
            if key in settings:
                raise BadSpec("{key} is given twice in {text}.", key=key, text=shorten(text))
            settings[key] = _unescape(value) if is_raw else value
        return cls(kind.lower(), name.strip(), tuple(settings.items()))

    def with_settings(self, changed: Mapping[str, str]) -> Spec:
        """The spec with some settings changed or added.

        >>> str(Spec.parse("mcts:nodes=10,c=0.7").with_settings({"nodes": "20"}))
        'mcts:c=0.7,nodes=20'
        """
        kept = tuple((name, value) for name, value in self.settings if name not in changed)
        return Spec(self.kind, self.name, (*kept, *changed.items()))

    def __str__(self) -> str:
        if _is_raw(self.kind):
            query = "&".join(f"{key}={_escape(value)}" for key, value in self.settings)
            # A name that could be taken for one with settings gets empty ones.
            unclear = not query and _split_raw(self.name) != (self.name, [])
            return f"{self.kind}:{self.name}" + (f"?{query}" if query or unclear else "")
        pieces = [self.name] if self.name else []
        pieces += [f"{key}={value}" for key, value in self.settings]
        return f"{self.kind}:{','.join(pieces)}" if pieces else self.kind


def _is_raw(kind: str) -> bool:
    entry = _entry(kind)
    return isinstance(entry, Kind) and entry.raw


def _split_raw(text: str) -> tuple[str, list[str]]:
    """A command and its settings; a question mark belongs to the command if no settings follow it."""
    name, mark, query = text.rpartition("?")
    if mark and not query:
        return name, []
    if mark and re.fullmatch(r"[a-z_]+=[^&]*(&[a-z_]+=[^&]*)*", query):
        return name, query.split("&")
    return text, []


def _escape(value: str) -> str:
    return re.sub("[%&?]", lambda found: f"%{ord(found[0]):02X}", value)


def _unescape(value: str) -> str:
    return re.sub("%(25|26|3[Ff])", lambda found: chr(int(found[1], 16)), value)


NO_HELP = Message("")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: how it is made and what it can be given."""

    make: Callable[[Mapping[str, Any]], Any] | str
    """Makes a player or engine of the settings; or ``package.module:function``, loaded on first use."""
    settings: tuple[Setting, ...] = ()
    help: Message = NO_HELP
    name: Setting | None = None
    """What stands behind the colon, if the kind takes any name of a sort (``level:5``)."""
    raw: bool = False
    """Whether the name may hold anything (a command, a path), so that settings follow a question mark."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """The kind's own values for settings that are not given; a time only where no nodes are given either."""

    def usual(self, setting: Setting) -> Message | Term | str:
        """What holds where a setting is not given, in words."""
        if setting.name in self.defaults:
            return setting.write(self.defaults[setting.name])
        return setting.usual


Source = Callable[[], Mapping[str, Kind]]
"""Finds players by name, when one of them is asked for."""

_kinds: dict[str, Kind | Source | str] = {}
_aliases: dict[str, str] = {}
_broken: dict[str, Message] = {}
"""Why kinds of installed packages cannot be used."""


def register_player(name: str, kind: Kind) -> None:
    """Add a kind of player to those that specs can name: ``kind`` or ``kind:name``."""
    load_own(PLAYERS)
    _kinds[name] = kind


def register_players(kind: str, source: Source | str) -> None:
    """Add players ``kind:name`` that are found when they are asked for; ``"package.module:function"``
    names a source that is loaded then.
    """
    load_own(PLAYERS)
    _kinds[kind] = source


def register_alias(name: str, spec: str) -> None:
    """Let a single word stand for a spec."""
    _aliases[name] = spec


def player_kinds() -> Mapping[str, Kind]:
    """The registered kinds in the order of registration, then those of installed packages."""
    _find_installed()
    found: dict[str, Kind] = {}
    for name, entry in _kinds.items():
        if isinstance(entry, Kind):
            found[name] = entry
        else:
            found |= {f"{name}:{player}": kind for player, kind in load(entry)().items()}
    return found


def kind_names() -> list[str]:
    """The words before the colon of all specs."""
    _find_installed()
    return list(dict.fromkeys(name.partition(":")[0] for name in _kinds))


def player_aliases() -> Mapping[str, str]:
    """The words that stand for specs."""
    load_own(PLAYERS)
    return dict(_aliases)


def _entry(name: str) -> Kind | Source | str | None:
    """What is registered under a name; installed packages are asked where Boyi knows none."""
    load_own(PLAYERS)
    if name not in _kinds and name not in _aliases:
        _find_installed()
    return _kinds.get(name)


def _find_installed() -> None:
    """Register what installed packages bring; one that cannot be loaded is named when it is asked for."""
    load_own(PLAYERS)
    for name, place in installed(PLAYERS).items():
        if name in _kinds or name in _broken:
            continue
        try:
            _kinds[name] = load(place)
        except Exception as error:
            _broken[name] = Message(
                "{name} of an installed package cannot be loaded: {error}",
                name=name,
                error=shorten(error, 200),
            )


def make_player(
    spec: Spec | str, seed: int | None = None, others: Sequence[str] = (), limit: Limit | None = None
) -> Player:
    """Build the player that a spec names; ``seed`` is used where the spec gives none.

    ``others`` are words that the caller understands besides, for the sentence about what can be chosen.
    ``limit`` overrides the player's own.
    """
    made = _make(spec, {} if seed is None else {"seed": seed}, others, limit or Limit())
    return EnginePlayer(made) if isinstance(made, Engine) else adapt(made)


def make_engine(
    spec: Spec | str, seed: int | None = None, threads: int | None = None, limit: Limit | None = None
) -> Engine | Player:
    """Build the engine that a spec names, or the player if it is none that searches."""
    given = {"seed": seed, "threads": threads}
    made = _make(
        spec, {key: value for key, value in given.items() if value is not None}, (), limit or Limit()
    )
    return made if isinstance(made, Engine) else adapt(made)


def settings_of(spec: Spec | str) -> set[str]:
    """The names of what the player of a spec can be given.

    >>> sorted(settings_of("random")), "nodes" in settings_of("beginner")
    (['seed'], True)
    """
    _, kind = _find(_meant(spec), ())
    return {setting.name for setting in kind.settings}


def file_settings(spec: Spec | str) -> dict[str, Path]:
    """The settings of a spec that name a file of this computer, which nobody elsewhere may.

    >>> file_settings("level:10,book=no"), [*file_settings("advanced:book=my.json")]
    ({}, ['book'])
    """
    spec = _meant(spec)
    _, kind = _find(spec, ())
    known = {setting.name: setting for setting in kind.settings if isinstance(setting, FileSwitch)}
    values = {name: known[name].parse(text) for name, text in spec.settings if name in known}
    return {name: value for name, value in values.items() if isinstance(value, Path)}


def in_folder(spec: Spec, folder: Path) -> Spec:
    """The spec with whole paths in its settings; they began at a folder. What names no player stays."""
    try:
        files = file_settings(spec) if spec.settings else {}
    except BadSpec:
        return spec
    changed = {name: FileSwitch("").write((folder / path).absolute()) for name, path in files.items()}
    return Spec(spec.kind, spec.name, tuple((name, changed.get(name, text)) for name, text in spec.settings))


def _meant(spec: Spec | str) -> Spec:
    """The spec, or the one that it stands for."""
    spec = Spec.parse(spec) if isinstance(spec, str) else spec
    load_own(PLAYERS)
    if spec.kind not in _aliases or spec.name:
        return spec
    meant = Spec.parse(_aliases[spec.kind])
    return Spec(meant.kind, meant.name, meant.settings + spec.settings)


def _make(spec: Spec | str, defaults: Mapping[str, Any], others: Sequence[str], limit: Limit) -> Any:
    spec = _meant(spec)
    label, kind = _find(spec, others)
    known = {setting.name: setting for setting in kind.settings}
    for key, _ in spec.settings:
        if key not in known:
            raise BadSpec(
                "{label} has no setting {key}: write {usage}.",
                label=label,
                key=shorten(key),
                usage=_usage(label, kind),
            )
    values: dict[str, Any] = {key: known[key].read(value) for key, value in spec.settings}
    if kind.name is not None:
        values[kind.name.name] = kind.name.read(spec.name)
    values = limit.over(values, set(known), label)
    for key, value in defaults.items():
        if key in known:
            values.setdefault(key, value)
    for key, value in kind.defaults.items():
        if key != "time" or "nodes" not in values:
            values.setdefault(key, value)
    return load(kind.make)(values)


def _find(spec: Spec, others: Sequence[str]) -> tuple[str, Kind]:
    """The kind that a spec names, and what it is called."""
    label = f"{spec.kind}:{spec.name}" if spec.name else spec.kind
    # Only the source of the kind that is asked for is loaded.
    known = _kinds if isinstance(_entry(spec.kind), Kind | None) else player_kinds()
    if spec.kind in _broken:
        raise BadSpec.of(_broken[spec.kind])
    if isinstance(kind := known.get(label), Kind) and (spec.name or kind.name is None):
        return label, kind
    if isinstance(kind := known.get(spec.kind), Kind):
        if kind.name is None:
            raise BadSpec(
                "{kind} takes no name {name}: write {usage}.",
                kind=spec.kind,
                name=shorten(spec.name),
                usage=_usage(spec.kind, kind),
            )
        if not spec.name:
            wanted = (
                kind.name.wanted
                if isinstance(kind.name, Number)
                else Message("a {name}", name=kind.name.name)
            )
            raise BadSpec(
                "{kind} needs a colon and {wanted}: write {kind}:{example}.",
                kind=spec.kind,
                wanted=wanted,
                example=kind.name.example,
            )
        return spec.kind, kind
    names = [key.partition(":")[2] for key in known if key.startswith(f"{spec.kind}:")]
    if names:
        offered = listing(f"{spec.kind}:{name}" for name in names)
        if not spec.name:
            raise BadSpec("There is more than one {kind}: choose {offered}.", kind=spec.kind, offered=offered)
        message = Message(
            "There is no {kind} player {name}: choose {offered}.",
            kind=spec.kind,
            name=shorten(spec.name),
            offered=offered,
        )
        raise BadSpec.of(did_you_mean(message, spec.name, names))
    kinds = [*kind_names(), *_aliases, *others]
    message = Message(
        "There is no player {name}: choose {offered}.", name=shorten(spec.kind), offered=listing(kinds)
    )
    raise BadSpec.of(did_you_mean(message, spec.kind, kinds))


def _usage(name: str, kind: Kind) -> Message:
    if kind.raw and kind.name is not None:
        keys = "&".join(f"{setting.name}=…" for setting in kind.settings)
        return Message("{form} (each may be left out)", form=f"{name}:{kind.name.name.upper()}?{keys}")
    keys = ",".join(f"{setting.name}=…" for setting in kind.settings)
    if not keys:
        return Message("{form}", form=name)
    form = f"{name}{',' if ':' in name else ':'}{keys}"
    return Message("{form} (each may be left out)", form=form)

"""``boyi players``: every player, its settings with ranges and defaults, and the evaluations of the games."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import east_asian_width

from boyi.cli.level_table import describe_levels, level_lines
from boyi.cli.options import add_json
from boyi.cli.parser import Parser
from boyi.core.errors import did_you_mean, shorten
from boyi.core.evaluation import all_evaluations
from boyi.core.language import CHINESE, ENGLISH, Language
from boyi.core.message import Message, Term, listing
from boyi.core.registry import game_class, game_names, make_game
from boyi.players.spec import HUMAN, BadSpec, Kind, player_aliases, player_kinds
from boyi.settings.mcts import FastMctsConfig
from boyi.settings.setting import Setting, settings_in

LEVEL = "level"
HEADS = (Term("setting"), Term("default"), Term("accepts"), Term("meaning"))
MORE = Message("boyi players KIND lists the settings of one, for example boyi players mcts.")
EVALUATIONS = Message("Evaluations, the default first (alphabeta:evaluation=…):")
PERSON = Kind("", (), Message("a person at this terminal (boyi play --opponent human)"))
SHORT = Message("Words that stand for a player:")


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi players``."""
    parser.add_argument("kind", metavar="KIND", nargs="?", help=Message("One kind, e.g. mcts or classic."))
    parser.add_argument("--markdown", action="store_true", help=Message("Print all as Markdown."))
    add_json(parser)


def run(arguments: Namespace) -> None:
    """Print the list, or the settings of one kind."""
    kinds = chosen(arguments.kind)
    language = arguments.language
    if arguments.json:
        found = {name: describe(kind) for name, kind in kinds.items()}
        if LEVEL in found:
            found[LEVEL]["games"] = describe_levels()
        print(json.dumps(found, ensure_ascii=False, indent=2))
    elif arguments.markdown:
        print(as_markdown(kinds, language))
    elif arguments.kind is None:
        print("\n".join(overview(kinds, language)))
    else:
        print("\n\n".join(in_full(name, kind, language) for name, kind in kinds.items()))
        if LEVEL in kinds:
            print("", *level_lines(language), sep="\n")


def all_kinds() -> Mapping[str, Kind]:
    """Every kind of player, a person too, who is none that can be made from a spec."""
    return {**player_kinds(), HUMAN: PERSON}


def chosen(name: str | None) -> Mapping[str, Kind]:
    """The kinds that a word names: all, one, or those that share what stands before the colon."""
    kinds = all_kinds()
    if name is None:
        return kinds
    wanted = name.strip().lower()
    if wanted in player_aliases():
        wanted = player_aliases()[wanted]
    found = {
        label: kind
        for label, kind in kinds.items()
        if label == wanted or label.startswith(f"{wanted}:") or (kind.name and wanted.startswith(f"{label}:"))
    }
    if not found:
        offered = [*dict.fromkeys(label.partition(":")[0] for label in kinds), *player_aliases()]
        message = Message(
            "There is no player {name}: choose {offered}.", name=shorten(name), offered=listing(offered)
        )
        raise BadSpec.of(did_you_mean(message, wanted, offered))
    return found


def label_of(name: str, kind: Kind) -> str:
    """How a spec of the kind begins."""
    return f"{name}:{kind.name.name.upper()}" if kind.name is not None else name


def overview(kinds: Mapping[str, Kind], language: Language) -> Iterator[str]:
    """A line for each kind, the words that stand for players, and the evaluations."""
    wide = max(len(label_of(name, kind)) for name, kind in kinds.items())
    for name, kind in kinds.items():
        yield f"{label_of(name, kind):<{wide}}  {language(kind.help)}"
    yield ""
    yield language(SHORT)
    for alias, spec in player_aliases().items():
        yield f"    {alias:<14} {spec}"
    yield ""
    yield language(EVALUATIONS)
    for game, names in evaluations().items():
        yield f"    {game:<14} {', '.join(names)}"
    yield ""
    yield language(MORE)


def rows(kind: Kind, language: Language) -> Iterator[tuple[str, str, str, str]]:
    """For each setting its name, what holds where it is not given, what is accepted, and what it means."""
    if kind.name is not None:
        yield kind.name.name.upper(), "", language(kind.name.wanted), language(meaning(kind.name))
    for setting in kind.settings:
        yield (
            setting.name,
            usual(kind, setting, language),
            language(setting.wanted),
            language(meaning(setting)),
        )


def meaning(setting: Setting) -> Message | Term:
    """The line of help of a setting."""
    about = Term(setting.help)
    return Message("{about} (native only)", about=about) if setting.native else about


def usual(kind: Kind, setting: Setting, language: Language) -> str:
    """What holds where a setting is not given, in the games that have a value of their own too."""
    own = language(kind.usual(setting))
    if setting not in settings_in(FastMctsConfig) or setting.name in kind.defaults:
        return own
    values: dict[str, list[str]] = {}
    for game in game_names():
        value = setting.write(getattr(FastMctsConfig.strong(make_game(game)), setting.name))
        if value != own:
            values.setdefault(value, []).append(game)
    text = Message("{value}", value=own)
    for value, games in values.items():
        text = Message("{others}; {games} {value}", others=text, games=listing(games), value=value)
    return language(text)


def in_full(name: str, kind: Kind, language: Language) -> str:
    """A kind and its settings."""
    lines = [language(Message("{player}: {about}", player=label_of(name, kind), about=kind.help))]
    table = list(rows(kind, language))
    if table:
        heads = [language(head) for head in HEADS]
        wide = [max(_width(row[place]) for row in [heads, *table]) for place in range(3)]
        lines += [_line(row[:3], wide) + row[3] for row in [tuple(heads), *table]]
    return "\n".join(lines)


def _line(words: Sequence[str], wide: Sequence[int]) -> str:
    return "".join(word + " " * (width - _width(word) + 2) for word, width in zip(words, wide, strict=True))


def _width(text: str) -> int:
    """Columns of a terminal that a text takes; Chinese takes two for each character."""
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)


def evaluations() -> dict[str, list[str]]:
    """The names of each game's evaluations."""
    return {
        game: [evaluation.name for evaluation in all_evaluations(game_class(game).evaluations)]
        for game in game_names()
    }


def as_markdown(kinds: Mapping[str, Kind], language: Language = ENGLISH) -> str:
    """Everything, as docs/players.md has it."""
    parts = []
    for settings, group in _grouped(kinds):
        parts += [f"### `{label_of(name, kind)}`: {language(kind.help)}" for name, kind in group]
        if settings:
            parts += ["", "| " + " | ".join(language(head) for head in HEADS) + " |", "|---|---|---|---|"]
            kind = group[0][1]
            parts += [f"| `{row[0]}` | {' | '.join(map(_cell, row[1:]))} |" for row in rows(kind, language)]
        parts.append("")
    if len(kinds) == len(all_kinds()):
        short = ", ".join(f"`{alias}` ({spec})" for alias, spec in player_aliases().items())
        parts += [f"{language(SHORT)} {short}.", "", language(EVALUATIONS), ""]
        for game, names in evaluations().items():
            parts.append(f"- {game}: {', '.join(f'`{name}`' for name in names)}")
    return "\n".join(parts).rstrip()


def _grouped(kinds: Mapping[str, Kind]) -> list[tuple[tuple[Setting, ...], list[tuple[str, Kind]]]]:
    """Kinds with the same settings and defaults stand together."""
    groups: list[tuple[tuple[Setting, ...], list[tuple[str, Kind]]]] = []
    for name, kind in kinds.items():
        same = groups and groups[-1][0] == kind.settings and groups[-1][1][0][1].defaults == kind.defaults
        if same:
            groups[-1][1].append((name, kind))
        else:
            groups.append((kind.settings, [(name, kind)]))
    return groups


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def describe(kind: Kind) -> dict[str, Any]:
    """A kind as plain data."""
    return {
        "help": str(kind.help),
        "help_zh": CHINESE(kind.help),
        "name": None if kind.name is None else {"name": kind.name.name, "accepts": str(kind.name.wanted)},
        "settings": [
            {
                "name": setting.name,
                "default": str(kind.usual(setting)),
                "accepts": str(setting.wanted),
                "help": setting.help,
                "native": setting.native,
            }
            for setting in kind.settings
        ],
    }

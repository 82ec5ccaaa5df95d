"""Settings: one declaration from which checks, specs and configurations follow."""

from __future__ import annotations

import ast
import math
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from boyi.core.errors import BadOption
from boyi.engines.kinds import BOOK
from boyi.games.nogo.classics import WINDOW
from boyi.lab.searches import ExplainedAlphaBeta
from boyi.players.spec import BadSpec, player_kinds
from boyi.programs.config import ProcessConfig, ProgramConfig
from boyi.settings.alphabeta import METHOD, AlphaBetaBetweenMoves, AlphaBetaSettings, FastAlphaBetaConfig
from boyi.settings.limits import TIME, AlphaBetaLimits, SearchLimits
from boyi.settings.mcts import FastMctsConfig, MctsSettings, TreeReuse
from boyi.settings.playout import PlayoutConfig
from boyi.settings.setting import Configuration, Number, Setting, Word, check_names, setting_in, settings_in
from boyi.textbook import AlphaBetaConfig, MctsConfig

CLASSES: list[type[Configuration]] = [
    MctsSettings, FastMctsConfig, MctsConfig, TreeReuse, AlphaBetaSettings, FastAlphaBetaConfig,
    AlphaBetaBetweenMoves,
    AlphaBetaConfig, SearchLimits, AlphaBetaLimits, PlayoutConfig, ProgramConfig, ProcessConfig,
]  # fmt: skip
DECLARING = {"number", "word", "switch", "Number", "Word", "Switch"}
EVERY = [
    pytest.param(kind, setting, id=f"{kind.__name__}-{setting.name}")
    for kind in CLASSES
    for setting in settings_in(kind)
]


@pytest.mark.parametrize(("kind", "setting"), EVERY)
def test_every_setting_is_whole(kind: type[Configuration], setting: Setting) -> None:
    assert setting.help
    assert not setting.help.endswith(".")
    assert setting.wanted
    assert setting.usual, "the documents say what holds where it is not given"
    if setting.name != "evaluation":  # depends on the game
        example = setting.read(setting.example)
        assert setting.accepts(example)
        plain = {"method": "pvs"} if setting.name == "width" and "method" in kind.pick({"method": 1}) else {}
        assert getattr(kind(**plain, **{setting.name: example}), setting.name) == example
    default = getattr(kind(), setting.name)
    assert default == setting.default
    if default is not None:
        assert setting.accepts(default)
        assert setting.read(setting.write(default)) == default


@pytest.mark.parametrize(("kind", "setting"), EVERY)
def test_what_is_not_accepted_is_refused(kind: type[Configuration], setting: Setting) -> None:
    wrong: list[Any] = ["nonsense, certainly\x00", [], object()]
    if isinstance(setting, Number):
        wrong += [
            1 << 100_000,
            setting.low - 1,
            setting.high + 1 if setting.type is int else setting.high * 2,
            True,
            "1",
        ]
        wrong += [] if "nan" in setting.words else [math.nan]
        wrong += [0.5] if setting.type is int else []
    for value in wrong:
        with pytest.raises(BadOption, match=f"{setting.name}=.* is not accepted: (give|choose) "):
            kind(**{setting.name: value})
    for text in ("nonsense\x00", "", "\x01"):
        with pytest.raises(BadSpec, match=f"{setting.name}=.* is not accepted: (give|choose) "):
            setting.read(text)


@pytest.mark.parametrize("kind", CLASSES)
def test_the_words_of_a_setting_are_those_of_its_type(kind: type[Configuration]) -> None:
    hints = get_type_hints(kind)
    for setting in settings_in(kind):
        if get_origin(hints[setting.name]) is Literal and isinstance(setting, Word):
            assert setting.words == get_args(hints[setting.name])


def test_both_searches_share_what_both_know() -> None:
    shared = {setting.name for setting in settings_in(MctsSettings)}
    assert shared == {entry.name for entry in fields(MctsConfig)} - {"iterations", "time", "seed"}
    assert shared == {setting.name for setting in settings_in(FastMctsConfig) if not setting.native}
    for name in shared:
        assert setting_in(MctsConfig, name) == setting_in(FastMctsConfig, name)
    for setting in settings_in(AlphaBetaSettings):
        assert setting_in(AlphaBetaConfig, setting.name) == setting_in(FastAlphaBetaConfig, setting.name)


def test_the_lab_shares_what_the_textbook_knows() -> None:
    shared = {"window", "multi", "width", "table", "history", "iterative"}
    for name in shared:
        assert setting_in(ExplainedAlphaBeta, name) == setting_in(AlphaBetaConfig, name)
    assert set(setting_in(FastAlphaBetaConfig, "method").words) == {"strong", *METHOD.words}  # type: ignore[attr-defined]


def test_no_setting_is_declared_twice() -> None:
    helps: list[str] = []
    for file in (Path(__file__).parents[2] / "src" / "boyi").rglob("*.py"):
        if "boyi.settings" not in (text := file.read_text(encoding="utf-8")):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DECLARING:
                helps += [str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant)]
    assert len(helps) > 40
    assert [text for text in helps if helps.count(text) > 1] == []


def test_commands_read_the_ranges_of_settings() -> None:
    commands = Path(__file__).parents[2] / "src" / "boyi" / "cli"
    said = "".join(file.read_text(encoding="utf-8") for file in commands.glob("*.py"))
    assert said.count('"--threads", THREADS)') >= 5
    assert not re.findall(r'"--(?:threads|depth)", 1, \d+\)', said)


def test_specs_offer_what_the_searches_know() -> None:
    def names(*kinds: type[Configuration]) -> set[str]:
        return {setting.name for kind in kinds for setting in settings_in(kind)}

    kinds = {kind: {setting.name for setting in made.settings} for kind, made in player_kinds().items()}
    assert kinds["mcts"] == names(SearchLimits, FastMctsConfig, TreeReuse)
    assert (
        kinds["alphabeta"]
        == kinds["minimax"]
        == names(AlphaBetaLimits, FastAlphaBetaConfig, AlphaBetaBetweenMoves)
    )
    assert kinds["playout"] == names(PlayoutConfig)
    assert kinds["cmd"] == names(ProcessConfig)
    assert kinds["py"] == kinds["mo"] == names(ProgramConfig)
    everything = {setting for made in player_kinds().values() for setting in made.settings}
    declared = {BOOK, WINDOW, *(setting for kind in CLASSES for setting in settings_in(kind))}
    for name in {setting.name for setting in everything}:
        # A classic may say otherwise where it starts from, but accepts what the search accepts.
        assert {one.wanted for one in everything if one.name == name} <= {
            one.wanted for one in declared if one.name == name
        }


def test_units_and_named_numbers() -> None:
    memory = setting_in(SearchLimits, "memory")
    assert (memory.read("1"), memory.read("65536"), memory.usual) == (1 << 20, 1 << 36, "256")
    assert str(memory.wanted) == "a whole number from 1 to 65536"
    for text in ("0", "65537"):
        with pytest.raises(BadSpec, match="give a whole number from 1 to 65536"):
            memory.read(text)
    fpu = setting_in(FastMctsConfig, "fpu")
    assert fpu.read("inf") == math.inf
    assert math.isnan(fpu.read("nan"))
    assert fpu.read("-0.5") == -0.5
    with pytest.raises(BadSpec):
        fpu.read("-inf")


def test_limits_within_a_time() -> None:
    assert SearchLimits().within(None).time == 1
    assert SearchLimits(nodes=5).within(None).time is None
    assert AlphaBetaLimits(depth=5).within(None).time is None
    assert SearchLimits(time=3).within(2).time == 2
    assert SearchLimits(time=3).within(4).time == 3
    assert SearchLimits(nodes=5).within(-1).time == TIME.low
    assert SearchLimits().within(1e9).time == TIME.high


def test_unknown_names_are_refused_with_the_list() -> None:
    with pytest.raises(BadOption, match=r"has no setting 'raves'; its settings: c, factor, .*rave, "):
        check_names({"raves": True}, FastMctsConfig)
    assert FastMctsConfig.pick({"c": 2.0, "time": 3}) == {"c": 2.0}
    assert FastMctsConfig.of({"c": 2.0, "time": 3}).c == 2.0

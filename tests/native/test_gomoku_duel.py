"""Games between settings of Gomoku's search, and what plays them (benchmarks/gomoku_settings.py)."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

from benchmarks import gomoku_settings
from benchmarks.gomoku_settings import values as numbers

import boyi._native as native


def duel(
    first: list[int],
    second: list[int],
    seed: int,
    *,
    rule: str = "freestyle",
    size: int = 15,
    nodes: int = 400,
) -> tuple[int, int]:
    return native.gomoku_duel(rule, size, first, second, nodes, 0.0, seed)


def test_every_setting_is_in_its_range_and_has_a_name_of_its_own() -> None:
    entries = native.gomoku_search_settings()
    assert len({name for name, *_ in entries}) == len(entries)
    assert all(least <= value <= most and step >= 0 for _, value, step, least, most in entries)


@pytest.mark.parametrize(("rule", "size"), [("freestyle", 15), ("renju", 15), ("standard", 20)])
def test_a_duel_is_repeatable(rule: str, size: int) -> None:
    played = [duel(numbers(), numbers(fours_nodes=1), seed, rule=rule, size=size) for seed in range(3)]
    assert played == [
        duel(numbers(), numbers(fours_nodes=1), seed, rule=rule, size=size) for seed in range(3)
    ]
    assert all(points in (0, 1, 2) for pair in played for points in pair)


def test_more_pruning_than_is_good_loses() -> None:
    blind = numbers(
        reverse_depth=20,
        reverse_margin=5,
        reverse_improving=500,
        razor_depth=20,
        razor_margin=5,
        fours_nodes=1,
    )
    assert sum(sum(duel(numbers(), blind, seed, nodes=1500)) for seed in range(8)) > 16


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="no settings"):
        duel([1, 2, 3], numbers(), 1)
    with pytest.raises(ValueError, match="out of range"):
        duel(numbers(), numbers(), 1, size=5)


def arguments(**changes: object) -> Namespace:
    usual = {"pairs": 4, "nodes": 100, "rule": "freestyle", "size": 15, "threads": 1, "seed": 1, "time": 0.0}
    return Namespace(**{**usual, **changes})


def test_a_tuning_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gomoku_settings, "SHOWN_EVERY", 1)
    whole = gomoku_settings.tune(arguments(), tmp_path / "a.json")
    assert len(whole.history) == 4
    assert whole.history[-1] != whole.history[0]

    def stop(*words: object, **options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("builtins.print", stop)
        with pytest.raises(KeyboardInterrupt):
            gomoku_settings.tune(arguments(), tmp_path / "b.json")
    assert len(gomoku_settings.Run.open(tmp_path / "b.json").history) == 1
    again = gomoku_settings.tune(arguments(), tmp_path / "b.json")
    assert again == whole
    assert gomoku_settings.tune(arguments(), tmp_path / "b.json") == again


def test_the_values_of_a_tuning_are_in_range_and_begin_with_those_of_the_package() -> None:
    for setting in gomoku_settings.SETTINGS:
        assert setting.least <= setting.low <= setting.value <= setting.high <= setting.most
        assert setting.at(setting.share()) == setting.value
    assert gomoku_settings.Run().result() == numbers()


@pytest.mark.parametrize("part", gomoku_settings.PARTS)
def test_every_part_can_be_switched_off(part: str) -> None:
    known = {setting.name: setting for setting in gomoku_settings.SETTINGS}
    off = gomoku_settings.PARTS[part]
    assert all(known[name].least <= value <= known[name].most for name, value in off.items())
    assert any(known[name].value != value for name, value in off.items())


def test_a_part_gets_a_row() -> None:
    row = gomoku_settings.part_row(arguments(pairs=2, nodes=300), "fours").split()
    assert row[0] == "fours"
    assert sum(map(int, row[1:4])) == 4

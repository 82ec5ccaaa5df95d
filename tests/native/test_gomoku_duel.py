"""Games between settings of Gomoku's search, and the tuning that plays them (benchmarks/tune_gomoku.py)."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

import boyi
from boyi.core.backend import available

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

from benchmarks import gomoku_parts, tune_gomoku

import boyi._native as native


def numbers(**changes: int) -> list[int]:
    return [changes.get(name, value) for name, value, *_ in native.gomoku_search_settings()]


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
    monkeypatch.setattr(tune_gomoku, "SHOWN_EVERY", 1)
    lines: list[str] = []
    whole = tune_gomoku.tune(arguments(), tmp_path / "a.json", lines.append)
    assert (whole.played, whole.summed, len(lines)) == (4, 2, 4)

    def stop(line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune_gomoku.tune(arguments(), tmp_path / "b.json", stop)
    again = tune_gomoku.tune(arguments(), tmp_path / "b.json", lines.append)
    assert again.played == 4
    assert again.result() == whole.result()
    assert tune_gomoku.tune(arguments(), tmp_path / "b.json", lines.append).values == again.values


def test_a_value_moves_towards_the_winner_and_stays_in_its_range() -> None:
    run = tune_gomoku.Run.open(None)
    flips = {setting.name: 1 for setting in tune_gomoku.settings()}
    before = dict(run.values)
    run.learn(flips, 2, late=False)
    assert run.values["razor_margin"] > before["razor_margin"]
    for _ in range(3_000):
        run.learn(flips, -2, late=True)
    assert all(run.values[setting.name] >= setting.least for setting in tune_gomoku.settings())
    assert run.values["proof_share"] == before["proof_share"]


@pytest.mark.parametrize("part", gomoku_parts.PARTS)
def test_every_part_can_be_switched_off(part: str) -> None:
    known = {setting.name: setting for setting in tune_gomoku.settings()}
    off = gomoku_parts.PARTS[part]
    assert all(known[name].least <= value <= known[name].most for name, value in off.items())
    assert any(known[name].value != value for name, value in off.items())


def test_a_part_gets_a_row() -> None:
    row = gomoku_parts.play(arguments(pairs=2, nodes=300), "fours").split()
    assert row[0] == "fours"
    assert sum(map(int, row[1:4])) == 4

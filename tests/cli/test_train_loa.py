"""``boyi train loa``: a tiny run, its resumption, and what it gives again."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import pytest

import boyi
from boyi.cli.main import main
from boyi.core.backend import available
from boyi.core.message import Message
from boyi.games.loa import network
from boyi.learning.loa_training import LoaTraining, LoaTrainingSettings
from tests.cli.training_runs import check_damage, check_resumption

if "native" not in available(boyi.game("loa", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

import boyi._native as native

TINY = LoaTrainingSettings(games=(8, 4), nodes=60, epochs=2, file=4)
FURTHER = replace(TINY, further=True, further_rate=0.02)


def played(evaluation: str, games: int, seed: int = 5, samples: int = 1) -> bytes:
    """Records of 20 bytes: own and other pieces, the searched rate, half points or 3 if it is of no game."""
    native.loa_weights(network.packed_weights())
    return native.loa_selfplay(evaluation, seed=seed, first=0, games=games, nodes=60, samples=samples)


def steps(weights: bytes) -> list[int]:
    """How far each number is from that of the package's network."""
    pairs = zip(memoryview(weights).cast("h"), memoryview(network.packed_weights()).cast("h"), strict=True)
    return [abs(new - old) for new, old in pairs]


def test_a_run_can_be_resumed_and_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = check_resumption(LoaTraining, TINY, tmp_path, lines=5)
    assert len(zlib.decompress(whole)) == 2 * network.SIZE
    # The weights that were in use before are in use again.
    position = boyi.game("loa", backend="native").start()
    assert native.evaluate(position.board, "network") == network.value(position)  # type: ignore[attr-defined]
    check_damage(
        LoaTraining, TINY, tmp_path / "a", "settings.json", "round-0-games-00001.bin", "round-0-network.bin"
    )


def test_a_fit_makes_the_expected_results_truer() -> None:
    records = played("features", games=120)
    weights, before, after, positions = native.loa_fit(records, b"", epochs=6, rate=0.003, mix=0.5, seed=1)
    assert len(weights) == 2 * network.SIZE
    assert positions > 2_000
    assert after < before - 0.03


def test_a_further_run_starts_from_the_package_and_is_the_same_in_two_threads(tmp_path: Path) -> None:
    whole = check_resumption(LoaTraining, FURTHER, tmp_path, lines=5)
    told: list[Message] = []
    assert LoaTraining(tmp_path / "two", FURTHER, threads=2).run(told.append) == whole
    assert len(told) == 5
    # A few small steps from there: most numbers are where they were, some have moved.
    moved = steps(zlib.decompress(whole))
    assert 0 < max(moved) < 100
    assert moved.count(0) > len(moved) // 2
    # Its games are not those that the features play.
    by_features = played("features", games=4, seed=1)
    assert (tmp_path / "a" / "round-0-games-00000.bin").read_bytes() != by_features


def test_a_further_run_of_another_network_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    LoaTraining(tmp_path, FURTHER)
    monkeypatch.setattr("boyi.learning.loa_training.packed_weights", lambda: bytes(2 * network.SIZE))
    with pytest.raises(boyi.BoyiError, match="other settings"):
        LoaTraining(tmp_path, FURTHER)


def test_a_fit_without_steps_gives_the_weights_that_it_started_from() -> None:
    records = played("network", games=400)
    weights, before, after, _ = native.loa_fit(
        records, network.packed_weights(), epochs=0, rate=0.001, mix=0.5, seed=1
    )
    assert max(steps(weights)) == 0
    assert before == after
    guessed = native.loa_fit(records, b"", epochs=0, rate=0.001, mix=0.5, seed=1)[1]
    assert before < guessed - 0.05


def test_a_fit_that_starts_from_other_weights_is_refused() -> None:
    for wrong in (b"12", network.packed_weights()[:-1]):
        with pytest.raises(ValueError, match="no weights"):
            native.loa_fit(b"", wrong, epochs=1, rate=0.001, mix=0.5, seed=1)


def test_the_command_trains_further(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["train", "loa", "--out", str(tmp_path), "--further", "--games", "200", "--nodes", "5"]
    assert main([*arguments, "--epochs", "1", "--threads", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "round 0: games 0 to 199"
    assert lines[-1].startswith(f"{tmp_path}/network.bin: ")
    assert main([*arguments, "--threads", "0"]) != 0
    assert "--threads" in capsys.readouterr().err


def test_positions_of_searches_are_records_beside_those_of_the_games() -> None:
    alone, sampled = played("network", 5, samples=0), played("network", 5, samples=2)
    records = [sampled[at : at + 20] for at in range(0, len(sampled), 20)]
    games = [record for record in records if record[18] != 3]
    # The games are the same, and most of their searches evaluate at least two positions.
    assert b"".join(games) == alone
    assert len(games) < len(records) - len(games) <= 2 * len(games)
    for record in records:
        own, other = int.from_bytes(record[:8], "little"), int.from_bytes(record[8:16], "little")
        assert own & other == 0 < own.bit_count() <= 12
        assert record[18] in (0, 1, 2, 3)
    # The hand-made evaluation has no samples.
    assert played("features", 5, samples=2) == played("features", 5, samples=0)


def test_a_sampled_position_learns_the_searched_rate_alone() -> None:
    """Positions without a game are fitted alike, whatever the share of the result."""
    start = 0x7E0000000000007E.to_bytes(8, "little") + 0x0081818181818100.to_bytes(8, "little")
    record = start + (52_428).to_bytes(2, "little")

    def weights(points: int, mix: float) -> bytes:
        records = (record + points.to_bytes(2, "little")) * 128
        return native.loa_fit(records, b"", epochs=2, rate=0.01, mix=mix, seed=1)[0]

    assert weights(3, 0.1) == weights(3, 0.9)
    assert weights(2, 0.1) != weights(2, 0.9)

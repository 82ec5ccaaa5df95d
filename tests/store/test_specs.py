"""A registered name where a spec is expected."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boyi.store.errors import StoreError
from boyi.store.specs import absolute_spec, is_reserved, resolve_spec
from boyi.store.store import Store
from tests.patience import PATIENCE


def test_a_registered_name_is_resolved(store: Store) -> None:
    store.add_engine("fox", "mcts:time=2")
    assert resolve_spec("fox", store) == resolve_spec(" fox ", store) == "mcts:time=2"
    for text in ("fx", "level:3", "random", "human", "beginner", "fox:time=1", "Fox", "", "cmd:./fox"):
        assert resolve_spec(text, store) == text


def test_an_engine_of_one_game_is_refused_for_others(store: Store) -> None:
    store.add_engine("fox", "mcts:time=2", game="nogo")
    assert resolve_spec("fox", store) == resolve_spec("fox", store, game="nogo") == "mcts:time=2"
    with pytest.raises(StoreError, match=r"^The engine fox plays nogo only, not loa\.$"):
        resolve_spec("fox", store, game="loa")


def test_the_users_own_store_is_asked_and_not_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOYI_DATA", str(tmp_path / "data"))
    assert resolve_spec("fox") == "fox"
    assert not (tmp_path / "data").exists()
    with Store.open() as store:
        store.add_engine("fox", "mcts:time=2")
    assert resolve_spec("fox") == "mcts:time=2"


def test_boyis_own_words_are_reserved() -> None:
    assert is_reserved("level")
    assert is_reserved("classic")
    assert not is_reserved("fox")


def test_no_database_is_loaded_for_a_player_of_boyis_own() -> None:
    program = (
        "import sys; from boyi.store.specs import resolve_spec; resolve_spec('level:3');"
        "resolve_spec('random');"
        "sys.exit('sqlalchemy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=PATIENCE).returncode == 0


def test_paths_are_written_out_in_full(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my bot.py", "python3", "program"):
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to("program")
    here = str(tmp_path)
    expected = {
        "py:my bot.py": f"py:{here}/my bot.py",
        "py:my bot.py:Fox?timeout=3": f"py:{here}/my bot.py:Fox?timeout=3",
        "mo:missing.py": "mo:missing.py",
        "cmd:./link -n 3?protocol=gtp": f"cmd:{here}/link -n 3?protocol=gtp",
        "cmd:python3 'my bot.py' fast?protocol=gtp&timeout=2": (
            f"cmd:python3 '{here}/my bot.py' fast?protocol=gtp&timeout=2"
        ),
        "level:3": "level:3",
        "mcts:time=1": "mcts:time=1",
    }
    assert {text: absolute_spec(text) for text in expected} == expected

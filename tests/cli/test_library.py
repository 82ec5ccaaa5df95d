"""``boyi library`` and ``boyi engines`` as a user runs them, on a real file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi import formats
from boyi.cli.main import main
from boyi.store import rows
from boyi.store.errors import StoreError
from boyi.store.store import Store

SGF = "(;GM[2]PB[Lee]PW[甲]EV[Cup]RE[B+R];B[f5]C[a \x1b[31mgood move];W[d6];B[c3])(;GM[2];B[f5])"


@pytest.fixture(autouse=True)
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("BOYI_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def sgf(tmp_path: Path) -> Path:
    path = tmp_path / "two.sgf"
    path.write_text(SGF, "utf-8")
    return path


class Terminal:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        return code, *self._capsys.readouterr()

    def data(self, *arguments: str) -> Any:
        code, output, errors = self(*arguments, "--json")
        assert (code, errors) == (0, "")
        return json.loads(output)


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(capsys)


def test_games_go_in_and_come_out_again(terminal: Terminal, sgf: Path, tmp_path: Path) -> None:
    assert terminal("library", "list") == (0, "0 of 0 games\n", "")
    one, two = terminal.data("library", "import", str(sgf))["games"][str(sgf)]
    listed = terminal.data("library", "list", "--order", "oldest")
    assert (listed["total"], [game["id"] for game in listed["games"]]) == (2, [one, two])
    assert listed["games"][0]["reason"] == "resigned"
    assert [game["id"] for game in terminal.data("library", "list", "--player", "lee")["games"]] == [one]
    assert terminal.data("library", "list", "--result", "unfinished", "--since", "2026-01-01")["total"] == 1
    assert terminal.data("library", "list", "--limit", "1")["total"] == 2
    assert terminal.data("library", "list", "--limit", "1", "--offset", "1")["games"][0]["id"] == one
    _, output, _ = terminal("library", "list")
    assert re.search(rf"^{one}  \S+ \S+  othello +3  black: resigned +Lee – 甲$", output, re.MULTILINE)

    original = list(formats.read_all(SGF))
    code, output, errors = terminal("library", "export", one)
    assert (code, errors) == (0, "")
    assert formats.read(output).to_data() == original[0].to_data()
    code, output, errors = terminal("library", "export", "--output", str(tmp_path / "all.sgf"))
    assert code == 0
    written = (tmp_path / "all.sgf").read_text("utf-8")
    assert [record.text() for record in formats.read_all(written)] == ["f5 d6 c3", "f5"]
    folder = tmp_path / "new" / "folder"
    assert terminal("library", "export", "--format", "json", "--output", f"{folder}/")[0] == 0
    assert sorted(path.stem for path in folder.iterdir()) == sorted([one, two])
    assert formats.read((folder / f"{one}.json").read_bytes()).to_data() == original[0].to_data()

    assert terminal("library", "delete", one, two)[:2] == (0, "2 deleted\n")
    assert terminal.data("library", "list")["total"] == 0


def test_every_format_is_exported(terminal: Terminal, tmp_path: Path) -> None:
    games = {"psq": "gomoku", "dat": "nogo", "ggf": "othello", "sgf": "loa", "moves": "nogo", "json": "nogo"}
    assert set(games) == {name for name, entry in formats.FORMATS.items() if entry.can_write}
    for name, game in games.items():
        record = boyi.GameRecord(boyi.game(game))
        record.play(record.position.moves()[0])
        with Store.open() as store:
            game_id = store.save(record)
        code, output, errors = terminal("library", "export", game_id, "--format", name)
        assert (code, errors) == (0, "")
        assert formats.read(output, game=game).moves == record.moves


def test_showing_a_game(terminal: Terminal, sgf: Path) -> None:
    (one, _) = terminal.data("library", "import", str(sgf))["games"][str(sgf)]
    code, output, errors = terminal("library", "show", one)
    assert (code, errors) == (0, "")
    assert "Othello  " in output
    assert "event: Cup\nblack: resigned (3 moves)\n" in output
    assert "3 . .[X]. . . . ." in output
    assert output.endswith("1. f5  a [31mgood move\n2. d6  3. c3\n")  # the colour does not reach the terminal
    assert "5 . . . X X[X]. ." in terminal("library", "show", one, "--ply", "1")[1]
    assert terminal.data("library", "show", one)["record"]["headers"]["white"] == "甲"


def test_another_database(terminal: Terminal, sgf: Path, tmp_path: Path, data: Path) -> None:
    other = str(tmp_path / "other.db")
    code, output, errors = terminal("library", "list", "--db", other)
    assert (code, output, errors) == (2, "", f"There is no database {other}.\n")
    assert not Path(other).exists()
    assert terminal("library", "import", str(sgf), "--db", other)[0] == 0
    assert terminal.data("library", "list", "--db", f"sqlite:///{other}")["total"] == 2
    assert not data.exists()


def test_importing_from_a_pipe(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2 0 A1 B4 D3")))
    assert len(terminal.data("library", "import", "-")["games"]["-"]) == 1


def test_a_tree_beyond_the_limit_imports_nothing(
    terminal: Terminal, sgf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "MOST_NODES", 4)
    large = tmp_path / "large.sgf"
    large.write_text("(;GM[2];B[f5](;W[d6];B[c3])(;W[f6]))")
    code, output, errors = terminal("library", "import", str(sgf), str(large))
    assert (code, output) == (2, "")
    assert "large.sgf: A game here has at most 4 moves with all its variations; this one has 5." in errors
    assert "Nothing was imported." in errors
    assert terminal.data("library", "list")["total"] == 0
    with Store.open(tmp_path / "other.db") as store, pytest.raises(StoreError, match="at most 4 moves"):
        store.save(next(formats.read_all(large.read_text())))


def test_a_bad_file_among_good_ones_imports_nothing(terminal: Terminal, sgf: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.sgf"
    bad.write_text("(;GM[2];B[f5])(;GM[2];B[f5];W[a1])")
    code, output, errors = terminal("library", "import", str(sgf), str(bad))
    assert (code, output) == (2, "")
    assert "bad.sgf: This SGF file of othello breaks" in errors
    assert errors.endswith("Nothing was imported.\n")
    assert terminal.data("library", "list")["total"] == 0
    assert terminal("library", "import", "--lenient", str(bad))[0] == 0
    assert terminal.data("library", "list")["total"] == 2


def test_engines(terminal: Terminal) -> None:
    assert "None yet" in terminal("engines", "list")[1]
    added = terminal.data("engines", "add", "fox", "mcts:nodes=50", "--game", "othello", "--note", "quick")
    assert (added["name"], added["spec"]) == ("fox", "mcts:nodes=50")
    assert terminal("engines", "list")[1] == "fox              othello   mcts:nodes=50 quick\n"
    assert [engine["name"] for engine in terminal.data("engines", "list")] == ["fox"]
    assert terminal.data("search", "othello", "--player", "fox")["nodes"] == 50
    code, output, _ = terminal("search", "othello", "--player", "fox")
    assert (code, output.splitlines()[0].endswith(", mcts:nodes=50")) == (0, True)
    assert terminal.data("engines", "remove", "fox") == {"removed": "fox"}
    assert terminal.data("engines", "list") == []


MISTAKES = [
    (["library"], "Missing command; see boyi library --help"),
    (["library", "show", "abc"], "There is no stored game 'abc'"),
    (["library", "delete", "abc"], "There is no stored game 'abc'"),
    (["library", "export", "abc"], "There is no stored game 'abc'"),
    (["library", "export"], "No game fits, so nothing is written"),
    (["library", "export", "--format", "sfg"], "There is no format 'sfg': .* Did you mean sgf"),
    (["library", "list", "--game", "gomuku"], "There is no game 'gomuku': .* Did you mean gomoku"),
    (["library", "list", "--result", "lost"], "There is no result 'lost': choose black, white"),
    (["library", "list", "--order", "best"], "There is no order 'best'"),
    (["library", "list", "--since", "yesterday"], "--since 'yesterday' is not accepted"),
    (["library", "list", "--limit", "x"], "--limit 'x' is not accepted"),
    (["library", "import", "nowhere.sgf"], "nowhere.sgf cannot be read: No such file"),
    (["library", "list", "--db", "mysql://x/y"], "SQLite or PostgreSQL"),
    (["library", "list", "--db", "/dev/null/x.db"], "There is no database /dev/null/x.db"),
    (["engines", "add", "fox", "mtcs"], "There is no player 'mtcs': .* Did you mean mcts"),
    (["engines", "add", "random", "mcts"], "random is a player that Boyi has already"),
    (["engines", "add", "Fox!", "mcts"], "'Fox!' is no name for an engine"),
    (["engines", "add", "fox", "mcts", "--game", "chess"], "There is no game 'chess'"),
    (["engines", "remove", "fox"], "There is no engine 'fox': none is registered"),
]


@pytest.mark.parametrize(("arguments", "says"), MISTAKES, ids=[" ".join(words)[:50] for words, _ in MISTAKES])
def test_mistakes_get_one_sentence(terminal: Terminal, arguments: list[str], says: str) -> None:
    code, output, errors = terminal(*arguments)
    assert (code, output) == (2, "")
    assert re.search(says, errors)
    assert errors.count("\n") == 1


def test_a_format_for_one_game_and_two_games(terminal: Terminal, sgf: Path) -> None:
    terminal("library", "import", str(sgf))
    code, _, errors = terminal("library", "export", "--format", "moves")
    assert (code, errors.count("\n")) == (2, 1)
    assert "A moves file holds one game, not 2" in errors


def test_a_library_of_several_games_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One game that a format does not hold must not keep the others from being written."""
    with Store.open() as store:
        ids = []
        for name, moves in (("tictactoe", "a1"), ("othello", "f5")):
            record = boyi.GameRecord(boyi.game(name))
            record.play_text(moves)
            ids.append(store.begin(record))
    target = tmp_path / "all.sgf"
    assert main(["library", "export", "--output", str(target)]) == 0
    assert "1 of 2 games left out: sgf does not hold tictactoe; " in capsys.readouterr().err
    assert [record.text() for record in formats.read_all(target.read_bytes())] == ["f5"]
    folder = tmp_path / "folder"
    assert main(["library", "export", "--output", f"{folder}/"]) == 0
    assert sorted(path.name for path in folder.iterdir()) == sorted([f"{ids[0]}.json", f"{ids[1]}.sgf"])
    assert main(["library", "export", ids[0], "--output", str(target)]) == 2


def test_a_wthor_base_with_the_names_beside_it(terminal: Terminal, tmp_path: Path) -> None:
    from boyi.formats.wthor import GAME, HEADER

    def names(*known: str, width: int) -> bytes:
        return HEADER.pack(20, 24, 5, 17, 0, len(known), 0, 0, 0, 0, 0) + b"".join(
            name.encode("latin-1").ljust(width, b"\0") for name in known
        )

    base = tmp_path / "WTH_2024.wtb"
    base.write_bytes(
        HEADER.pack(20, 24, 5, 17, 2, 0, 2024, 8, 0, 24, 0)
        + GAME.pack(1, 0, 1, 40, 40, bytes([56, 64, 33]))
        + GAME.pack(0, 1, 0, 20, 20, bytes([56, 66]))
    )
    (tmp_path / "Wth.Jou").write_bytes(names("Dupont", "Tanaka", width=20))
    one, _ = terminal.data("library", "import", str(base))["games"][str(base)]
    shown = terminal("library", "show", one)[1]
    assert "Dupont" in shown
    assert "Tanaka" in shown
    assert "#1" in terminal("library", "export", one)[1]  # there is no file of tournaments
    other = tmp_path / "places"
    other.write_bytes(names("Meijin", "Opave", width=26))
    converted = terminal("convert", str(base), "-", "--to", "sgf", "--tournaments", str(other))[1]
    assert "Opave" in converted
    assert "Tanaka" in converted
    bad = terminal("library", "import", str(base), "--players", str(base))
    assert bad[0] != 0
    assert "Nothing was imported." in bad[2]

"""``boyi convert`` and ``boyi show``: real files in, real files out."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from boyi import formats
from boyi.cli.main import main
from tests.patience import PATIENCE

Capture = pytest.CaptureFixture[str]
TWO = "(;GM[4]SZ[15]PB[甲];B[hh];W[ii])(;GM[4]SZ[15];B[aa])"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text("f5d6c3d3")
    (tmp_path / "two.sgf").write_text(TWO, "utf-8")
    return tmp_path


def test_every_format_that_holds_the_game(folder: Path, capsys: Capture) -> None:
    for name in ("a.sgf", "a.ggf", "a.json"):
        assert main(["convert", "game.txt", name]) == 0
        assert formats.read((folder / name).read_bytes()).text() == "f5 d6 c3 d3"
    assert main(["convert", "a.ggf", "b.txt"]) == 0
    assert main(["convert", "game.txt", "a.dat"]) == 2
    assert "NoGo only" in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == [
        "a.ggf", "a.json", "a.sgf", "b.txt", "game.txt", "two.sgf",
    ]  # fmt: skip


def test_nothing_is_overwritten(folder: Path, capsys: Capture) -> None:
    (folder / "kept.sgf").write_text("precious")
    assert main(["convert", "game.txt", "kept.sgf"]) == 2
    assert "--force" in capsys.readouterr().err
    assert (folder / "kept.sgf").read_text() == "precious"
    assert main(["convert", "game.txt", "kept.sgf", "--force"]) == 0
    assert (folder / "kept.sgf").read_text().startswith("(;FF[4]")
    assert stat.S_IMODE((folder / "kept.sgf").stat().st_mode) & 0o400
    assert main(["convert", "game.txt", "nowhere/a.sgf"]) == 2
    assert main(["convert", "game.txt", ".", "--to", "sgf"]) == 2
    assert capsys.readouterr().err.count("\n") == 3
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_a_broken_file_is_named_and_explained_in_the_language_of_the_terminal(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "bad.sgf").write_text("(;GM[4];B[hh];W[hh])")
    for command in (["show", "bad.sgf"], ["convert", "bad.sgf", "bad.psq"]):
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        assert main(command) == 2
        assert capsys.readouterr().err.startswith("In 'bad.sgf': This SGF file of gomoku breaks at line 1")
        monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
        assert main(command) == 2
        assert capsys.readouterr().err == (
            "文件 'bad.sgf'：这个五子棋 SGF 文件在第 1 行第 14 列、第 2 手（'hh'）处有错：h8 已有棋子。\n"
        )
    assert main(["show", "nowhere.sgf"]) == 2
    assert capsys.readouterr().err == "不能读取 'nowhere.sgf'：没有这个文件或目录。\n"
    for words in (["--language", "en"], ["--language=en"]):
        assert main(["lan", "join", "127.0.0.1:x", *words]) == 2
        assert capsys.readouterr().err.startswith("--port 'x'")


def test_collections(folder: Path, capsys: Capture) -> None:
    assert main(["convert", "two.sgf", "both.sgf"]) == 0
    assert len(list(formats.read_all((folder / "both.sgf").read_bytes()))) == 2
    assert main(["convert", "two.sgf", "each.psq"]) == 0
    assert [path.name for path in sorted(folder.glob("*.psq"))] == ["each-001.psq", "each-002.psq"]
    assert formats.read((folder / "each-001.psq").read_bytes()).text() == "h8 i7"
    (folder / "each-001.psq").unlink()
    assert main(["convert", "two.sgf", "each.psq"]) == 2
    assert not (folder / "each-001.psq").exists()
    capsys.readouterr()
    assert main(["convert", "two.sgf", "-", "--to", "moves"]) == 2
    assert "2 games" in capsys.readouterr().err
    assert main(["convert", "two.sgf", "only.psq", "--game-number", "2"]) == 0
    assert formats.read((folder / "only.psq").read_bytes()).text() == "a15"
    assert main(["convert", "two.sgf", "x.psq", "--game-number", "3"]) == 2


def test_wthor(folder: Path) -> None:
    head = bytes([20, 24, 5, 17, 2, 0, 0, 0, 0, 0, 0xE7, 7, 0, 0, 24, 0])
    game = bytes([0, 0, 1, 0, 2, 0, 40, 34, 56, 64, 33]) + bytes(57)
    (folder / "base.wtb").write_bytes(head + game * 2)
    assert main(["convert", "base.wtb", "base.sgf"]) == 0
    assert [one.text() for one in formats.read_all((folder / "base.sgf").read_bytes())] == ["f5 d6 c3"] * 2
    assert main(["convert", "base.sgf", "new.wtb"]) == 2


def test_hints_and_guesses(folder: Path, capsys: Capture) -> None:
    (folder / "bare.txt").write_text("h8 i9 j10")
    assert (
        main(["convert", "bare.txt", "bare.sgf", "--game", "gomoku", "--rule", "renju", "--size", "15"]) == 0
    )
    assert formats.read((folder / "bare.sgf").read_bytes()).game.settings["rule"] == "renju"
    (folder / "a.dat").write_text("2 1 A1 B2")
    assert main(["convert", "a.dat", "-", "--to", "sgf", "--size", "11"]) == 0
    assert "SZ[11]" in capsys.readouterr().out
    assert main(["convert", "a.dat", "a.sgf", "--from", "psq"]) == 2
    assert "PSQ" in capsys.readouterr().err
    capsys.readouterr()
    assert main(["convert", "game.txt", "a.png"]) == 2
    assert "wthor" not in (said := capsys.readouterr().err)
    assert "boyi show FILE --svg OUT or --png OUT" in said
    assert main(["convert", "game.txt", "-"]) == 2
    assert main(["convert", "game.txt", "a.sgf", "--to", "sfg"]) == 2
    assert "Did you mean sgf?" in capsys.readouterr().err


def test_a_game_as_a_film(folder: Path, capsys: Capture) -> None:
    assert main(["convert", "game.txt", "game.gif"]) == 0
    assert capsys.readouterr().err == "1 game to game.gif (animated GIF).\n"
    with Image.open(folder / "game.gif") as film:
        assert film.n_frames == 5  # type: ignore[attr-defined]
    assert main(["convert", "two.sgf", "two.gif"]) == 2
    assert "--game-number" in capsys.readouterr().err
    assert main(["convert", "two.sgf", "two.gif", "--game-number", "1"]) == 0
    size = 20
    cells = [
        cell
        for turn in (0, 1)
        for cell in range(size * size)
        if (cell % size // 2 + cell // size) % 2 == turn
    ]
    line = [cells[ply // 2 + ply % 2 * (len(cells) // 2)] for ply in range(size * size)]
    letters = "abcdefghijklmnopqrstuvwxyz"
    moves = "".join(
        f";{'BW'[ply % 2]}[{letters[c % size]}{letters[c // size]}]" for ply, c in enumerate(line)
    )
    (folder / "long.sgf").write_text(f"(;GM[4]SZ[{size}]{moves})")
    assert main(["convert", "long.sgf", "long.gif"]) == 0
    assert "400 moves: the animation shows every 2nd one" in capsys.readouterr().err


def test_pipes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boyi", "convert", "-", "-", "--to", "sgf"],
        input=TWO.encode(),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert done.stdout.decode().count("(;FF[4]") == 2
    assert "甲" in done.stdout.decode()
    assert done.stderr == b""


def test_show_text(capsys: Capture) -> None:
    assert main(["show", "game.txt", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "Othello 8x8" in shown
    assert "[O]" in shown
    assert "Move 4: d3; black to move" in shown
    assert "f5 d6 c3 d3" in shown
    assert main(["show", "game.txt", "--plain", "--move", "0"]) == 0
    assert "Start; black to move" in capsys.readouterr().out
    assert main(["show", "game.txt", "--plain", "--move", "-1"]) == 0
    assert "Move 3: c3" in capsys.readouterr().out
    assert main(["show", "game.txt", "--plain", "--all-moves"]) == 0
    assert capsys.readouterr().out.count("a b c d e f g h") == 5
    assert main(["show", "game.txt", "--move", "5"]) == 2
    assert "4 moves" in capsys.readouterr().err
    assert main(["show", "game.txt", "--move", "abc"]) == 2
    assert "give a whole number from -4 to 4." in capsys.readouterr().err


def test_show_says_what_the_file_says(folder: Path, capsys: Capture) -> None:
    (folder / "talk.sgf").write_text("(;GM[1]RU[NoGo]SZ[9]PB[A\x1b[31mnn]RE[B+R];B[ee]C[well\nplayed])")
    assert main(["show", "talk.sgf", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "result: black wins (resigned)" in shown
    assert "– well played" in shown
    assert main(["show", "two.sgf", "--plain", "--game-number", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["moves"], data["side"]) == ("gomoku", ["a15"], "white")


def test_pictures(folder: Path, capsys: Capture) -> None:
    assert main(["show", "game.txt", "--svg", "a.svg", "--png", "a.png", "--gif", "a.gif"]) == 0
    assert capsys.readouterr().out == ""
    assert (folder / "a.svg").read_text().count(
        "<circle"
    ) == 4 + 4 + 4 + 1  # discs, star points, the mark of the last move
    with Image.open(folder / "a.png") as picture:
        assert picture.size == (308, 308)
        assert picture.getpixel((26 + 5 * 32 + 8, 26 + 4 * 32 + 16))[0] < 80  # type: ignore[index]  # f5 is black
    with Image.open(BytesIO((folder / "a.gif").read_bytes())) as film:
        assert film.n_frames == 5  # type: ignore[attr-defined]
    assert main(["show", "game.txt", "--png", "a.png"]) == 2


HOSTILE = {
    "long.sgf": "(;GM[9]" + ";B[b1-b3];W[a2-c2];B[b3-b1];W[c2-a2]" * 25_000 + ")",
    "deep.sgf": "(;GM[4]SZ[15];B[hh]" + "(;W[aa]" * 10_000 + ")" * 10_000 + ")",
    "long.psq": "Piskvorky 20x20, 11:11, 0\n"
    + "".join(f"{n % 20 + 1},{n // 20 % 20 + 1},0\n" for n in range(100_000)),
    "deep.json": "[" * 100_000,
    "rubbish.bin": "".join(map(chr, range(256))) * 500,
    "empty": "",
    "nul.sgf": "\x00" * 10_000,
    "open.sgf": "(;GM[4];B[hh",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str, folder: Path, capsys: Capture) -> None:
    (folder / name).write_bytes(HOSTILE[name].encode("latin-1"))
    began = time.process_time()
    for arguments in (["show", name, "--plain"], ["convert", name, "out.sgf"]):
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert len(captured.err) < 400
    assert time.process_time() - began < 20
    assert not (folder / "out.sgf").exists()


def test_ten_thousand_variations(folder: Path, capsys: Capture) -> None:
    cells = [a + b for a in "abcdefghi" for b in "abcdefghi"]
    lines = [f"(;B[{one}];W[{two}])" for one in cells for two in cells if one != two]
    (folder / "many.sgf").write_text("(;GM[1]RU[NoGo]SZ[9]" + "".join(lines) + ")")
    assert main(["convert", "many.sgf", "again.sgf", "--lenient"]) == 0
    assert main(["show", "again.sgf", "--plain"]) == 0
    assert "variations at 82 of them" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="named pipes as POSIX has them")
def test_what_is_no_file(folder: Path, capsys: Capture) -> None:
    os.mkfifo(folder / "pipe")
    for name in ("pipe", ".", "missing", "/dev/zero", "a\x00b"):
        assert main(["show", name]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_two_meanings_of_dat(folder: Path, capsys: Capture) -> None:
    (folder / "a.dat").write_text("0 1 A1 B4 D3 G\n")
    for arguments, role, mode in (
        ([], "white", "two players"),
        (["--dat", "program"], "white", "two players"),
        (["--dat", "report"], "black", "computer"),
    ):
        assert main(["show", "a.dat", "--json", *arguments]) == 0
        assert json.loads(capsys.readouterr().out)["headers"] == {"role": role, "mode": mode}
    assert main(["convert", "a.dat", "-", "--to", "json", "--dat", "report"]) == 0
    assert '"computer"' in capsys.readouterr().out
    for source, meaning, words in (
        ("a.dat", "x", "program or report"),
        ("game.txt", "report", "format moves"),
    ):
        assert main(["show", source, "--dat", meaning]) == 2
        assert words in capsys.readouterr().err

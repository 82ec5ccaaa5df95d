"""Games from files: nothing else knows of them, and all of Boyi plays them."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.cli.main import main
from boyi.core import plugins, registry
from boyi.core.grid import StonePosition
from boyi.core.language import language
from boyi.core.pieces import PieceGame
from boyi.core.plugins import VARIABLE, BadGameFile, add_game_files, load_game_file
from boyi.engines.levels import LevelEngine
from boyi.players.engine import SearchRequest
from boyi.store.store import Store
from boyi.textbook.alphabeta import AlphaBeta, AlphaBetaConfig
from boyi.textbook.mcts import Mcts, MctsConfig
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
DROP_FOUR = str(ROOT / "examples" / "drop_four.py")
BREAKTHROUGH = str(ROOT / "examples" / "breakthrough.py")
NIM = str(ROOT / "tests" / "fixtures" / "nim.py")
FILES = {"dropfour": DROP_FOUR, "breakthrough": BREAKTHROUGH, "nim": NIM}

every_game = pytest.mark.parametrize("name", FILES)


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, in this process and for this test only."""
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr(registry, "_games", dict(registry._games))
    monkeypatch.setattr(plugins, "_loaded", set())
    add_game_files(FILES.values())


def run(*arguments: str, typed: str = "", **environment: str) -> tuple[int, str, str]:
    """``boyi`` in a process of its own, which nobody has told of any game before."""
    done = subprocess.run(
        [sys.executable, "-m", "boyi", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", **environment},
    )
    return done.returncode, done.stdout, done.stderr


# The command line


def test_it_is_listed_with_its_labels() -> None:
    code, output, _ = run("games", "--json", "--game-file", DROP_FOUR)
    assert code == 0
    found = {game["name"]: game for game in json.loads(output)}
    assert list(found)[:4] == ["gomoku", "othello", "loa", "nogo"]
    assert (found["dropfour"]["title"], found["dropfour"]["title_zh"]) == ("Drop Four", "落子四连")
    assert [option["name"] for option in found["dropfour"]["options"]] == ["size", "row", "full"]


@pytest.mark.parametrize("place", [0, 1, 3])
def test_the_option_may_stand_anywhere(place: int) -> None:
    words = ["perft", "dropfour", "2"]
    words[place:place] = ["--game-file", DROP_FOUR]
    code, output, errors = run(*words)
    assert (code, errors) == (0, "")
    assert output.split()[-1].startswith("49") or "49" in output


def test_a_whole_game_in_the_terminal() -> None:
    arguments = ["play", "dropfour", "--opponent", "human", "--no-save", "--plain", "--size", "6"]
    code, output, errors = run("--game-file", DROP_FOUR, *arguments, typed="a\nf6\nc\na\nc\na\nc\na\nquit\n")
    assert (code, errors) == (0, "")
    assert "f6 hangs in the air" in output
    assert "wins: four in a row." in output
    code, output, _ = run("--game-file", DROP_FOUR, *arguments, "--language", "zh", typed="a\nb6\nquit\n")
    assert "落子四连" in output
    assert "b6 悬空：棋子会落到底部。" in output


def test_a_game_without_a_board_in_the_terminal() -> None:
    code, output, errors = run(
        *("--game-file", NIM, "play", "nim", "--opponent", "human", "--no-save", "--plain"),
        typed="A9\nC5\nB4\nA3\nquit\n",
    )
    assert (code, errors) == (0, "")
    assert "So many are not in that heap." in output
    assert "C  | | | | |" in output
    assert "found no more to take" in output


def test_a_game_that_moves_pieces_in_the_terminal() -> None:
    code, output, errors = run(
        *("--game-file", BREAKTHROUGH, "play", "breakthrough", "--opponent", "human", "--no-save", "--plain"),
        typed="b2\na2-a4\na1-a2\nb7-b6\nb2-b3\nb7-b6\npass\nquit\n",
    )
    assert (code, errors) == (0, "")
    for sentence in (
        "is not a move: write the two cells, for example b1-b3.",
        "A piece goes one cell forward, straight or diagonally.",
        "Your own piece stands on a2.",
        "b7 has no piece of yours.",
        "'pass' is not a move",
    ):
        assert sentence in output
    assert "1. b2-b3 b7-b6" in output
    assert run("rules", "breakthrough", "--language", "zh", "--game-file", BREAKTHROUGH)[1].count(
        "吃子写作 b2xc3"
    )


@every_game
@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_match(name: str, concurrency: str, tmp_path: Path) -> None:
    folder = tmp_path / "match"
    code, output, errors = run(
        *("match", "--game-file", FILES[name], "--game", name, "--a", "level:2", "--b", "mcts:nodes=60"),
        *("--games", "4", "--seed", "5", "--concurrency", concurrency, "--out", str(folder), "--json"),
    )
    assert code == 0, errors
    result = json.loads(output.splitlines()[-1])
    assert result["wins"] + result["draws"] + result["losses"] == 4
    assert len(list(folder.glob("game-*"))) == 4
    code, output, errors = run(
        "--game-file", FILES[name], "show", str(next(folder.glob("game-*"))), "--move", "2"
    )
    assert code == 0, errors


def test_its_own_player_and_a_students_file() -> None:
    code, output, errors = run(
        *("match", "--game-file", DROP_FOUR, "--game", "dropfour", "--a", "classic:hasty", "--games", "2"),
        *("--b", f"py:{ROOT / 'examples' / 'my_bot.py'}", "--seed", "5", "--json"),
    )
    assert code == 0, errors
    result = json.loads(output.splitlines()[-1])
    assert result["wins"] + result["draws"] + result["losses"] == 2
    assert result["faults"] == ["", ""]
    code, _, errors = run("search", "othello", "--game-file", DROP_FOUR, "--player", "classic:hasty")
    assert code == 2
    assert "classic:hasty plays dropfour, not othello." in errors


@every_game
def test_the_conformance_suite_takes_it_in(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "-k", name],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env={**os.environ, VARIABLE: FILES[name]},
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


# In Python


@every_game
def test_the_textbook_searches(name: str, games: None) -> None:
    start = boyi.game(name).start()
    tree = Mcts(start, MctsConfig(iterations=80)).run()
    assert tree.move in start.legal_moves
    judge = start.game.evaluation()
    values = set()
    for method in ("minimax", "negamax", "alphabeta", "pvs"):
        config = AlphaBetaConfig(method=method, depth=3, evaluate=judge.value, gain=judge.gain)
        values.add(AlphaBeta(start, config).run().score)
    assert len(values) == 1  # one value for the whole family


def test_the_searches_win_and_parry(games: None) -> None:
    game = boyi.game("dropfour", size=6)
    winning = game.start().play_text("a1 b1 a2 b2 a3 b3")
    for player in (None, "mcts:nodes=300", "alphabeta:depth=3", "level:5", "level:10", "classic:hasty"):
        assert game.format_move(boyi.search(winning, player=player, time=5, seed=1).move) == "a4", player
    threatened = winning.play_text("f1")
    assert game.format_move(boyi.search(threatened, player="alphabeta:depth=3").move) == "b4"


@every_game
@pytest.mark.parametrize("level", [1, 4, 7, 10])
def test_the_levels(name: str, level: int, games: None) -> None:
    engine, position = LevelEngine(level, seed=3), boyi.game(name).start()
    for _ in range(3):
        move = engine.search(SearchRequest(position), 0.3).move
        assert move in position.legal_moves
        position = position.play(move)


def test_a_board_has_eight_rows_where_nothing_is_said(games: None) -> None:
    game = boyi.game("breakthrough")
    assert isinstance(game, PieceGame)
    assert (game.size, dict(game.settings), game.symmetries) == (8, {}, 2)

    class Small(type(game)):  # type: ignore[misc]
        name, size = "small", 6

    small = Small()
    assert (small.size, len(small.start().legal_moves)) == (6, 3 * 4 + 2 * 2)
    assert small.format_move(small.parse_move("a2b3"), small.start()) == "a2-b3"
    # Left and right can be exchanged.
    move = game.parse_move("b2-c3")
    assert game.format_move(game.transform_move(move, 1)) == "g2-f3"
    position = game.start().play_text("b2-b3")
    assert game.transform(position, 1) == game.start().play_text("g2-g3")


def test_a_game_without_a_refusal_of_its_own_names_the_move(games: None) -> None:
    game = boyi.game("breakthrough")
    position = game.start()
    assert str(StonePosition._refusal(position, game.parse_move("a2-a4"))) == "Move a2-a4 is not legal here."
    assert str(StonePosition._refusal(position, 9**9)) == f"Move '{9**9}' is not legal here."


def test_chinese_comes_with_the_game(games: None) -> None:
    chinese = language("zh_CN")
    game = boyi.game("dropfour")
    assert chinese(game.title) == "落子四连"
    assert chinese(game.start().why_illegal(0)) == "a7 悬空：棋子会落到底部。"
    assert [chinese(label) for label in game.options[2].labels.values()] == ["和棋", "后手胜"]


@every_game
def test_positions_and_games_are_pickled_by_name(name: str, games: None) -> None:
    game = boyi.game(name)
    position = game.start().play(game.start().moves()[0])
    data = pickle.dumps((game, position))
    assert b"boyi_game_" not in data  # the file's module has another name in another process
    assert pickle.loads(data) == (game, position)
    code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read())[1])"
    done = subprocess.run(
        [sys.executable, "-c", code], input=data, capture_output=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.decode().strip() == str(position).strip()


def test_it_is_kept_in_the_store(games: None, tmp_path: Path) -> None:
    record = boyi.GameRecord(boyi.game("dropfour"))
    record.play_text("a1 b1 a2 b2 a3 b3 a4")
    with Store.open(tmp_path / "games.db") as store:
        stored = store.save(record)
        assert store.load(stored).outcome == boyi.Outcome(0, "four")


# Files and packages that are not right


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 +", "bad.py failed in line 1: SyntaxError"),
        ("import boyi\nraise ValueError('no')", "bad.py failed in line 2: ValueError: no."),
        ("x = 1", "bad.py defines no game"),
        ("import boyi\nclass G(boyi.Game):\n    name = 'g'\n", "bad.py defines no game"),
        ("from boyi.games.toys import TicTacToe\nclass G(TicTacToe):\n    pass", "there is a game tictactoe"),
        ("from boyi.games.toys import TicTacToe\nclass G(TicTacToe):\n    name = 'A b'", "small letters"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text)
    with pytest.raises(BadGameFile, match=message.replace("(", r"\(")):
        load_game_file(file)
    assert language("zh_CN")(BadGameFile("{file} is not a Python file.", file="a")) == "a 不是 Python 文件。"


def test_a_missing_file_and_a_missing_value(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, errors = run("games", "--game-file", "nowhere.py")
    assert code == 2
    assert "There is no file" in errors
    assert main(["games", "--game-file"]) == 2
    assert "--game-file needs a value" in capsys.readouterr().err


def test_an_installed_package_brings_games(tmp_path: Path) -> None:
    (tmp_path / "nim_game.py").write_text(Path(NIM).read_text(encoding="utf-8"), encoding="utf-8")
    described = tmp_path / "nim_game-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: nim-game\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("[boyi.games]\nnim = nim_game:Nim\ngomoku = nim_game:Nim\n")
    code, output, errors = run("games", "--json", PYTHONPATH=str(tmp_path))
    assert code == 0, errors
    titles: dict[str, Any] = {game["name"]: game["title"] for game in json.loads(output)}
    assert titles["nim"] == "Nim"
    assert titles["gomoku"] == "Gomoku"  # ours keep their names


@pytest.mark.parametrize(
    "words",
    ["perft othello 1", "match --help", "play nogo --no-save --opponent random", "search loa --nodes 9"],
)
def test_games_of_boyi_do_not_wait_for_others(words: str) -> None:
    """Files and packages are looked for only when a name is not one of ours."""
    code = f"""
from boyi.cli.main import main
from boyi.core import registry
main({words.split()})
print(registry._searched)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, input="quit\n"
    )
    assert done.stdout.splitlines()[-1] == "False"


def test_the_document_names_what_has_to_be_written() -> None:
    text = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    for kind in (boyi.Game, boyi.Position):
        assert {name for name in kind.__abstractmethods__ if f"`{name}`" not in text} == set()
    for name in (
        "_find_moves",
        "_find_outcome",
        "_after",
        "position_type",
        "PieceGame",
        "number",
        "only_mirror",
    ):
        assert name in text
    missing = StonePosition.__abstractmethods__ - {"_find_moves", "_find_outcome", "_after"}
    assert not missing

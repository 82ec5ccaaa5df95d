"""An opening book of one's own: engines, levels and searches use it, and say what is wrong with it."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

import boyi
from boyi.arena.tournament.toml import spec_in
from boyi.bridges.thinking import Thinker
from boyi.cli.main import main
from boyi.core.backend import available
from boyi.core.errors import BoyiError
from boyi.core.stop import Stop
from boyi.engines.books import Book, BookMove, shipped_book
from boyi.engines.kinds import BOOK
from boyi.players.engine import Engine, SearchRequest
from boyi.players.spec import file_settings, make_engine
from boyi.protocols.actions import Limits, Think
from boyi.protocols.situation import Situation
from boyi.store.specs import absolute_spec
from tests.bridges.child import engine as process_of

if "native" not in available(boyi.game("gomoku", backend="python")):
    pytest.skip("no native module", allow_module_level=True)

SIZE = 9
GAME = boyi.game("gomoku", size=SIZE)
CORNERS = {GAME.parse_move(text) for text in ("a1", "a9", "i1", "i9")}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``boyi book`` makes, with a first move that no search would choose."""
    path = tmp_path_factory.mktemp("books") / "corner.json"
    words = ["--size", str(SIZE), "--positions", "2", "--nodes", "300", "--out", str(path)]
    assert main(["book", "gomoku", *words]) == 0
    book = Book.read(path)
    key, _ = book.canonical(GAME.start())
    book.entries[key] = [BookMove(min(CORNERS), 0.9)]
    book.write(path)
    return path


@pytest.fixture
def book(made: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The same, with nothing printed yet."""
    capsys.readouterr()
    return made


def spec(level: str, path: Path) -> str:
    return f"{level},book={BOOK.write(path)}" if ":" in level else f"{level}:book={BOOK.write(path)}"


@pytest.mark.parametrize("level", ["level:1", "level:10", "level:10,nodes=50", "advanced"])
def test_every_level_takes_its_moves_from_the_file(level: str, book: Path) -> None:
    assert shipped_book(GAME) is None
    request = SearchRequest(GAME.start())
    engine = make_engine(spec(level, book), seed=3)
    assert isinstance(engine, Engine)
    engine.check_game(GAME)
    found = engine.search(request)
    assert (found.nodes, found.move in CORNERS) == (0, True)
    outside = engine.search(SearchRequest(GAME.start().play_text("e5 e6 d5")))
    assert outside.nodes > 0


def test_a_file_with_any_name(book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "50%2C, mine=best.json"
    shutil.copy(book, copy)
    written = spec("level:2", copy)
    assert file_settings(written) == {"book": copy}
    record = boyi.GameRecord(GAME)
    assert asyncio.run(boyi.make_player(written, seed=1).choose(record)).move in CORNERS
    # In folders of other commands it is found, too.
    assert absolute_spec(spec("level:2", Path("b.json"))) == spec("level:2", Path("b.json").absolute())
    assert spec_in("level:2,book=b.json", tmp_path) == spec("level:2", tmp_path / "b.json")
    for same in ("level:2", "level:2,book=no", "some-engine", "mcts:nodes=5"):
        assert (absolute_spec(same), spec_in(same, tmp_path)) == (same, same)


def test_the_best_engine_takes_its_moves_from_it(book: Path) -> None:
    thinker = Thinker(seed=2, book=Book.open(book))
    told: list[object] = []

    def moved(game: boyi.Game, plies: str = "") -> boyi.SearchResult:
        situation = Situation.of_record(boyi.GameRecord(game, game.start().play_text(plies)))
        think = Think(1, situation, Limits(nodes=50))
        found = thinker.search(think, told.append, Stop())
        assert isinstance(found, boyi.SearchResult)
        return found

    assert moved(GAME).move in CORNERS
    assert moved(GAME, "e5 e6 d5").nodes > 0
    # The other program may choose another board: there it searches.
    assert moved(boyi.game("gomoku", size=10)).nodes > 0


@pytest.mark.outside
@pytest.mark.parametrize("strength", [(), ("--level", "4")])
def test_boyi_engine_plays_from_it(strength: tuple[str, ...], book: Path) -> None:
    words = ("gomoku", "--size", str(SIZE), "--protocol", "gtp", *strength, "--book", str(book))
    with process_of(*words) as child:
        assert child.ask("genmove b").removeprefix("= ").lower() in ("a1", "a9", "j1", "j9")  # no I in GTP


def test_boyi_search_answers_from_it(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "gomoku", "--size", str(SIZE), "--book", str(book), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["nodes"], found["win_rate"]) == (0, 0.9)
    assert main(["search", "gomoku", "--size", "10", "--book", str(book)]) == 2
    assert "is for gomoku size=9" in capsys.readouterr().err


ENGINE = ["engine", "gomoku", "--size", str(SIZE), "--protocol", "gtp"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([*ENGINE, "--book", "{book}", "--no-book"], "Give --book or --no-book, not both"),
        ([*ENGINE, "--book", "{book}", "--player", "mcts"], "leave out --player"),
        ([*ENGINE, "--book", "{missing}"], "missing.json cannot be read: no such file or directory."),
        ([*ENGINE, "--book", "{folder}"], "cannot be read: is a directory."),
        ([*ENGINE, "--book", "{text}"], "text.json is no opening book: boyi book makes one."),
        ([*ENGINE, "--book", "{empty}"], "empty.json is no opening book: boyi book makes one."),
        (
            ["engine", "gomoku", "--protocol", "gomocup", "--book", "{book}"],
            "is for gomoku size=9 rule=freestyle opening=none, "
            "not for gomoku size=15 rule=freestyle opening=none.",
        ),
        (
            [*ENGINE, "--rule", "renju", "--level", "3", "--book", "{book}"],
            "not for gomoku size=9 rule=renju",
        ),
        (["engine", "othello", "--protocol", "gtp", "--book", "{book}"], "not for othello size=8"),
        (["engine", "--protocol", "analysis", "--book", "{book}"], "Analyses always search"),
        (["play", "othello", "--opponent", "level:9,book={book}"], "not for othello size=8"),
        (["play", "gomoku", "--opponent", "level:9,book={missing}"], "cannot be read"),
        (
            ["match", "--game", "gomoku", "--a", "level:2,book={book}", "--b", "random", "--games", "2"],
            "not for gomoku size=15",
        ),
    ],
)
def test_mistakes_get_one_sentence(
    words: list[str], says: str, book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {name: tmp_path / f"{name}.json" for name in ("missing", "text", "empty")}
    files["text"].write_text("not JSON")
    files["empty"].write_text("{}")
    places = {**files, "book": book, "folder": tmp_path}
    code = main([word.format(**places) for word in words])
    output, errors = capsys.readouterr()
    assert (code, output) == (2, "")
    assert says in errors
    assert errors.count("\n") == 1


def test_a_level_that_cannot_use_it_says_so(book: Path, tmp_path: Path) -> None:
    player = boyi.make_player(spec("level:3", book))
    player.check_game(GAME)
    with pytest.raises(BoyiError, match="not for gomoku size=15"):
        player.check_game(boyi.game("gomoku"))
    with pytest.raises(BoyiError, match="cannot be read"):
        boyi.make_player(spec("level:3", tmp_path / "gone.json"))


BOOK_TEXT = (
    '{{"game": "gomoku", "options": {{}}, "nodes": {nodes}, "candidates": 4, "margin": {margin}, {rest}}}'
)


@pytest.mark.parametrize(
    "text",
    [
        BOOK_TEXT.format(nodes=9, margin="9" * 300, rest='"positions": {}'),
        BOOK_TEXT.format(nodes=9, margin="9" * 400, rest='"positions": {}'),
        BOOK_TEXT.format(nodes=9, margin="NaN", rest='"positions": {}'),
        BOOK_TEXT.format(nodes=9, margin="-0.1", rest='"positions": {}'),
        BOOK_TEXT.format(nodes="1e999", margin="0.1", rest='"positions": {}'),
        BOOK_TEXT.format(nodes=9, margin="0.1", rest='"positions": {"a": [[1e999, 0.5]]}'),
        BOOK_TEXT.format(nodes=9, margin="0.1", rest='"positions": {"a": [[1, NaN]]}'),
        BOOK_TEXT.format(nodes=9, margin="0.1", rest='"positions": {"a": [[1, 0.5], [2]]}'),
        "[" * 100_000,
    ],
)
def test_a_damaged_book_is_a_sentence(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    for words in (["book", "gomoku", "--out"], ["search", "gomoku", "--book"]):
        assert main([*words, str(path)]) == 2
        assert "b.json is no opening book: boyi book makes one." in capsys.readouterr().err

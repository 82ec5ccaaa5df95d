"""One damaged row: it is listed as damaged, opening it is an error, and nothing else is hidden by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

import boyi
from boyi.cli.main import main
from boyi.core.outcome import Outcome
from boyi.store.changes import Append
from boyi.store.errors import Damaged, NotStored
from boyi.store.finding import GameFilter
from boyi.store.store import Store

FIVE = "h8 a1 i8 a3 j8 a5 k8 a7 l8"
FILTERS = [GameFilter(hidden=False), GameFilter(review=True), GameFilter(text="Lin"), GameFilter()]


def game(moves: str = "h8 a1 i8", black: str = "Lin") -> boyi.GameRecord:
    record = boyi.GameRecord(boyi.game("gomoku"), headers={"black": black, "event": "cup"})
    for word in moves.split():
        record.play(record.game.parse_move(word, record.position))
    return record


def damage(url: str, statement: str, **values: object) -> None:
    """Change rows behind the store's back."""
    engine = create_engine(url)
    with engine.begin() as connection:
        assert connection.execute(text(statement), values).rowcount == 1
    engine.dispose()


ANYWHERE = [
    "UPDATE games SET options = '[]' WHERE id = :id",
    "UPDATE games SET extra = '[1]' WHERE id = :id",
    "UPDATE games SET extra = '\"x\"' WHERE id = :id",
    "UPDATE games SET headers = '[]' WHERE id = :id",
    "UPDATE games SET winner = 7, reason = 'five' WHERE id = :id",
    "UPDATE games SET asides = '5' WHERE id = :id",
    "UPDATE games SET root = '[]' WHERE id = :id",
    "UPDATE games SET start = 'nonsense' WHERE id = :id",
    "UPDATE games SET game = 'chess' WHERE id = :id",
    "UPDATE games SET options = '{\"size\": 999}' WHERE id = :id",
    "DELETE FROM moves WHERE game_id = :id AND ply = 1",
    "DELETE FROM moves WHERE game_id = :id AND ply = 2",
    "DELETE FROM moves WHERE game_id = :id AND ply = 3",
    "UPDATE games SET length = 2 WHERE id = :id",
    "UPDATE games SET length = -1 WHERE id = :id",
    "UPDATE moves SET move = 99999 WHERE game_id = :id AND ply = 2",
    "UPDATE moves SET ply = 7 WHERE game_id = :id AND ply = 3",
]
ONLY_SQLITE = [
    "UPDATE games SET options = '{' WHERE id = :id",
    "UPDATE games SET extra = 'no JSON' WHERE id = :id",
    "UPDATE games SET headers = '{\"a\"' WHERE id = :id",
    "UPDATE games SET asides = '[' WHERE id = :id",
    "UPDATE games SET root = 'x' WHERE id = :id",
    "UPDATE games SET updated = 'yesterday' WHERE id = :id",
    "UPDATE games SET black = x'ff00' WHERE id = :id",
    "UPDATE games SET black = CAST(x'ff41' AS TEXT), options = '[]' WHERE id = :id",
    f"UPDATE games SET extra = '{'[' * 50_000}' WHERE id = :id",
]


@pytest.mark.parametrize("statement", ANYWHERE + ONLY_SQLITE)
def test_a_damaged_row_hides_nothing(store: Store, url: str, statement: str) -> None:
    if statement in ONLY_SQLITE and not url.startswith("sqlite"):
        pytest.skip("PostgreSQL refuses to hold this")
    first, hurt, last = (store.save(game()) for _ in range(3))
    damage(url, statement, id=hurt)
    for wanted in FILTERS:
        found = {entry.id: entry for entry in store.find(wanted)}
        assert {first, last} <= set(found), wanted
        assert found[first].damaged is found[last].damaged is None
        assert store.count(wanted) == len(found)
    assert hurt in {entry.id for entry in store.find()}
    store.summary(hurt)
    with pytest.raises(Damaged, match=f"{hurt} is damaged: ."):
        store.load(hurt)
    assert store.load(first).text() == "h8 a1 i8"
    store.delete(hurt)
    with pytest.raises(NotStored):
        store.load(hurt)


def test_the_list_says_which_game_has_lost_a_move(store: Store, url: str) -> None:
    hurt = store.save(game())
    damage(url, "DELETE FROM moves WHERE game_id = :id AND ply = 2", id=hurt)
    entry = store.find()[0]
    assert entry.damaged is not None
    assert "it has 2 moves, but the last is move 3" in str(entry.damaged)
    with pytest.raises(Damaged, match="move 2 is missing"):
        store.load(hurt)


@pytest.mark.parametrize("stated", [False, True])
def test_a_game_that_has_lost_its_last_move_does_not_reach_its_end(
    store: Store, url: str, stated: bool
) -> None:
    """Whether the board's end came with the record, or from the server after the last move."""
    if stated:
        hurt = store.begin(game(FIVE.rpartition(" ")[0]), extra={"room": 1})
        store.append(hurt, 9, game(FIVE).nodes[-1].move or 0)
        store.finish(hurt, Outcome(0, "five"))
    else:
        hurt = store.save(game(FIVE))
    assert store.load(hurt).outcome == Outcome(0, "five")
    damage(url, "DELETE FROM moves WHERE game_id = :id AND ply = 9", id=hurt)
    with pytest.raises(Damaged, match="move 9 is missing"):
        store.load(hurt)
    damage(url, "UPDATE games SET length = 8 WHERE id = :id", id=hurt)
    with pytest.raises(Damaged, match=r"its moves do not lead to its end \(five\)"):
        store.load(hurt)


@pytest.mark.parametrize("end", [None, Outcome(1, "resigned")])
@pytest.mark.parametrize("way", ["begin", "append", "take back", "save", "import", "variation"])
def test_a_lost_last_move_is_noticed_however_it_came(
    store: Store, url: str, way: str, end: Outcome | None
) -> None:
    """A running or resigned game has no end on the board that would give the loss away."""
    record = game()
    if way == "import":
        hurt = store.import_many([record])[0]
    elif way == "variation":
        record.play(5, at=0)
        hurt = store.save(record)
        store.append(hurt, 4, 30)
        store.take_back(hurt, 1)
    else:
        hurt = store.begin(game("h8" if way == "append" else "h8 a1 i8 b1 b2"))
        if way == "append":
            store.apply([Append(hurt, ply, record.nodes[ply].move or 0) for ply in (2, 3)])
        elif way == "take back":
            store.take_back(hurt, 2)
        else:
            store.save(record, hurt)
    if end is not None:
        store.finish(hurt, end)
    assert store.load(hurt).moves == record.moves
    assert store.find()[0].damaged is None
    damage(url, "DELETE FROM moves WHERE game_id = :id AND ply = 3", id=hurt)
    with pytest.raises(Damaged, match="move 3 is missing"):
        store.load(hurt)
    assert "it has 2 moves instead of 3" in str(store.find()[0].damaged)


def test_what_is_beside_a_record_may_be_damaged_alone(store: Store, url: str) -> None:
    hurt = store.save(game())
    damage(url, "UPDATE games SET extra = '[]' WHERE id = :id", id=hurt)
    with pytest.raises(Damaged, match="its extra cannot be read"):
        store.extra(hurt)


def test_the_commands_say_what_is_damaged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    with Store.open(url) as store:
        sound, hurt = store.save(game()), store.save(game(black="Gao"))
    damage(url, "DELETE FROM moves WHERE game_id = :id AND ply = 2", id=hurt)
    assert main(["library", "list", "--db", url]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "damaged" in lines[hurt]
    assert "damaged" not in lines[sound]
    assert main(["library", "show", hurt, "--db", url]) != 0
    assert "move 2 is missing" in capsys.readouterr().err
    assert main(["library", "export", "--db", url]) == 0
    said = capsys.readouterr()
    assert "Lin" in said.out
    assert f"Left out: The stored game {hurt} is damaged" in said.err

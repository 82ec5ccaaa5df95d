"""What the store keeps, on SQLite and on PostgreSQL."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator

import pytest

import boyi
from boyi.store.changes import Append, Finish, SetExtra, TakeBack
from boyi.store.errors import Conflict, NotStored, StoreError
from boyi.store.finding import GameFilter
from boyi.store.store import Store


def played(moves: str = "f5 d6 c3", **headers: str) -> boyi.GameRecord:
    record = boyi.GameRecord(boyi.game("othello"), headers=headers)
    record.play_text(moves)
    return record


def grown(seed: int, steps: int = 40) -> boyi.GameRecord:
    """A record with variations, comments and times at random places."""
    chooser = random.Random(seed)
    record = boyi.GameRecord(boyi.game("othello", size=6), headers={"black": "甲", "event": "杯 ☂"})
    for _ in range(steps):
        at = chooser.choice(list(record.walk()))
        if record.outcome_at(at) is None:
            node = record.nodes[record.play(chooser.choice(record.position_at(at).moves()), at)]
            node.comment = chooser.choice(["", "", "好棋 “!?”\n'\"\\"])
            node.evaluation = chooser.choice([None, 0.1 + 0.2, 1])
            node.clock = chooser.choice([None, 12.5])
            node.spent = chooser.choice([None, 1e-9])
            node.properties = chooser.choice([{}, {"LB": ["aa:1", "bb:2"]}])
    record.nodes[0].comment = chooser.choice(["", "the start"])
    if chooser.random() < 0.5:
        record.result = boyi.Outcome(None, "agreed", 0)
    return record


def test_a_record_comes_back_as_it_was(store: Store) -> None:
    for seed in range(20):
        record = grown(seed)
        game_id = store.save(record)
        assert store.load(game_id).to_data() == record.to_data()
        assert re.fullmatch(r"[A-Za-z0-9]{12}", game_id)


def test_a_set_up_and_options_come_back(store: Store) -> None:
    game = boyi.game("gomoku", size=9, rule="standard")
    record = boyi.GameRecord(game, game.parse_position("9/9/4x4/9/9/9/9/9/9 o"))
    record.play_text("e5 f6")
    loaded = store.load(store.begin(record))
    assert loaded.to_data() == record.to_data()
    assert loaded.game == game


@pytest.mark.parametrize("stated", [False, True])
def test_an_end_on_the_board_is_found_and_not_put_into_the_record(store: Store, stated: bool) -> None:
    record = boyi.GameRecord(boyi.game("tictactoe"))
    record.play_text("a1 a2 b1 b2 c1")
    if stated:
        record.result = record.outcome
    game_id = store.save(record)
    assert store.load(game_id).to_data() == record.to_data()
    assert store.load(game_id).result == (boyi.Outcome(0, "three") if stated else None)
    summary = store.summary(game_id)
    assert (summary.finished, summary.winner, summary.reason) == (True, 0, "three")


def test_a_game_is_played_move_by_move(store: Store) -> None:
    record = played("")
    game_id = store.begin(record, extra={"seats": ["a", None], "clock": {"main": 60}})
    for ply, text in enumerate(["f5", "d6", "c3", "d3", "c4"], 1):
        node = record.nodes[record.play_text(text)]
        node.spent, node.clock, node.evaluation, node.comment = ply / 4, 60 - ply / 4, 0.5, f"第{ply}手"
        move = node.move
        assert move is not None
        store.append(
            game_id,
            ply,
            move,
            spent=node.spent,
            clock=node.clock,
            evaluation=node.evaluation,
            comment=node.comment,
        )
        assert store.load(game_id).to_data() == record.to_data()
    store.take_back(game_id, 2)
    record.take_back(2)
    assert store.load(game_id).to_data() == record.to_data()
    record.result = boyi.Outcome(1, "resigned")
    store.finish(game_id, record.result)
    assert store.load(game_id).to_data() == record.to_data()
    assert store.extra(game_id) == {"seats": ["a", None], "clock": {"main": 60}}
    before = store.summary(game_id)
    assert store.apply([SetExtra(game_id, {"room": "乙"})]) == [None]
    assert store.extra(game_id) == {"room": "乙"}
    assert store.summary(game_id).plies == 3
    assert store.summary(game_id).updated == before.updated  # the game itself is as it was


def test_the_same_again_is_fine_and_another_is_not(store: Store) -> None:
    game_id = store.begin(played())
    first, *_ = played().moves
    store.append(game_id, 1, first)
    with pytest.raises(Conflict, match=r"Move 1 .* is another"):
        store.append(game_id, 1, first + 1)
    for wrong in (0, -3, 5, 10**6):
        with pytest.raises(Conflict, match=f"Move {wrong} .* it has 3 moves"):
            store.append(game_id, wrong, 1)
    with pytest.raises(Conflict, match="4 moves cannot be taken back"):
        store.take_back(game_id, 4)
    with pytest.raises(Conflict, match="-1 moves cannot be taken back"):
        store.take_back(game_id, -1)
    end = boyi.Outcome(0, "time")
    store.finish(game_id, end)
    store.finish(game_id, end)
    with pytest.raises(Conflict, match=r"has ended already \(time\)"):
        store.finish(game_id, boyi.Outcome(1, "time"))
    store.append(game_id, 1, first)
    with pytest.raises(Conflict, match=r"is over \(time\)"):
        store.append(game_id, 4, 1)
    assert store.load(game_id).moves == played().moves
    store.take_back(game_id, 1)
    assert not store.summary(game_id).finished
    store.append(game_id, 3, played().moves[2])


def test_taking_back_among_variations_is_what_a_record_does(store: Store) -> None:
    for seed in range(20):
        record = grown(seed)
        game_id = store.save(record)
        plies = min(seed % 4, record.plies)
        store.take_back(game_id, plies)
        record.take_back(plies)
        assert store.load(game_id).to_data() == record.to_data()


def test_a_reviewed_game_goes_on(store: Store) -> None:
    record = played()
    aside = record.play_text("f6 e6", at=record.main_line()[1])
    record.nodes[aside].comment = "what if"
    game_id = store.save(record)
    node = record.play_text("d3")
    move = record.nodes[node].move
    assert move is not None
    store.append(game_id, 4, move)
    assert store.load(game_id).to_data() == record.to_data()
    record.promote(aside)
    assert store.save(record, game_id) == game_id
    assert store.load(game_id).to_data() == record.to_data()


def test_saving_over_a_game_keeps_what_stands_beside_it(store: Store) -> None:
    game_id = store.begin(played(), extra={"room": 1})
    created = store.summary(game_id).created
    store.save(played("f5", black="x"), game_id)
    assert store.extra(game_id) == {"room": 1}
    assert store.summary(game_id).created == created
    assert store.load(game_id).to_data() == played("f5", black="x").to_data()


def test_one_bad_change_does_not_spoil_the_others(store: Store) -> None:
    one, two = store.begin(played("")), store.begin(played(""))
    f5, d6, c3 = played().moves
    answers = store.apply(
        [
            Append(one, 1, f5),
            Append("nothing", 1, f5),
            Append(two, 2, d6),
            Append(two, 1, f5),
            Append(one, 2, d6),
            Append(one, 2, c3),
            TakeBack(one, 1),
            Append(one, 2, d6, spent=float("nan")),
            Append(one, 2, 2**40),
            SetExtra(one, {"x": {1, 2}}),
            Append(one, 2, d6, comment=3),  # type: ignore[arg-type]
            Finish(two, boyi.Outcome(7, "resigned")),
            Append(one, 2, d6, comment="again"),
            SetExtra(one, {"x": 1}),
            Finish(two, boyi.Outcome(0, "resigned")),
            Append(two, 2, d6),
        ]
    )
    assert [type(answer) for answer in answers] == [
        type(None),
        NotStored,
        Conflict,
        type(None),
        type(None),
        Conflict,
        type(None),
        *[StoreError] * 5,
        type(None),
        type(None),
        type(None),
        Conflict,
    ]
    assert store.load(one).moves == [f5, d6]
    assert store.load(one).nodes[2].comment == "again"
    assert store.extra(one) == {"x": 1}
    assert store.load(two).moves == [f5]
    assert store.apply([]) == []


def test_what_is_not_there(store: Store) -> None:
    for ask in (store.load, store.extra, store.summary, store.delete):
        with pytest.raises(NotStored, match="There is no stored game 'abc'"):
            ask("abc")
    with pytest.raises(NotStored):
        store.save(played(), "abc")
    with pytest.raises(NotStored):
        store.append("abc", 1, 1)
    with pytest.raises(NotStored):
        store.load("'; DROP TABLE games; --")


def test_deleting(store: Store) -> None:
    game_id, other = store.begin(played()), store.begin(played())
    store.delete(game_id)
    with pytest.raises(NotStored):
        store.load(game_id)
    assert store.load(other).plies == 3
    assert store.count() == 1


def test_finding_what_was_said_and_what_can_go_on(store: Store) -> None:
    record = played()
    record.nodes[0].comment = "Before the first move"
    record.nodes[record.play_text("d3", at=0)].comment = "Beside the game"
    talked = store.save(record)
    going = store.begin(played(), extra={"room": 1, "review": False})
    opened = store.begin(played(), extra={"room": 1, "review": True})

    def found(**wanted: object) -> set[str]:
        return {summary.id for summary in store.find(GameFilter(**wanted))}  # type: ignore[arg-type]

    assert found(text="before the FIRST") == found(text="beside") == {talked}
    assert found(text="comment") == found(text="parent") == set()
    assert found(review=False) == {going}
    assert found(review=True) == {talked, opened}


def test_finding(store: Store) -> None:
    lee = store.begin(played(black="Lee Min", white="甲", event="Spring Cup"))
    kim = store.begin(played("f5", black="Kim 100%", white="lee"))
    five = store.begin(boyi.GameRecord(boyi.game("gomoku")))
    store.finish(lee, boyi.Outcome(0, "resigned"))
    store.finish(kim, boyi.Outcome(None, "agreed"))
    store.append(five, 1, 112, comment="天元 Center")

    def found(**wanted: object) -> list[str]:
        chosen = GameFilter(**wanted)  # type: ignore[arg-type]
        ids = [summary.id for summary in store.find(chosen)]
        assert len(ids) == store.count(chosen)
        return ids

    assert found() == [five, kim, lee]
    assert found(game="othello") == [kim, lee]
    assert found(player="lee") == [kim, lee]
    assert found(player="甲") == [lee]
    assert found(player="%") == [kim]
    assert found(player="_") == []
    assert found(result="black") == [lee]
    assert found(result="white") == []
    assert found(result="draw") == [kim]
    assert found(result="finished") == [kim, lee]
    assert found(result="unfinished") == [five]
    assert found(text="spring") == [lee]
    assert found(text="event") == []
    assert found(text="天元") == found(text="center") == [five]
    assert found(text="") == [five, kim, lee]
    assert found(text="\0") == found(text="\ud800") == []
    assert found(since=time.time() + 60) == []
    assert found(since=store.summary(kim).updated) == [five, kim]
    assert found(game="othello", result="finished", player="Kim") == [kim]
    assert [summary.id for summary in store.find(order="oldest")] == [lee, kim, five]
    assert [summary.id for summary in store.find(order="longest", limit=1)] == [lee]
    assert [summary.id for summary in store.find(GameFilter(game="othello"), order="name")] == [kim, lee]
    assert found(before=store.summary(kim).updated) == [lee]
    assert [summary.id for summary in store.find(limit=1, offset=1)] == [kim]
    assert store.find(limit=0) == store.find(offset=10**12) == []
    first = store.find(GameFilter(result="black"))[0]
    assert (first.black, first.white, first.plies, first.options["size"]) == ("Lee Min", "甲", 3, 8)
    with pytest.raises(StoreError, match="There is no result 'lost'"):
        found(result="lost")
    with pytest.raises(StoreError, match="There is no order 'best'"):
        store.find(order="best")  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="begins at 0"):
        store.find(limit=-1)


def test_texts_that_no_database_takes(store: Store) -> None:
    record = played(black="a\0b", white="\ud800", event="x\0\udfff")
    record.nodes[1].comment = "\0"
    record.nodes[0].properties = {"A\0": ["\ud83d"]}
    loaded = store.load(store.begin(record, extra={"\0": "\0"}))
    assert loaded.headers == {"black": "a�b", "white": "�", "event": "x��"}
    assert loaded.nodes[1].comment == "�"
    for text in ("x", "\0", "\ud800", "x\0"):
        assert store.count(GameFilter(text=text)) == 1
    assert store.count(GameFilter(player="\ud800")) == 1


def test_data_that_is_not_plain(store: Store) -> None:
    game_id = store.begin(played())
    for extra in ({"x": object()}, {"x": float("inf")}):
        (refused,) = store.apply([SetExtra(game_id, extra)])
        assert "not plain data" in str(refused)
        with pytest.raises(StoreError, match="not plain data"):
            store.begin(played(), extra=extra)
    record = played()
    record.nodes[1].clock = float("inf")
    with pytest.raises(StoreError, match=r"Move 1 cannot be stored: its clock is 'inf'"):
        store.begin(record)
    assert store.extra(game_id) == {}
    assert store.count() == 1


def test_importing_many(store: Store) -> None:
    ids = store.import_many(played("f5 d6"[: 2 + 3 * (number % 2)]) for number in range(450))
    assert len(set(ids)) == store.count() == 450
    assert [store.load(game_id).plies for game_id in ids[198:203]] == [1, 2, 1, 2, 1]
    assert store.import_many([]) == []


def test_an_import_that_breaks_leaves_nothing(store: Store) -> None:
    kept = store.begin(played())

    def breaking() -> Iterator[boyi.GameRecord]:
        for _ in range(450):
            yield played("f5")
        raise StoreError("the file breaks here")

    with pytest.raises(StoreError, match="the file breaks here"):
        store.import_many(breaking())
    assert [summary.id for summary in store.find()] == [kept]


def test_engines(store: Store) -> None:
    added = store.add_engine("fox-1", " mcts:time=1 ", game="othello", note="狐")
    assert store.add_engine("fox-1", "mcts:time=1", game="othello") == added
    assert store.engine("fox-1") == added
    assert (added.spec, added.game, added.note) == ("mcts:time=1", "othello", "狐")
    store.add_engine("ant", "random")
    assert [engine.name for engine in store.engines()] == ["ant", "fox-1"]
    mistakes = [
        (("fox-1", "random"), "There is an engine fox-1 already"),
        (("Fox", "random"), "'Fox' is no name"),
        (("a b", "random"), "is no name"),
        (("", "random"), "is no name"),
        (("x" * 41, "random"), "is no name"),
        (("random", "mcts"), "random is a player that Boyi has already"),
        (("human", "mcts"), "human is a player"),
        (("beginner", "mcts"), "beginner is a player"),
        (("owl", "  "), "needs a spec"),
        (("owl", "ant"), "ant is a registered engine itself"),
    ]
    for arguments, says in mistakes:
        with pytest.raises(StoreError, match=says):
            store.add_engine(*arguments)
    with pytest.raises(NotStored, match=r"There is no engine 'fox-2': choose ant, fox-1. Did you mean fox-1"):
        store.engine("fox-2")
    store.remove_engine("ant")
    store.remove_engine("fox-1")
    with pytest.raises(NotStored, match="none is registered"):
        store.remove_engine("ant")


def test_games_that_are_kept_out_of_lists(store: Store) -> None:
    record = boyi.GameRecord(boyi.game("gomoku"))
    shown = [store.begin(record, extra={"hidden": False}), store.begin(record)]
    hidden = store.begin(record, extra={"hidden": True, "other": 1})
    assert {game.id for game in store.find(GameFilter(hidden=False))} == set(shown)
    assert [(game.id, game.extra["other"]) for game in store.find(GameFilter(hidden=True))] == [(hidden, 1)]
    assert store.count(GameFilter(hidden=False)) == 2
    assert store.count() == 3

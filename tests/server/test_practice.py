"""Puzzles and one's own mistakes over REST: judged, kept, repeated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import boyi
from boyi.core.record import GameRecord
from boyi.engines.judging import Judgement, write_judgement
from boyi.formats import write
from boyi.lab import puzzles
from boyi.lab.practice import mistakes_in
from tests.server.client import Server
from tests.server.in_process import application, run


def reviewed() -> GameRecord:
    """Noughts and crosses: White answers in a corner, where every edge would do."""
    record = GameRecord(boyi.game("tictactoe"))
    record.play_text("a1 b2 c3 a3 c1 c2 b1")
    node = record.main_line()[4]
    write_judgement(record, Judgement(4, node, 1, "a3", 1.0, 0.5, "blunder", ("b1", "b3")))
    return record


def test_mistakes_are_the_blunders_of_a_review() -> None:
    (mistake,) = mistakes_in(reviewed(), source="x")
    assert (mistake.played, mistake.better, mistake.ply, mistake.loss) == ("a3", ("b1", "b3"), 4, 0.5)
    assert mistakes_in(reviewed(), sides=(0,)) == []
    assert type(mistake).from_data(mistake.to_data()) == mistake
    game = mistake.start.game
    found = {move: mistake.judge(game.parse_move(move), nodes=2_000) for move in ("b1", "c2", "a3", "c1")}
    assert found == {"b1": True, "c2": True, "a3": False, "c1": False}


@pytest.mark.outside
def test_a_blunder_is_practised(server: Server) -> None:
    text = str(write(reviewed(), "json"))
    body = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + text.encode() + b"\r\n--x--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    status, answer, _ = server.call("POST", "/api/import", body, kind)
    assert status == 200, answer
    (game,) = answer["games"]
    status, kept, _ = server.call("POST", "/api/lab/mistakes", {"game": game["id"]})
    assert (status, kept) == (200, {"found": 1, "new": 1})
    assert server.call("POST", "/api/lab/mistakes", {"game": game["id"]})[1] == {"found": 1, "new": 0}
    _, listed, _ = server.call("GET", "/api/lab/practice")
    (card,) = listed["mistakes"]
    assert card["due"] <= listed["now"]
    path = f"/api/lab/mistakes/{card['id']}"
    _, view, _ = server.call("GET", path)
    assert view["played"]["text"] == "a3"
    assert "a3" in view["task"]["en"]
    moves = {text: boyi.game("tictactoe").parse_move(text) for text in ("a3", "c1", "c2", "b1", "b2")}

    def tried(text: str, expected: int = 200) -> Any:
        status, answer, _ = server.call("POST", path, {"move": moves[text]})
        assert status == expected, answer
        return answer

    assert tried("a3")["right"] is False
    assert tried("c1")["right"] is False  # the engine says so
    tried("b2", 400)
    second = tried("c2")  # not the move of the review, and just as good
    assert second["right"] is True
    assert second["line"] == []
    assert second["due"] > listed["now"] + 86_000
    assert tried("b1")["line"] == ["b1", "b3"]
    _, listed, _ = server.call("GET", "/api/lab/practice")
    assert (listed["mistakes"][0]["tries"], listed["mistakes"][0]["solved"]) == (4, 2)
    _, shown, _ = server.call("POST", path, {"move": None})
    assert shown["line"] == ["b1", "b3"]
    assert server.call("DELETE", path)[0] == 200
    assert server.call("GET", path)[0] == 404


@pytest.mark.outside
def test_puzzles_are_judged_and_remembered(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            everything = await app.call("GET", "/api/lab/practice")
            assert {len(one["solved"]) for one in everything["sets"]} == {50}
            assert not any(solved for one in everything["sets"] for solved in one["solved"])
            puzzle = puzzles("othello")[0]
            path = "/api/lab/puzzles/othello/1"
            view = await app.call("GET", path)
            assert view["task"]["zh_CN"] != view["task"]["en"]
            answer = puzzle.start.game.parse_move(puzzle.answers[0])
            wrong = next(move for move in puzzle.start.moves() if move != answer)
            assert (await app.call("POST", path, json={"move": wrong}))["right"] is False
            right = await app.call("POST", path, json={"move": answer})
            assert (right["right"], right["line"]) == (True, list(puzzle.line))
            (othello,) = [
                one
                for one in (await app.call("GET", "/api/lab/practice"))["sets"]
                if one["game"] == "othello"
            ]
            assert othello["solved"][:2] == [True, False]
            # A move that nobody has proved is searched, in a process that ends.
            forced = puzzles("gomoku")[0]
            other = next(
                move
                for move in forced.start.moves()
                if forced.start.game.format_move(move, forced.start) not in forced.answers
            )
            found = await app.call("POST", "/api/lab/puzzles/gomoku/1", json={"move": other})
            assert found["right"] is False
            assert len(app.app.state.explanations) == 0
            await app.call("GET", "/api/lab/puzzles/gomoku/51", 404)
            await app.call("GET", "/api/lab/puzzles/chess/1", 400)
            await app.call("POST", path, 400, json={"move": 999})

    run(ask())


def test_on_the_network_everyone_has_exercises_of_their_own(database: Path) -> None:
    async def ask() -> None:
        async with application(database, lan=True, join_token="join", owner_token="owner") as app:
            await app.call("GET", "/api/lab/practice", 403)
            puzzle = puzzles("othello")[0]
            move = puzzle.start.game.parse_move(puzzle.answers[0])

            def who(learner: str, token: str = "join") -> dict[str, str]:
                return {"X-Boyi-Server-Token": token, "X-Boyi-Learner": learner}

            path = "/api/lab/puzzles/othello/1"
            await app.call("POST", path, json={"move": move}, headers=who("ann"))
            for learner, token, solved in (
                ("ann", "join", True),
                ("ben", "join", False),
                ("", "owner", False),
            ):
                view = await app.call("GET", path, headers=who(learner, token))
                assert view["solved"] is solved, learner

    run(ask())


def test_a_locked_server_gives_no_help_with_mistakes(database: Path) -> None:
    async def ask() -> None:
        async with application(database, locked=True, owner_token="owner") as app:
            refused = await app.call("POST", "/api/lab/mistakes", 403, json={"game": "abc"})
            assert refused["error"]["code"] == "locked"
            await app.call("GET", "/api/lab/puzzles/nogo/1")

    run(ask())

"""Explanations over REST: steps in any order, each search in a process of its own, and their limits."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from boyi.server.lab.sessions import Explanations
from boyi.server.refusals import Refusal
from tests.patience import PATIENCE
from tests.server.in_process import Application, application, run

pytestmark = pytest.mark.outside
EXAMPLES = Path(__file__).parents[2] / "examples" / "lessons"
TACTIC: dict[str, Any] = {
    "search": "mcts:c=0.7,iterations=50",
    "game": "tictactoe",
    "start": {"moves": "a1 b1 b2 c1"},
}


async def opened(app: Application, status: int = 201, **body: Any) -> Any:
    return await app.call("POST", "/api/lab/explanations", status, json=body)


async def asked(app: Application, found: Any, what: str = "steps", status: int = 200, **query: Any) -> Any:
    path = f"/api/lab/explanations/{found['explanation']['id']}/{what}"
    return await app.call("GET", path, status, params=query)


def children(app: Application) -> list[int]:
    """The processes that explain."""
    explanations: Explanations = app.app.state.explanations
    return [session.pid for session in explanations._open.values()]


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_steps_trees_and_predictions(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            offered = await app.call("GET", "/api/lab")
            mcts = next(search for search in offered["searches"] if search["name"] == "mcts")
            assert {"c", "rollouts", "iterations", "seed"} <= {one["name"] for one in mcts["settings"]}
            assert all(lesson["text"]["en"] and lesson["text"]["zh_CN"] for lesson in offered["lessons"])

            found = await opened(app, **TACTIC)
            assert found["explanation"]["board"]["size"] == 3
            assert found["explanation"]["moves"] == "a1 b1 b2 c1"
            one = await asked(app, found, level="phase", first=15)
            assert one["steps"][0]["kind"] == "select"
            assert one["steps"][0]["tables"][0]["rows"][0][:3] == ["c3", 1.0, 1]
            several = await asked(app, found, level="iteration", first=45, count=64)
            assert [step["step"] for step in several["steps"]] == [45, 46, 47, 48, 49, 50]
            assert several["finished"]
            assert several["known"]["iteration"] == 51
            assert several["steps"][-1]["text"] == {
                "en": "c3 is played: it has the most visits.",
                "zh_CN": "下 c3：访问次数最多。",
            }
            # The answer of a question is concealed until it is answered.
            hidden = (await asked(app, found, level="phase", first=15, conceal=True))["steps"][0]
            assert "answer" not in hidden["ask"]
            assert hidden["tables"][0]["chosen"] is None
            assert hidden["formula"] == []
            path = f"/api/lab/explanations/{found['explanation']['id']}"
            guess = {"level": "phase", "step": 15, "option": one["steps"][0]["ask"]["answer"]}
            told = await app.call("POST", f"{path}/predictions", json=guess)
            assert told["right"] is True
            assert told["view"]["tables"] == one["steps"][0]["tables"]
            wrong = {**guess, "option": 1}
            assert (await app.call("POST", f"{path}/predictions", json=wrong))["right"] is False
            await app.call("POST", f"{path}/predictions", 400, json={**guess, "option": 99})
            # The drawn tree: by default the path is unfolded, else what is asked for.
            place = {"level": "iteration", "step": 50}
            tree = await app.call("POST", f"{path}/tree", json=place)
            assert len(tree["nodes"]) == 6
            assert [node[6] for node in tree["nodes"]].count("chosen") == 1
            child = next(node for node in tree["nodes"] if node[1] is not None and node[7] > 1)
            wider = await app.call("POST", f"{path}/tree", json={**place, "unfolded": [0, child[0]]})
            assert len(wider["nodes"]) == 6 + child[7]
            folded = await app.call("POST", f"{path}/tree", json={**place, "unfolded": []})
            assert len(folded["nodes"]) == 1

            (pid,) = children(app)
            assert is_alive(pid)
            await app.call("DELETE", path)
            assert not is_alive(pid)
            gone = await asked(app, found, status=404)
            assert gone["error"]["text"]["zh_CN"] == "这个讲解已经关闭。"

    run(ask())


def test_lessons_pairs_and_moves_of_a_game(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            lesson = await opened(app, lesson="ordering", part=0)
            assert lesson["explanation"]["versus"].startswith("minimax")
            pair = (await asked(app, lesson, level="phase", first=3, count=2))["steps"]
            assert set(pair[0]) == {"left", "right"}
            path = f"/api/lab/explanations/{lesson['explanation']['id']}/tree"
            right = await app.call("POST", path, json={"level": "phase", "step": 3, "side": "right"})
            assert right["nodes"]
            await opened(app, 404, lesson="ordering", part=9)
            points = await opened(app, lesson="pi")
            assert points["explanation"]["board"] is None
            assert (await asked(app, points, first=3))["steps"][0]["points"]

            files = {"text": (None, "f5d6c3d3c4"), "game": (None, "othello")}
            (game,) = (await app.call("POST", "/api/import", files=files))["games"]
            before = {"from": {"id": game["id"], "node": 2}}
            found = await opened(app, search="mcts:iterations=5", start=before)
            assert found["explanation"]["game"] == "othello"
            assert found["explanation"]["moves"] == "f5 d6"

    run(ask())


def test_a_teachers_lessons_and_what_is_wrong_with_them(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lessons"
    shutil.copytree(EXAMPLES, folder)
    text = (folder / "win-in-one.toml").read_text("utf-8")
    (folder / "wrong.toml").write_text(text.replace("a1 b1 b2 c1", "a1 a1"), encoding="utf-8")

    async def ask() -> None:
        async with application(database, lessons=folder, lan=True, owner_token="owner") as app:
            owner = {"X-Boyi-Server-Token": "owner"}
            offered = await app.call("GET", "/api/lab", headers=owner)
            assert [lesson["name"] for lesson in offered["lessons"] if lesson["own"]] == ["win-in-one"]
            assert offered["lessons"][0]["name"] == "payoff"
            (wrong,) = offered["problems"]
            assert wrong["en"].startswith("wrong.toml, line 12: ")
            assert wrong["zh_CN"].startswith("wrong.toml，第 12 行：")
            assert (await app.call("GET", "/api/lab"))["problems"] == []  # not for guests
            body = {"lesson": "win-in-one"}
            found = await app.call("POST", "/api/lab/explanations", 201, json=body, headers=owner)
            assert found["explanation"]["moves"] == "a1 b1 b2 c1"
            refused = await app.call(
                "POST", "/api/lab/explanations", 400, json={"lesson": "wrong"}, headers=owner
            )
            assert "no lesson 'wrong'" in refused["error"]["text"]["en"]
            # The files may change while the server runs, and go.
            (folder / "wrong.toml").write_text(text, encoding="utf-8")
            offered = await app.call("GET", "/api/lab", headers=owner)
            assert offered["problems"] == []
            assert [lesson["name"] for lesson in offered["lessons"]][-2:] == ["win-in-one", "wrong"]
            shutil.rmtree(folder)
            offered = await app.call("GET", "/api/lab", headers=owner)
            assert offered["problems"][0]["en"].startswith("There is no folder")
            assert offered["lessons"][-1]["name"] == "annealing"

    run(ask())


def test_bad_questions_get_a_sentence_in_both_languages(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            ended = {"moves": "a1 b1 a2 b2 a3"}
            for body, words in (
                ({"search": "mcts", "game": "tictactoe", "start": ended}, "The game is over"),
                ({**TACTIC, "search": "mcts:iterations=1000000"}, "from 1 to 100000"),
                ({"search": "five-tuple", "game": "othello"}, "five-tuple"),
                ({"search": "alphabeta", "game": "gomoku", "start": {"moves": "z99"}}, "z99"),
                ({"search": "nope", "game": "gomoku"}, "no search"),
                ({"search": "mcts"}, "needs a position"),
                ({}, "which search"),
                ({"lesson": "nope"}, "no lesson"),
            ):
                error = (await opened(app, 400, **body))["error"]
                assert words in error["text"]["en"], error
                assert error["text"]["zh_CN"] != error["text"]["en"]
            assert children(app) == []  # what was refused leaves no process
            await opened(app, 422, search="x" * 2_000)

    run(ask())


def test_places_are_limited_and_given_back(database: Path) -> None:
    async def ask() -> None:
        limits: dict[str, Any] = {"explanations": 2, "explanations_of_one": 2, "most_events": 2_000}
        async with application(database, **limits) as app:
            long = {**TACTIC, "search": "mcts:iterations=50000"}
            found = [await opened(app, **long) for _ in range(3)]
            assert len(children(app)) == 2  # one's own oldest makes room
            await asked(app, found[0], status=404)
            stopped = await asked(app, found[2], level="phase", first=9_000)
            assert stopped["finished"]
            assert stopped["steps"] == []
            assert stopped["problem"]["zh_CN"].startswith("搜索在 2,000 个事件后")
            # Another client finds both places taken, and nobody rests yet.
            explanations: Explanations = app.app.state.explanations
            for session in explanations._open.values():
                session.client = "elsewhere"
            refused = await opened(app, 503, **TACTIC)
            assert refused["error"]["text"]["en"].startswith("All 2 places for explanations are taken")
            resting = next(iter(explanations._open.values()))
            resting.used -= 1_000
            await opened(app, **TACTIC)
            assert not is_alive(resting.pid)
            pids = children(app)
            # A process that died is an explanation that is closed, not a request that hangs.
            for session in explanations._open.values():
                session._process.child.kill()
            for session in list(explanations._open.values()):
                with pytest.raises(Refusal, match="no longer open"):
                    async with asyncio.timeout(PATIENCE):
                        await session.ask(None)  # type: ignore[arg-type]
        assert not any(map(is_alive, pids))
        assert explanations._spare is None

    run(ask())


def test_a_large_search_says_before_what_to_expect(database: Path) -> None:
    async def ask() -> None:
        async with application(database, most_events=5_000) as app:
            small = await opened(app, **TACTIC)
            assert small["state"]["estimates"] == []
            body: dict[str, Any] = {"search": "minimax:depth=3", "versus": "pvs:depth=1", "game": "nogo"}
            large = await opened(app, **body)
            (expected,) = large["state"]["estimates"]
            assert expected["en"].startswith("A large search: about 518,")
            assert expected["en"].endswith("It is stopped after 5,000 events or 60 seconds.")
            assert expected["zh_CN"].startswith("大搜索：约 518,")
            assert 0 <= large["state"]["share"] < 1
            stopped = await asked(app, large, level="phase", first=9_000)
            assert stopped["finished"]
            assert stopped["share"] == 1
            assert stopped["problem"]["en"].startswith("The search was stopped after 5,000 events")

    run(ask())


def test_a_process_that_hangs_closes_its_explanation(database: Path) -> None:
    async def ask() -> None:
        async with application(database, worker_silence=2.0, explanation_idle=10_000.0) as app:
            found = await opened(app, **TACTIC)
            (pid,) = children(app)
            os.kill(pid, signal.SIGSTOP)
            async with asyncio.timeout(PATIENCE):
                while is_alive(pid):
                    await asyncio.sleep(0.1)
            gone = await asked(app, found, status=404)
            assert gone["error"]["code"] == "not-found"

    run(ask())


def test_who_opens_too_many_waits(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            explanations: Explanations = app.app.state.explanations
            for _ in range(20):
                explanations._check_rate("127.0.0.1")
            refused = await opened(app, 429, **TACTIC)
            assert refused["error"]["code"] == "too-many"

    run(ask())


def test_a_locked_server_explains_only_its_lessons(database: Path) -> None:
    async def ask() -> None:
        async with application(database, locked=True, owner_token="owner") as app:
            assert (await opened(app, 403, **TACTIC))["error"]["code"] == "locked"
            assert (await app.call("GET", "/api/lab"))["locked"]
            await opened(app, lesson="payoff")
            headers = {"X-Boyi-Server-Token": "owner"}
            await app.call("POST", "/api/lab/explanations", 201, json=TACTIC, headers=headers)

    run(ask())


def test_a_locked_game_is_not_explained_while_it_is_played(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            made = await app.new("gomoku", locked=True)
            async with app.enter(made["id"], made["tokens"]["owner"]) as player:
                for move in ("h8", "i9", "j10", "k11"):
                    await player.play(move)
                of_game = {"search": "mcts", "start": {"from": {"id": made["id"], "node": 2}}}
                by_hand = {"search": "mcts", "game": "gomoku", "start": {"moves": "h8 i9 j10 k11"}}
                other_order = {"search": "mcts", "game": "gomoku", "start": {"moves": "j10 k11 h8 i9"}}
                bodies: tuple[dict[str, Any], ...] = (of_game, by_hand, other_order)
                for body in bodies:
                    assert (await opened(app, 403, **body))["error"]["code"] == "locked", body
                free: dict[str, Any] = {**by_hand, "start": {"moves": "h8 i9"}}
                await opened(app, **free)

    run(ask())


def test_on_the_network_the_join_token_is_needed(database: Path) -> None:
    async def ask() -> None:
        async with application(database, lan=True, join_token="join", owner_token="owner") as app:
            assert (await opened(app, 403, **TACTIC))["error"]["code"] == "needs-token"
            headers = {"X-Boyi-Server-Token": "join"}
            await app.call("POST", "/api/lab/explanations", 201, json=TACTIC, headers=headers)

    run(ask())

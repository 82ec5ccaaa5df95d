"""Whole games over the socket, against the computer and between two clients."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from boyi.store.store import Store
from tests.patience import processor_time, wait_until
from tests.server.client import FRIEND, HUMAN, Server, computer, enter, running, two_people


@pytest.mark.parametrize("game", ["gomoku", "othello", "loa", "nogo"])
def test_a_whole_game_against_the_computer(server: Server, game: str) -> None:
    sizes = {"gomoku": 9, "othello": 6, "loa": 6, "nogo": 5}

    async def play() -> None:
        random = Random(7)
        made = server.new(game, [HUMAN, computer("level:2")], options={"size": sizes[game]})
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            you = {
                "seats": [0],
                "owner": True,
                "name": "",
                "admission": "",
                "chat": True,
                "server_owner": False,
            }
            assert client.you == {**you, "roles": ["player0", "owner"]}
            for _ in range(200):
                if not await client.my_turn():
                    break
                await client.play(random.choice(client.moves))
            if client.outcome is None or client.told[-1]["type"] != "over":
                await client.until("over")
            assert client.outcome is not None
            assert set(client.outcome["text"]) == {"en", "zh_CN"}
            plies = [m["position"]["ply"] for m in client.told if m["type"] == "moved"]
            assert plies == list(range(1, len(plies) + 1))

    asyncio.run(play())


def test_two_clients_play_each_other(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND], clock="300+5", take_back="ask")
        owner, friend = made["tokens"]["owner"], made["tokens"]["seats"][1]
        assert made["invite"] == f"/play/{made['id']}#{friend}"
        async with enter(server, made["id"], owner, "Ann") as ann:
            assert ann.room["phase"] == "waiting"
            async with enter(server, made["id"], friend, "Bob") as bob:
                assert bob.you["seats"] == []
                asked = await ann.until("requested")
                assert asked["request"] == {"request": "join", "player": 1, "name": "Bob", "colour": None}
                refusal = await bob.ask("answer", granted=True)
                assert refusal["code"] == "not-allowed"
                await ann.do("answer", granted=True)
                await bob.until("room", lambda m: m["you"]["seats"] == [1])
                assert bob.room["seats"][1]["name"] == "Bob"
                assert bob.room["phase"] == "playing"
                await ann.play("h8")
                moved = await bob.until("moved")
                assert moved["node"]["text"] == "h8"
                assert moved["clock"]["running"] == 1
                await bob.play("h9")
                await ann.until("moved")

                # A request to take back, refused, then granted.
                await bob.do("act", what="undo")
                assert (await ann.until("requested"))["request"]["request"] == "take back"
                await ann.do("answer", granted=False)
                ended = await bob.until("requested", lambda m: m["request"] is None)
                assert ended["granted"] is False
                await bob.do("act", what="undo")
                await ann.until("requested", lambda m: m["request"] is not None)
                await ann.do("answer", granted=True)
                back = await bob.until("taken-back")
                assert back["position"]["ply"] == 1

                # Talk, a draw that is refused, resignation, rematch with colours swapped.
                await bob.do("say", text="hello <b>")
                said = await ann.until("said")
                assert (said["chat"]["text"], said["chat"]["seat"]) == ("hello <b>", 1)
                await bob.do("act", what="draw")
                await ann.until("requested", lambda m: m["request"] is not None)
                await ann.do("answer", granted=False)
                await bob.do("act", what="resign")
                over = await ann.until("over")
                assert over["outcome"]["winner"] == 0
                assert over["outcome"]["text"]["en"] == "Black wins: White resigned."
                await ann.do("act", what="rematch")
                asked = await bob.until("requested", lambda m: m["request"] is not None)
                assert asked["request"]["request"] == "rematch"
                await bob.do("answer", granted=True)
                following = await ann.until("next")
                assert following["token"] == owner
                async with enter(server, following["id"], following["token"], "Ann") as again:
                    assert again.you["seats"] == [1]
                    assert again.room["seats"][0]["name"] == "Bob"

    asyncio.run(play())


def test_a_draw_is_agreed(server: Server) -> None:
    async def play() -> None:
        async with two_people(server) as (ann, bob, _):
            await ann.play("h8")
            await bob.do("act", what="draw")
            await ann.until("requested", lambda m: m["request"] is not None)
            await ann.do("answer", granted=True)
            over = await bob.until("over")
            assert (over["outcome"]["winner"], over["outcome"]["reason"]) == (None, "agreed")

    asyncio.run(play())


def test_draws_are_offered_between_two_people_only(server: Server) -> None:
    async def play() -> None:
        for other in (HUMAN, computer("level:1")):
            made = server.new("gomoku", [HUMAN, other])
            async with enter(server, made["id"], made["tokens"]["owner"]) as client:
                refusal = await client.ask("act", what="draw")
                assert refusal["text"]["en"] == "Draws cannot be offered in this match."

    asyncio.run(play())


def test_taking_back_against_the_computer(server: Server) -> None:
    async def play() -> None:
        made = server.new("othello", [HUMAN, computer("level:1")])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            first = client.position["cells"]
            await client.play(client.moves[0])
            await client.my_turn()
            await client.do("act", what="undo")
            while client.position["ply"]:
                await client.hear()
            assert client.position["cells"] == first
            # Resigned, and taken back: the game goes on.
            await client.do("act", what="resign")
            await client.until("over")
            await client.do("act", what="undo")
            assert client.outcome is None
            await client.play(client.moves[0])
            assert await client.my_turn()
        status, view, _ = server.call("GET", f"/api/games/{made['id']}")
        assert status == 200
        assert view["position"]["ply"] == 2
        assert view["phase"] == "playing"

    asyncio.run(play())


def test_taking_back_a_lost_game(server: Server) -> None:
    async def play() -> None:
        start = {"position": "xxxx5/9/oooo5/9/9/9/9/9/9 x"}
        made = server.new("gomoku", [HUMAN, computer()], options={"size": 9}, start=start)
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.play("e9")
            over = await client.until("over")
            assert over["outcome"]["reason"] == "five"
            assert client.position["line"] == [0, 1, 2, 3, 4]
            await client.do("act", what="undo")
            assert client.outcome is None
            assert client.position["ply"] == 0
            await client.play("i1")
            assert not await client.my_turn()  # the computer has a five of its own

    asyncio.run(play())


def test_hint_auto_watch_and_lock(server: Server) -> None:
    async def play() -> None:
        made = server.new("nogo", [HUMAN, computer("level:3")])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            ref = await client.send("act", what="hint")
            hint = await client.until("hinted")
            assert hint["search"]["candidates"][0]["pv"]
            assert (await client.answer(ref))["type"] == "done"
            # The computer takes over in the middle of my turn, and gives it back.
            await client.do("watch", on=True)
            await client.do("auto", side=0, on=True)
            await client.until("moved", lambda m: m["position"]["ply"] == 3)
            refusal = await client.ask("play", ply=client.position["ply"] + 1, move=0)
            assert refusal["code"] in ("thinking", "stale")
            await client.do("auto", side=0, on=False)
            assert await client.my_turn()
            seen = [m for m in client.told if m["type"] == "thinking"]
            assert any(m["search"] for m in seen), len(seen)
            assert all(0 <= m["progress"] <= 1 for m in seen)
            # With the lock on there is no help.
            await client.do("lock", on=True)
            for ask in ({"kind": "act", "what": "hint"}, {"kind": "analyse", "on": True, "node": 0}):
                assert (await client.ask(**ask))["code"] == "locked"

    asyncio.run(play())


def test_time_out(server: Server) -> None:
    async def play() -> None:
        made = server.new("nogo", [HUMAN, computer()], clock="0.4/move")
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            over = await client.until("over")
            assert (over["outcome"]["winner"], over["outcome"]["reason"]) == (1, "time out")
            assert over["outcome"]["text"]["zh_CN"] == "白方胜：黑方超时。"
            assert over["outcome"]["details"]["zh_CN"] == "0.4 秒内没有落子。"
            assert over["clock"]["left"] == [0.0, 0.4]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("clock", "least"), [("3000", 2800), ("3000+5", 2800), ("600+3x300", 1300), ("300/move", 100)]
)
@pytest.mark.parametrize("loser", [0, 1])
def test_the_clock_stands_where_it_was_when_someone_resigns(
    server: Server, clock: str, least: float, loser: int
) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, HUMAN], clock=clock)
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.play("h8")
            before = [m["clock"] for m in client.told if m["type"] == "moved"][-1]
            await asyncio.sleep(0.1)
            await client.do("act", what="resign", side=loser)
            if client.outcome is None:
                await client.until("over")
            after = next(m["clock"] for m in client.told if m["type"] == "over")
            assert after["running"] is None
            assert after["left"][0] == before["left"][0]
            assert least < after["left"][1] <= before["left"][1] - 0.1  # white was to move, and has not
        view = server.call("GET", f"/api/games/{made['id']}")[1]
        assert view["clock"] == after

    asyncio.run(play())


def test_the_clock_stands_where_it_was_when_a_draw_is_agreed_and_over_a_kill(database: Path) -> None:
    async def play(server: Server) -> None:
        async with two_people(server, clock="3000") as (ann, bob, game):
            assert any(m["type"] == "clocks" for m in ann.told)
            await asyncio.sleep(0.1)
            await bob.do("act", what="draw")
            await ann.until("requested", lambda m: m["request"] and m["request"]["request"] == "draw")
            await ann.do("answer", granted=True)
            after = (await bob.until("over"))["clock"]
            assert 2800 < after["left"][0] <= 2999.9
            assert after["left"][1] == 3000
        server.kill()
        server.start()
        async with enter(server, game) as client:
            assert client.room["clock"] == after

    with running(database) as server:
        asyncio.run(play(server))


def test_an_end_that_was_taken_back_leaves_no_time_behind(server: Server) -> None:
    async def play() -> None:
        start = {"position": "xxxx5/9/oooo5/9/9/9/9/9/9 x"}
        made = server.new("gomoku", [HUMAN, HUMAN], options={"size": 9}, start=start, clock="300+5")
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.until("clocks")
            await client.do("act", what="resign")
            if client.outcome is None:
                await client.until("over")
            await client.do("act", what="undo")
            await client.play("e9")
            over = await client.until("over")
            assert over["clock"]["left"][0] > 304  # the move was made, and brought its seconds
        assert server.call("GET", f"/api/games/{made['id']}")[1]["clock"] == over["clock"]

    asyncio.run(play())


def test_someone_with_two_pages_is_one_person(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, FRIEND])
        owner, friend = made["tokens"]["owner"], made["tokens"]["seats"][1]
        async with (
            enter(server, made["id"], owner, "Ann"),
            enter(server, made["id"], owner, "Ann"),
            enter(server, made["id"], friend, "Bob"),
            enter(server, made["id"], friend, "Bob"),
            enter(server, made["id"], name="Cy"),
            enter(server, made["id"], name="Cy") as last,
        ):
            names = sorted(person["name"] for person in last.room["people"])
            assert names == ["Ann", "Bob", "Cy", "Cy"]  # nobody knows whether the last two are one

    asyncio.run(play())


@pytest.mark.outside
def test_the_computer_thinks_out_loud_and_stops_when_everyone_leaves(server: Server) -> None:
    async def play() -> None:
        made = server.new("nogo", [HUMAN, computer("mcts:time=60")])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.do("watch", on=True)
            before = worked(server)
            await client.play("E5")
            for _ in range(6):  # how often it comes, benchmarks/page.py measures
                thought = await client.until("thinking")
            assert thought["search"]["candidates"]
            assert 0 < thought["progress"] < 1
            wait_until(lambda: worked(server) > before, "the work of a worker")
            refusal = await client.ask("play", ply=2, move=0)
            assert refusal["code"] == "thinking"
            await client.do("act", what="leave")
            wait_until(lambda: busy(server) == 0, "the end of the work")

    asyncio.run(play())


def worked(server: Server) -> float:
    """Seconds of the processor that the workers have used."""
    return sum(map(processor_time, server.worker_pids()))


def busy(server: Server) -> int:
    """How many workers use the processor."""

    def used() -> list[int]:
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
        return [int(stat[11]) + int(stat[12]) for stat in stats]

    pids = server.worker_pids()
    before = used()
    time.sleep(0.3)
    return sum(after - start > 3 for start, after in zip(before, used(), strict=True))


def test_restart_against_the_computer(server: Server) -> None:
    async def play() -> None:
        made = server.new("gomoku", [HUMAN, computer()], start={"moves": "h8 h9"})
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.play("a1")
            await client.send("act", what="restart")
            following = await client.until("next")
            async with enter(server, following["id"], following["token"]) as again:
                assert again.position["ply"] == 2
                assert again.you["owner"]

    asyncio.run(play())


def test_why_a_move_is_refused(server: Server) -> None:
    async def play() -> None:
        made = server.new(
            "gomoku",
            [HUMAN, HUMAN],
            options={"rule": "renju"},
            start={"moves": "h8 a1 i9 a3 j10 a5 g6 a7 g5 a9"},
        )
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            taken = await client.ask("play", ply=11, move=7 * 15 + 7)
            assert (taken["code"], taken["text"]["zh_CN"]) == ("illegal", "h8 已有棋子。")
            assert client.position["ply"] == 10
        made = server.new("nogo", [HUMAN, HUMAN], options={"size": 3}, start={"moves": "B3 A1 A2 C1"})
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.play("B2")
            assert client.position["refused"]["0"]["en"] == "A3 would have no liberty."
            why = await client.ask("explain", node=client.position["node"], cell=0)
            assert why["text"]["zh_CN"] == "A3 没有气，不能落子。"
            legal = await client.ask("explain", node=client.position["node"], cell=5)
            assert legal["type"] == "done"

    asyncio.run(play())


BOT = """
class FirstMove:
    def choose(self, position):
        import time
        time.sleep(0.7)
        return position.legal_moves[0]
"""


def test_a_registered_program_plays(tmp_path: Path, database: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    with Store.open(database) as store:
        store.add_engine("mine", f"py:{tmp_path / 'bot.py'}")
        store.add_engine("nogoer", "mcts", game="nogo")

    async def play(server: Server) -> None:
        engines = [{"name": "mine", "game": None}, {"name": "nogoer", "game": "nogo"}]
        assert server.call("GET", "/api/catalog")[1]["engines"] == engines
        body = {"game": "gomoku", "seats": [HUMAN, {"kind": "engine", "spec": "nogoer"}]}
        status, answer, _ = server.call("POST", "/api/games", body)
        assert (status, answer["error"]["text"]["en"]) == (
            400,
            "The engine nogoer plays nogo only, not gomoku.",
        )
        made = server.new("gomoku", [HUMAN, {"kind": "engine", "spec": "mine"}])
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            await client.do("watch", on=True)
            await client.play("h8")
            assert await client.my_turn()
            assert client.position["cells"][0] == "o"
            # It says nothing while it thinks, so the server says that it does.
            assert len([m for m in client.told if m["type"] == "thinking"]) >= 2
            assert client.room["seats"][1]["spec"] == "mine"

    with running(database) as server:
        asyncio.run(play(server))

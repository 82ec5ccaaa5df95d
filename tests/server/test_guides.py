"""How to play, over REST: the boards of a guide, judged by the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.in_process import Application, application, run


async def tried(app: Application, game: str, lesson: int, status: int = 200, **more: Any) -> Any:
    return await app.call("POST", f"/api/guides/{game}", status, json={"lesson": lesson, **more})


def test_a_guide_brings_its_boards(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            guide = await app.call("GET", "/api/guides/othello")
            assert len(guide["lessons"]) == 5
            first = guide["lessons"][0]
            assert first["free"]
            assert first["board"]["letters"] == "above"
            assert len(first["position"]["moves"]) == 4
            assert {"en", "zh_CN"} == set(first["task"])
            assert guide["tips"]
            missing = await app.call("GET", "/api/guides/chess", 400)
            assert "chess" in missing["error"]["text"]["en"]

    run(ask())


def test_the_server_judges(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            five = await tried(app, "gomoku", 0, moves=[4 * 9 + 6])
            assert five["verdict"] == "right"
            assert five["position"]["outcome"]["winner"] == 0
            assert five["text"]["zh_CN"] == "五子连珠，黑方获胜。"
            assert (await tried(app, "gomoku", 0, moves=[0]))["verdict"] == "wrong"
            await tried(app, "gomoku", 0, 400, moves=[4 * 9 + 3])  # taken
            forbidden = await tried(app, "gomoku", 4, cell=4 * 9 + 4)
            assert forbidden["verdict"] == "right"
            assert "double three" in forbidden["text"]["en"]
            # A cell that is taken says so, but it is not what was asked for; nor is one that may be played.
            taken = await tried(app, "gomoku", 4, cell=4 * 9 + 2)
            assert (taken["verdict"], taken["text"]["en"]) == ("open", "c5 is taken.")
            assert (await tried(app, "gomoku", 4, cell=0))["verdict"] == "open"
            reached = await tried(app, "loa", 1, cell=0, origin=3 * 6 + 1)
            assert reached["verdict"] == "right"

    run(ask())


def test_hostile_questions(database: Path) -> None:
    async def ask() -> None:
        async with application(database) as app:
            await tried(app, "gomoku", 99, 400)
            await tried(app, "gomoku", -1, 422)
            await tried(app, "gomoku", 0, 422, moves=[0] * 201)
            await tried(app, "gomoku", 0, 400, moves=[1_000_000])
            await tried(app, "nogo", 0, 404, cell=1023)
            await app.call("GET", f"/api/guides/{'x' * 100}", 422)

    run(ask())

"""A guest who makes many assignments and begins many tries against the strongest computer."""

from __future__ import annotations

import asyncio

from benchmarks.attack.target import Target

START = "/".join(["15"] * 15) + " x"


async def run(target: Target) -> None:
    """Each try is a room with a computer that thinks; the requests themselves must stay refused or quick."""
    await asyncio.gather(*(_assign(target, number) for number in range(target.some(12, 2))))


async def _assign(target: Target, number: int) -> None:
    body = {"game": "gomoku", "position": START, "side": 1, "level": 10, "title": f"{number}" * 50}
    made = await target.ask("POST", "/api/assignments", json={**body, "join_token": target.token})
    if made is None or made.status_code != 201:
        target.promise(made is not None and made.status_code < 500, "an assignment was not answered")
        return
    path, _, key = made.json()["link"].partition("#")
    game_id = path.rpartition("/")[2]
    headers = {"x-boyi-token": key}
    for _ in range(target.some(30, 2)):
        begun = await target.ask(
            "POST", f"/api/assignments/{game_id}/begin", json={"name": "x" * 40}, headers=headers
        )
        status = None if begun is None else begun.status_code
        target.promise(status is not None and status < 500, f"beginning a try: {status}")
    stranger = await target.ask("GET", f"/api/assignments/{game_id}", headers={"x-boyi-token": "wrong"})
    status = None if stranger is None else stranger.status_code
    target.promise(status == 200 or (status is not None and 400 <= status < 500), f"a look at it: {status}")

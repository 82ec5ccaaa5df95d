"""On a server for the network: someone without the join token."""

from __future__ import annotations

from typing import Any

from benchmarks.attack.target import HUMAN, Target

OTHELLO = "8/8/8/3ox3/3xo3/8/8/8 x"


async def run(target: Target) -> None:
    """Nothing may be made, listed, imported, exported or deleted."""
    made = await target.make([HUMAN, HUMAN])
    assert made is not None
    game_id = made["id"]
    for _ in range(target.some(20, 1)):
        listed = await target.ask("GET", "/api/games")
        shown = listed is not None and listed.status_code == 200 and listed.json()["games"]
        target.promise(not shown, "the library is listed to a stranger")
    requests: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("POST", "/api/games", {"json": {"game": "gomoku", "seats": [HUMAN, HUMAN]}}),
        ("POST", "/api/import", {"files": {"files": ("a.sgf", b"(;GM[2];B[f5])")}}),
        ("POST", "/api/export", {"json": {"ids": [game_id], "format": "sgf"}}),
        ("POST", "/api/course", {"json": {"mode": "join", "port": 9}}),
        ("DELETE", f"/api/games/{game_id}", {}),
        ("GET", "/api/class", {}),
        ("POST", "/api/class/lock", {"json": {"on": True, "code": "12345"}}),
        ("GET", "/api/assignments", {}),
        ("POST", "/api/assignments", {"json": {"game": "othello", "position": OTHELLO, "side": 0}}),
        ("GET", "/api/network", {}),
        ("POST", "/api/network/open", {}),
        ("POST", "/api/network/close", {}),
        ("GET", "/api/network/qr", {}),
        ("GET", "/api/lobby", {}),
        ("POST", "/api/lab/explanations", {"json": {"search": "mcts", "game": "othello"}}),
        ("GET", "/api/lab/practice", {}),
        ("POST", "/api/lab/mistakes", {"json": {"game": game_id}}),
        ("POST", "/api/lab/puzzles/othello/1", {"json": {"move": 1}}),
        ("POST", f"/api/lobby/{game_id}", {}),
    )
    for method, path, more in requests:
        answer = await target.ask(method, path, **more)
        status = None if answer is None else answer.status_code
        target.promise(
            status is not None and 400 <= status < 500, f"{method} {path.replace(game_id, 'ID')}: {status}"
        )

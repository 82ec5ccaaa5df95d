"""Clients that do anything at any time, lose their connections and come back: the room stays whole."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import FRIEND, HUMAN, Client, Server, computer, enter, running

ACTS = ("draw", "undo", "hint", "resign", "restart", "leave")
ROOMS: list[tuple[str, list[dict[str, str]], dict[str, Any]]] = [
    ("gomoku", [HUMAN, FRIEND], {"clock": "60+1", "take_back": "ask"}),
    ("gomoku", [HUMAN, HUMAN], {"opening": "swap2", "options": {"size": 7}}),
    ("othello", [HUMAN, computer("level:1")], {"options": {"size": 4}}),
    ("nogo", [HUMAN, computer("random")], {"options": {"size": 4}, "clock": "5/move"}),
    ("loa", [HUMAN, HUMAN], {"options": {"size": 6}}),
]


def wish(random: Random, client: Client) -> dict[str, Any]:
    """Something that a client might say; moves are often good ones."""
    moves = client.moves or [0]
    ply = client.position.get("ply", 0) + 1
    nodes = [random.choice([0, 1, 2, 5, 40])]
    return random.choice(
        [
            *[{"type": "play", "ply": ply, "move": random.choice(moves)}] * 12,
            {"type": "play", "ply": ply + random.choice([-1, 1]) or 1, "move": random.randrange(50)},
            *[
                {"type": "act", "what": what}
                for what in ("draw", "undo", "hint", "resign", "restart", "leave")
            ],
            {"type": "act", "what": "undo", "side": random.randrange(2)},
            {"type": "act", "what": "rematch"},
            *[{"type": "answer", "granted": random.random() < 0.7}] * 3,
            *[{"type": "choose", "what": random.choice(["black", "white", "more"])}] * 2,
            {"type": "auto", "side": random.randrange(2), "on": random.random() < 0.5},
            {"type": "lock", "on": random.random() < 0.2},
            {"type": "watch", "on": random.random() < 0.7},
            {"type": "say", "text": "hello"},
            {"type": "look", "node": nodes[0]},
            {"type": "explain", "node": nodes[0], "cell": random.randrange(60)},
            {"type": "edit", "what": "comment", "node": nodes[0], "text": "so"},
            {"type": "edit", "what": "add", "node": nodes[0], "move": random.randrange(60)},
            {"type": "edit", "what": "remove", "node": nodes[0]},
            {"type": "analyse", "on": random.random() < 0.5, "node": nodes[0]},
            {"type": "review", "on": random.random() < 0.7, "seconds": 0.05},
        ]
    )


async def rage(server: Server, game: dict[str, Any], token: str, random: Random, wishes: int) -> int:
    """One client: connects, says things, is cut off, connects again; follows the game to the next one."""
    told, game_id = 0, game["id"]
    while told < wishes:
        try:
            async with enter(server, game_id, token, "someone") as client:
                for _ in range(random.randrange(5, 60)):
                    await client.socket.send(json.dumps({**wish(random, client), "ref": told}))
                    told += 1
                    await asyncio.sleep(0.06 if random.random() < 0.9 else 0)
                    try:
                        async with asyncio.timeout(0.02):
                            while True:
                                if (await client.hear())["type"] == "next":
                                    game_id = client.told[-1]["id"]
                                    raise ConnectionResetError
                    except TimeoutError:
                        pass
                    if told >= wishes:
                        break
                if random.random() < 0.5:
                    client.socket.transport.abort()
        except (ConnectionClosed, ConnectionResetError):
            continue
    return told


@pytest.mark.parametrize(
    ("seed", "wishes"), [(1, 30), *(pytest.param(seed, 600, marks=pytest.mark.soak) for seed in (2, 3, 4))]
)
def test_a_room_survives_anything(database: Path, seed: int, wishes: int) -> None:
    async def play(server: Server) -> None:
        random = Random(seed)
        clients = []
        for game, seats, more in ROOMS:
            made = server.new(game, seats, **more)
            tokens = [made["tokens"]["owner"], *filter(None, made["tokens"]["seats"]), "", "wrong"]
            clients += [rage(server, made, token, Random(random.random()), wishes) for token in tokens]
        assert sum(await asyncio.gather(*clients)) >= wishes * len(clients)
        listing = server.call("GET", "/api/games?limit=200")[1]["games"]
        assert len(listing) >= 3
        shown = {game["id"]: server.call("GET", f"/api/games/{game['id']}")[1] for game in listing}
        server.kill()
        assert "Traceback" not in server.said, server.said[-3000:]
        server.start()
        for game_id, before in shown.items():
            after = server.call("GET", f"/api/games/{game_id}")[1]
            # A computer may have moved between the look and the end.
            assert after["position"]["ply"] >= before["position"]["ply"]
            if after["position"]["ply"] == before["position"]["ply"]:
                assert after["position"]["cells"] == before["position"]["cells"]
                assert [seat["kind"] for seat in after["seats"]] == [seat["kind"] for seat in before["seats"]]

    with running(database) as server:
        asyncio.run(play(server))
        server.stop()
        assert "Traceback" not in server.said, server.said[-3000:]

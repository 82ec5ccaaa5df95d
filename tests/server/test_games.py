"""Whole games over the socket, against the computer and between two clients."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.server.client import HUMAN, Server, computer, enter


@pytest.mark.parametrize("game", ["gomoku", "othello", "loa", "nogo"])
def test_a_whole_game_against_the_computer(server: Server, game: str) -> None:
    sizes = {"gomoku": 9, "othello": 6, "loa": 6, "nogo": 5}

    async def play() -> None:
        random = Random(7)
        made = server.new(game, [HUMAN, computer("level:2")], options={"size": sizes[game]})
        async with enter(server, made["id"], made["tokens"]["owner"]) as client:
            assert client.you == {"seats": [0], "owner": True, "name": ""}
            for _ in range(200):
                if not await client.my_turn():
                    break
                await client.play(random.choice(client.position["moves"])["move"])
            if client.outcome is None or client.told[-1]["type"] != "over":
                await client.until("over")
            assert client.outcome is not None
            assert set(client.outcome["text"]) == {"en", "zh"}
            plies = [m["position"]["ply"] for m in client.told if m["type"] == "moved"]
            assert plies == list(range(1, len(plies) + 1))

    asyncio.run(play())

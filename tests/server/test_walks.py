"""How far a click and a ping go through the server, the match and the store."""

from __future__ import annotations

from pathlib import Path

from tests.server.in_process import application, run
from tests.walk import walked

PACKAGES = ("server/", "match/", "store/")


def test_a_click_is_a_short_walk(database: Path) -> None:
    async def play() -> None:
        async with application(database) as server:
            made = await server.new("gomoku")
            async with server.enter(made["id"], made["tokens"]["owner"]) as player:
                for move in ("h8", "h9", "h10"):
                    await player.play(move)
                with walked(*PACKAGES) as click:
                    await player.play("g7")
                with walked(*PACKAGES) as ping:
                    await player.do("ping")
        assert click.files <= 20, click.calls
        assert 40 <= click.visits <= 350, click.calls
        assert ping.visits <= 100, ping.calls

    run(play())

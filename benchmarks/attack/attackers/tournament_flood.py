"""Spectators of a tournament who ask for everything at once, also for what is not there."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

from benchmarks.attack.target import Target

from boyi.arena.folder import GameFolder
from boyi.arena.tournament import Entrant, EventSettings, TournamentSettings, play_tournament

PLACES = (
    "/tournament?lang=zh",
    "/api/tournament?lang=en",
    "/api/tournament?lang=zh",
    "/api/tournament/games/{number}",
    "/api/tournament/games/999999999",
    "/api/tournament/games/-1",
    "/tournament/replay.js",
    "/tournament/..%2f..%2fetc%2fpasswd",
    "/api/tournament?lang=" + "x" * 5_000,
)


def prepare(folder: Path) -> tuple[str, ...]:
    """A cup of eight players that is over."""
    players = tuple(Entrant(f"p{number}", "random") for number in range(8))
    settings = TournamentSettings("Cup", players, (EventSettings("tictactoe"),), seed=1)
    with GameFolder.create(folder / "cup", settings) as games:
        play_tournament(settings, games)
    return "--tournament", str(folder / "cup")


async def run(target: Target) -> None:
    """All places in turn, by many spectators."""
    numbers = count()
    await asyncio.gather(*(_watch(target, numbers) for _ in range(target.some(60, 3))))


async def _watch(target: Target, numbers: count[int]) -> None:
    for _ in range(target.some(40, 4)):
        number = next(numbers)
        place = PLACES[number % len(PLACES)].format(number=number % 56 + 1)
        answer = await target.ask("GET", place)
        status = None if answer is None else answer.status_code
        target.promise(status is not None and status < 500, f"{place[:40]}: {status}")
        if answer is not None and "passwd" in place:
            target.promise("root:" not in answer.text, "a file of the computer was shown")

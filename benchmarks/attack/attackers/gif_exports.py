"""Animated pictures of the longest game on the largest board, twelve at once."""

from __future__ import annotations

import asyncio
from string import ascii_letters

from benchmarks.attack.target import Target


async def run(target: Target) -> None:
    """Import the game, then ask for its GIF."""
    side = target.some(28, 6)
    cells = [f"{ascii_letters[column]}{ascii_letters[row]}" for row in range(side) for column in range(side)]
    colours: tuple[list[str], list[str]] = ([], [])
    for number, cell in enumerate(cells):
        row, column = divmod(number, side)
        colours[(column // 2 + row) % 2].append(cell)  # no five in a row anywhere
    moves = "".join(f";{'BW'[ply % 2]}[{colours[ply % 2][ply // 2]}]" for ply in range(len(cells) // 2 * 2))
    answer = await target.upload("long.sgf", f"(;GM[4]SZ[{side}]{moves})".encode())
    if answer is None or answer.status_code != 200 or answer.json()["errors"]:
        target.promise(False, "the game of 784 moves could not be imported")
        return
    address = f"/api/games/{answer.json()['games'][0]['id']}/export?format=gif"
    answers = await asyncio.gather(*(target.ask("GET", address) for _ in range(target.some(12, 1))))
    made = [one for one in answers if one is not None and one.status_code == 200]
    target.promise(all(one.content.startswith(b"GIF8") for one in made), "an export is no GIF")
    target.promise(bool(made), "no GIF was made")

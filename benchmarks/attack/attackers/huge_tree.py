"""SGF files with very many variations: one of nearly 300,000 nodes, and one just below the limit."""

from __future__ import annotations

import asyncio

from benchmarks.attack.target import Target


def tree(branches: int) -> str:
    """One move, so many answers (at most 99), 95 replies to each, and 30 to each of those."""
    columns, rest = "abcdefghij", "klmno"
    cells = [f"{column}{row}" for column in columns for row in columns]
    leaves = "".join(f"(;W[{column}{row}])" for row in "no" for column in columns + rest)
    places = [f"{column}{row}" for column in rest for row in columns + "klm"]
    places += [f"{column}{row}" for column in columns for row in "klm"]
    replies = "".join(f"(;B[{place}]{leaves})" for place in places)
    answers = [f"(;W[{cell}]{replies})" for cell in cells if cell != "hh"][:branches]
    return f"(;GM[4]SZ[15];B[hh]{''.join(answers)})"


async def run(target: Target) -> None:
    """The large one is refused with a sentence; the other is looked at by several at once."""
    answer = await target.upload("huge.sgf", tree(target.some(99, 17)).encode())
    refused = answer is not None and answer.status_code == 200 and answer.json()["errors"]
    target.promise(bool(refused), "a tree of nearly 300,000 nodes is not refused with a sentence")
    answer = await target.upload("wide.sgf", tree(target.some(16, 1)).encode())
    games = answer.json()["games"] if answer is not None and answer.status_code == 200 else []
    target.promise(len(games) == 1, "a tree below the limit is not imported")
    for game in games:
        address = f"/api/games/{game['id']}"
        for _ in range(target.some(5, 1)):
            shown = await asyncio.gather(*(target.ask("GET", address) for _ in range(target.some(4, 1))))
            large = [one for one in shown if one is None or one.status_code != 200 or len(one.content) > 1e6]
            target.promise(not large, "a large tree is not shown in parts below 1 MB")
        async with target.room(game["id"]) as socket:
            await target.hear(socket, ("room", "refused"), 20)

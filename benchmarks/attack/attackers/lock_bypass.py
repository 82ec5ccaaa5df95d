"""On a locked server: export the running game, import it, and analyse the copy."""

from __future__ import annotations

from benchmarks.attack.target import HUMAN, Target


async def run(target: Target) -> None:
    """What the lock forbids must not be had by a detour."""
    made = await target.make([HUMAN, {"kind": "computer", "spec": "level:1"}])
    assert made is not None
    async with target.room(made["id"], made["tokens"]["owner"]) as socket:
        await target.send(socket, type="play", ref=1, ply=1, move=112)
        await target.hear(socket, ("moved",), 20)
        await target.send(socket, type="analyse", ref=2, on=True)
        found = await target.hear(socket, ("analysis",), 3)
        target.promise(found is None, "a locked game was analysed")
        file = await target.ask("GET", f"/api/games/{made['id']}/export?format=sgf")
    if file is None or file.status_code != 200:
        return
    answer = await target.upload("copy.sgf", file.content)
    if answer is None or answer.status_code != 200:
        return
    for game in answer.json()["games"]:
        for token in ("", game["tokens"]["owner"]):
            async with target.room(game["id"], token) as socket:
                await target.send(socket, type="analyse", ref=1, on=True)
                found = await target.hear(socket, ("analysis",), 5)
                target.promise(found is None, "a copy of a locked game was analysed")

"""A class whose path holds what separates and quotes, and programs that look for it there."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from benchmarks.attack.student import code, mine, send, states, write_class
from benchmarks.attack.target import Target

ODD = "class 3: 'a' \"b\"?time=9&x,班\n;$(id)"
SPY = """
import os
def seen(top):
    for folder, _, names in os.walk(top):
        for name in names:
            try:
                text = open(os.path.join(folder, name), errors="replace").read(20_000)
            except OSError:
                continue
            if "right-code" in text and "def seen(" not in text or SECRET in text:
                yield folder, name, text[:99]
SEEN = [one for place in PLACES for one in seen(place)]
class Bot:
    def choose(self, position):
        print(SEEN, PLACES)
        if SEEN:
            raise ValueError(str(SEEN)[:400])
        return position.legal_moves[0]
"""
SECRET = "nobody else's file"


def prepare(folder: Path) -> tuple[str, ...]:
    """The class, the copy of its file that an editor leaves, and lessons."""
    home = place_of(folder) / ODD
    home.mkdir(parents=True)
    home.parent.chmod(0o755)
    (home / "class.toml~").write_text("right-code-0", "utf-8")
    (home / "lessons").mkdir()
    (home / "lessons" / "a.txt").write_text("right-code-1", "utf-8")
    return (*write_class(home / f"{ODD}.toml", 2), "--lessons", str(home / "lessons"))


def place_of(folder: Path) -> Path:
    """Where the class lies: outside of what programs do not see anyway, where that can be."""
    return next(
        (Path(top, folder.name) for top in ("/srv", "/opt") if os.access(top, os.W_OK)), folder / "class"
    )


def clean(folder: Path) -> None:
    """Take the class away."""
    shutil.rmtree(place_of(folder), ignore_errors=True)


async def run(target: Target) -> None:
    """Another student's file first, then the spy; it passes only if it has seen nothing."""
    home = place_of(target.folder)
    places = [str(home), str(target.folder), "/tmp", "/proc/1/root/tmp"]
    spy = f"PLACES, SECRET = {places!r}, {SECRET[::-1]!r}[::-1]\n{SPY}"
    await send(target, 0, f"# {SECRET}\n{spy.replace('PLACES, SECRET', 'P, S', 1)}")
    await send(target, 1, spy)
    found = await states(target, range(2))
    told = str((await mine(target, code(1))).get("versions"))
    target.promise(found[1] == "good", f"the spy has seen something, or was not run: {told[:2_000]}")
    view = await target.ask("GET", "/api/ladder")
    games = [] if view is None else view.json()["games"]
    for game in games:
        replay = await target.ask("GET", f"/api/ladder/games/{game['number']}")
        told = "" if replay is None else replay.text
        target.promise("right-code" not in told, "a replay shows a code")
        target.promise(str(home) not in told, "a replay shows a path of the server")

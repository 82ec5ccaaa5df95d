"""How quick a large library is: 137,000 games made by this script, asked as the page asks.

    python -m benchmarks.library                     a temporary SQLite file
    python -m benchmarks.library --db postgresql://… an empty database of yours
    python -m benchmarks.library --games 10000

The games are short random Othello games with names, dates and now and then a comment. Each question is asked
several times; the table says the median in milliseconds.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

import boyi
from boyi.core.outcome import Outcome
from boyi.store.finding import GameFilter, Order
from boyi.store.store import Store

GAMES = 137_000
TIMES = 5
FAMILIES = ("Tamenori", "Ogawa", "Murakami", "Kunimatsu", "Nakajima", "Okamoto", "Berg", "Seidel", "Hald")
LISTED = GameFilter(hidden=False)


def records(count: int, random: Random) -> Iterator[boyi.GameRecord]:
    """Random games: a few lines of moves, each with other names and results."""
    game = boyi.game("othello")
    lines = []
    for _ in range(50):
        position, line = game.start(), []
        for _ in range(30):
            line.append(random.choice(list(position.legal_moves)))
            position = position.play(line[-1])
        lines.append(line)
    for number in range(count):
        names = [f"{random.choice(FAMILIES)} {random.randrange(1000)}" for _ in range(2)]
        headers = {"black": names[0], "white": names[1], "event": f"Open {1980 + number % 45}"}
        record = boyi.GameRecord(game, headers=headers)
        for move in random.choice(lines):
            record.play(move)
        if number % 50 == 0:
            record.nodes[3].comment = f"a trap, number {number}"
        lead = random.randrange(-32, 33) * 2
        record.result = Outcome(None if lead == 0 else int(lead < 0), "discs", lead)
        yield record


def timed(ask: Callable[[], object]) -> float:
    """Milliseconds, the median of several."""
    took = []
    for _ in range(TIMES):
        began = perf_counter()
        ask()
        took.append(perf_counter() - began)
    return median(took) * 1000


def main() -> None:
    """Fill the store, ask, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", help="an empty database instead of a temporary SQLite file")
    parser.add_argument("--games", type=int, default=GAMES)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        Store.open(arguments.db or Path(folder) / "library.db") as store,
    ):
        began = perf_counter()
        store.import_many(records(arguments.games, Random(1)))
        print(f"{arguments.games:,} games stored in {perf_counter() - began:.0f} s")
        pages: list[tuple[str, GameFilter, Order, int]] = [
            ("first page", LISTED, "newest", 0),
            ("oldest first", LISTED, "oldest", 0),
            ("longest first", LISTED, "longest", 0),
            ("by player", LISTED, "name", 0),
            ("last page", LISTED, "newest", max(0, arguments.games - 50)),
            ("one game's", GameFilter(game="othello", hidden=False), "newest", 0),
            ("white won", GameFilter(result="white", hidden=False), "newest", 0),
            ("a name", GameFilter(text="seidel 77", hidden=False), "newest", 0),
            ("a comment", GameFilter(text="trap, number 500", hidden=False), "newest", 0),
            ("nothing found", GameFilter(text="no such words", hidden=False), "newest", 0),
        ]
        table = Table("what", "found", "page, ms", "count, ms")
        for name, wanted, order, offset in pages:
            page = timed(partial(store.find, wanted, order=order, limit=50, offset=offset))
            count = timed(partial(store.count, wanted))
            table.add_row(name, f"{store.count(wanted):,}", f"{page:.1f}", f"{count:.1f}")
        ids = [one.id for one in store.find(LISTED, limit=50)]
        pictures = timed(lambda: [store.load(one).position for one in ids])
        table.add_row("thumbnails of a page", "50", f"{pictures:.1f}", "")
        Console().print(table)


if __name__ == "__main__":
    main()

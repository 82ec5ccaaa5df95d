"""The promise: what was acknowledged survives, whoever is killed and whoever else writes."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator

import pytest

import boyi
from boyi.store.store import Store
from tests.patience import PATIENCE
from tests.store.postgres import Server

# Plays random games, one after the other, and says each move once it is stored.
PLAYER = """
import random, sys
import boyi
from boyi.store.store import Store
from tests.store.postgres import Server
url, game_id, seed = sys.argv[1:]
chooser = random.Random(seed)
store = Store.open(url)
while True:
    record = store.load(game_id)
    while record.outcome is None:
        move = chooser.choice(record.position.moves())
        record.play(move)
        print("trying", game_id, record.plies, move, flush=True)
        store.append(game_id, record.plies, move, comment="x" * 200)
        print("stored", game_id, record.plies, move, flush=True)
    game_id = store.begin(boyi.GameRecord(record.game))
"""

# The same with the writer, in sixteen games at once.
GROUP = """
import random, sys
import boyi
from boyi.store.changes import Append
from boyi.store.store import Store
from tests.store.postgres import Server
from boyi.store.writer import Writer
url, game_ids, seed = sys.argv[1:]
chooser = random.Random(seed)
store = Store.open(url)
writer = Writer(store)
records = {game_id: store.load(game_id) for game_id in game_ids.split(",")}
while True:
    sent = []
    for game_id, record in records.items():
        if record.outcome is None:
            move = chooser.choice(record.position.moves())
            record.play(move)
            print("trying", game_id, record.plies, move, flush=True)
            sent.append((game_id, record.plies, move, writer.submit(Append(game_id, record.plies, move))))
    if not sent:
        break
    for game_id, ply, move, future in sent:
        future.result()
        print("stored", game_id, ply, move, flush=True)
"""


def start(program: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kill_soon(process: subprocess.Popen[str], seconds: float) -> Iterator[tuple[str, str, int, int]]:
    """Kill a player some time after its first stored move; what it said before that."""
    assert process.stdout is not None
    assert process.stderr is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if line.startswith("stored"):
            break
    time.sleep(seconds)
    process.kill()
    said += process.stdout.readlines()
    assert process.stderr.read() == ""
    process.stdout.close()
    process.stderr.close()
    process.wait(timeout=PATIENCE)
    for line in said:
        if line.endswith("\n") and len(words := line.split()) == 4:
            yield words[0], words[1], int(words[2]), int(words[3])


def check(store: Store, said: list[tuple[str, str, int, int]]) -> dict[str, int]:
    """Every acknowledged move is there, and at most the one that was tried when the player died."""
    stored: dict[str, dict[int, int]] = defaultdict(dict)
    tried: dict[str, dict[int, int]] = defaultdict(dict)
    for word, game_id, ply, move in said:
        (stored if word == "stored" else tried)[game_id][ply] = move
    assert stored
    for game_id, plies in tried.items():
        moves = dict(enumerate(store.load(game_id).moves, 1))
        assert moves.items() >= stored[game_id].items()
        last = max(stored[game_id], default=min(plies) - 1)
        assert last <= len(moves) <= last + 1
        assert len(moves) <= max(plies)
        assert all(moves[ply] == move for ply, move in plies.items() if ply in moves)
    return {game_id: len(plies) for game_id, plies in stored.items()}


def test_a_killed_player_loses_nothing_and_its_game_goes_on(url: str) -> None:
    chooser = random.Random(1)
    with Store.open(url) as store:
        game_id = store.begin(boyi.GameRecord(boyi.game("loa")))
        total = 0
        for number in range(5):
            process = start(PLAYER, url, game_id, str(number))
            said = list(kill_soon(process, chooser.random() * 0.3))
            total += sum(check(store, said).values())
            game_id = said[-1][1]
        assert total >= 5


def test_a_killed_writer_loses_nothing(url: str) -> None:
    chooser = random.Random(2)
    with Store.open(url) as store:
        ids = store.import_many(boyi.GameRecord(boyi.game("loa")) for _ in range(16))
        for number in range(3):
            process = start(GROUP, url, ",".join(ids), str(number))
            check(store, list(kill_soon(process, chooser.random() * 0.3)))
        assert sum(store.load(game_id).plies for game_id in ids) >= 3


# Tries to be the one who plays each ply of a game.
RIVAL = """
import sys
from boyi.store.errors import Conflict
from boyi.store.store import Store
from tests.store.postgres import Server
url, game_id, own, move = sys.argv[1:]
store = Store.open(url)
sys.stdin.readline()
won = []
for ply in range(1, 61):
    store.append(own, ply, ply)
    try:
        store.append(game_id, ply, int(move))
    except Conflict:
        continue
    won.append(ply)
print(*won)
"""


def test_two_processes_write_at_once(url: str) -> None:
    with Store.open(url) as store:
        shared, *own = store.import_many(boyi.GameRecord(boyi.game("gomoku")) for _ in range(3))
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", RIVAL, url, shared, own[number], str(number)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for number in (0, 1)
        ]
        won = []
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        for process in processes:
            output, errors = process.communicate(timeout=PATIENCE)
            assert (process.returncode, errors) == (0, "")
            won.append({int(word) for word in output.split()})
        assert won[0] | won[1] == set(range(1, 61))
        assert not won[0] & won[1]
        assert [store.summary(game_id).plies for game_id in (shared, *own)] == [60, 60, 60]


@pytest.mark.parametrize("pragma", ["synchronous", "foreign_keys"])
def test_sqlite_waits_for_the_disk(pragma: str, tmp_path: object) -> None:
    # FULL is 2: every commit is synchronised, not only the checkpoints.
    with Store.open(f"{tmp_path}/x.db") as store, store._database.read() as connection:
        found = connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
        assert found == {"synchronous": 2, "foreign_keys": 1}[pragma]


def test_postgresql_waits_for_the_disk_whatever_the_address_says(postgres: Server) -> None:
    url = postgres.new_database() + "%20-csynchronous_commit%3Doff"
    with Store.open(url) as store, store._database.read() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"

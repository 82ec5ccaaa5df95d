"""Programs that do no more than their protocols make them do, and less; standard library only.

``stubborn.py PROTOCOL HOW LOG``: whenever it is asked for a move it writes what it believes to be on the
board (15x15 gomoku; NBoard: the moves of Othello) to the log, and every line that it hears.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SIZE = 15
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
stones: dict[int, str] = {}
"""Whose stone lies on a cell; it survives whatever is not said to clear it."""


def note(kind: str, value: object) -> None:
    with Path(sys.argv[3]).open("a", encoding="utf-8") as log:
        log.write(json.dumps({"pid": os.getpid(), kind: value}) + "\n")


def lines() -> Iterator[str]:
    for line in sys.stdin:
        note("heard", line.strip())
        yield line.strip()


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def move(own: str) -> int:
    """A cell that is free as far as it knows."""
    note("board", sorted(f"{cell}{'+' if stone == own else '-'}" for cell, stone in stones.items()))
    cell = next(place * 37 % SIZE**2 for place in range(SIZE**2) if place * 37 % SIZE**2 not in stones)
    stones[cell] = own
    return cell


def gtp(how: str) -> None:
    known = {"name", "boardsize", "clear_board", "play", "genmove", "quit"}
    if how == "lists":
        known |= {"list_commands"}
    bare = how in ("yes", "spare-bare")
    for line in lines():
        numbered = re.fullmatch(r"([0-9]*) *(.*)", line)
        assert numbered is not None
        command, *arguments = numbered[2].split()
        tag = "" if bare else numbered[1]
        answer = ""
        if how != "yes" and command not in known:
            spare = len(arguments) + 1 if how.startswith("spare") else 1
            say(f"?{tag} unknown command\n" + "\n? unknown command\n\n=\n" * (spare - 1))
            if how == "spare-bare":
                say("=\n\n=\n")
            continue
        if command == "quit":
            return
        if command == "name" and how != "yes":
            answer = "Stubborn"
        elif command == "list_commands" and how != "yes":
            answer = "\n".join(sorted(known))
        elif command == "clear_board":
            stones.clear()
        elif command == "play":
            stones.setdefault(cell_of(arguments[1]), arguments[0])
        elif command == "genmove":
            cell = move(arguments[0])
            answer = f"{LETTERS[cell % SIZE]}{SIZE - cell // SIZE}"
        say(f"={tag} {answer}\n")


def cell_of(vertex: str) -> int:
    return (SIZE - int(vertex[1:])) * SIZE + LETTERS.index(vertex[0])


def gomocup(how: str) -> None:
    listing = False
    started = False
    for line in lines():
        word, _, rest = line.partition(" ")
        if word == "END":
            return
        if word == "START" and started and how == "once":
            say("ERROR a game is on")
        elif word == "START":
            if how != "silent" or not started:
                stones.clear()
            started = True
            say("OK")
        elif word == "RESTART" and how in ("restarts", "chatty"):
            stones.clear()
            say("MESSAGE here we go\nOK" if how == "chatty" else "OK")
        elif word == "RESTART" and how != "silent":
            say("UNKNOWN command")
        elif word == "INFO" and how == "chatty":
            say("OK" if rest.startswith("time") else "UNKNOWN INFO")
        elif word == "BOARD":
            listing = True  # the stones are added to those that lie there
        elif word in ("BEGIN", "TURN", "DONE"):
            listing = False
            if rest:
                stones[cell_at(rest)] = "2"
            cell = move("1")
            say(f"{cell % SIZE},{cell // SIZE}")
        elif listing:
            stones[cell_at(line)] = line.split(",")[2]


def cell_at(text: str) -> int:
    x, y = (int(word) for word in text.split(",")[:2])
    return y * SIZE + x


def botzone(how: str) -> None:
    for line in lines():
        turn = json.loads(line)
        requests, responses = turn.get("requests", [turn]), turn.get("responses", [])
        for number, request in enumerate(requests):
            if request["x"] >= 0:
                stones[request["y"] * SIZE + request["x"]] = "2"
            if number < len(responses):
                stones[responses[number]["y"] * SIZE + responses[number]["x"]] = "1"
        cell = move("1")
        say(json.dumps({"response": {"x": cell % SIZE, "y": cell // SIZE}}))
        if how == "keeps":
            say(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<")


def nboard(how: str) -> None:
    import boyi
    from boyi.core.record import GameRecord

    record = GameRecord(boyi.game("othello"))
    for line in lines():
        if line == "quit":
            return
        if line.startswith("ping"):
            if how == "chatty":
                say("=== A1/0/0\nstatus busy")
            say(line.replace("ping", "pong"))
            if how == "chatty":
                say("pong 0\n" + line.replace("ping", "pong"))
        elif line.startswith("set game"):
            record = GameRecord(record.game)
            for text in re.findall(r"[BW]\[([A-Z0-9]+)", line.partition("BO[")[2]):
                record.play(record.game.parse_move("pass" if text == "PA" else text, record.position))
        elif line == "go":
            note("board", record.text())
            chosen = record.position.moves()[-1]
            record.play(chosen)  # which it should leave to the viewer
            name = record.game.format_move(chosen)
            say(f"=== {'PA' if name == 'pass' else name.upper()}/0/0")


if __name__ == "__main__":
    {"gtp": gtp, "gomocup": gomocup, "botzone": botzone, "nboard": nboard}[sys.argv[1]](sys.argv[2])

"""A Gomocup program that misbehaves in the way its argument names; standard library only."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(how: str, place: int) -> None:
    match how:
        case "silent":
            time.sleep(100)
        case "slow":
            time.sleep(1.5)
            say(f"{place},0\n")
        case "crash":
            sys.exit("my own last words")
        case "killed":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "flood":
            while True:
                say("MESSAGE " + "x" * 10_000 + "\n")
        case "flood-line":
            while True:
                say("x" * 65_536)
        case "flood-errors":
            for _ in range(2_000):
                sys.stderr.write("e" * 1_000 + "\n")
            say(f"{place},0\n")
        case "outside":
            say("99,99\n")
        case "taken":
            say("7,7\n")
        case "chat":
            say("MESSAGE thinking\r\nDEBUG 12\rI am a program\n\n")
            say(f"{place},0\r\n")
        case "half":
            say(f"{place},")
            time.sleep(100)
        case "binary":
            os.write(1, bytes(range(256)) * 20 + b"\n")
            time.sleep(100)
        case "binary-first":
            os.write(1, b"\xff\xfe\x00\x01\n")
            say(f"{place},0\n")
        case "closes":
            os.close(1)
            time.sleep(100)
        case "dies-after" | "twice":
            say(f"{place},0\n")
            if how == "dies-after":
                sys.exit(3)
            say(f"{place + 1},1\n")
        case "children":
            for _ in range(100):
                subprocess.Popen(["sleep", sys.argv[2]], start_new_session=True)
            say(f"{place},0\n")
        case "ponders":
            say(f"{place},0\n")
            for _ in range(600):
                say("MESSAGE " + "x" * 10_000 + "\n")
        case "memory":
            hoard = bytearray(3_000_000_000)
            say(f"{len(hoard)},0\n")
        case "writes":
            Path("/var/tmp/boyi-was-here").write_text("x")
            say(f"{place},0\n")
        case "connects":
            import socket

            socket.create_connection(("127.0.0.1", int(sys.argv[2])), timeout=2)
            say(f"{place},0\n")
        case _:
            say(f"{place},0\n")


def main(how: str) -> None:
    place = 0
    if how == "ignores-quit":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        line = sys.stdin.readline()
        word = line.split()[0].upper() if line.split() else ""
        if how == "ignores-quit" and (not line or word == "END"):
            time.sleep(100)
        if not line or word == "END":
            return
        if word in ("START", "RESTART"):
            if how == "no-start":
                time.sleep(100)
            say("ERROR only 20x20\n" if how == "refuses" else "OK\n")
        elif how == "fills" and line.startswith("INFO max_memory"):
            hoard = bytearray(int(line.split()[2]))
            assert hoard
        elif word in ("BEGIN", "TURN", "DONE"):
            answer(how, place)
            place += 1


if __name__ == "__main__":
    main(sys.argv[1])

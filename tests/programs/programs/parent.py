"""A Gomocup program that behaves, but for a process that it leaves behind; standard library only."""

import subprocess
import sys


def main() -> None:
    subprocess.Popen(["sleep", "100"], start_new_session=True, stdout=subprocess.DEVNULL)
    taken: set[str] = set()
    for line in sys.stdin:
        word = line.strip()
        if word.upper() == "END":
            return
        if word.upper().startswith(("START", "RESTART")):
            taken.clear()
            print("OK", flush=True)
        elif word[:1].isdigit() or word.upper().startswith("TURN"):
            taken.add(",".join(word.split()[-1].split(",")[:2]))
        if word.upper().startswith(("BEGIN", "TURN", "DONE")):
            free = next(f"{x},{y}" for x in range(15) for y in range(15) if f"{x},{y}" not in taken)
            taken.add(free)
            print(free, flush=True)
        elif word.upper() == "BOARD":
            taken.clear()


if __name__ == "__main__":
    main()

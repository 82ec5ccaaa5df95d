"""A Gomocup program that answers SWAP2BOARD as its argument says, and then plays; standard library only.

It places stones by what it was told, so it loses by an illegal move if it is not told the whole board.
"""

import sys
import time

OPENING = "7,7 8,8 9,7"
ANSWERS = {
    "white": {3: "0,0", 5: "0,1"},
    "black": {3: "SWAP", 5: "SWAP"},
    "more": {3: "2,2 4,2", 5: "SWAP"},
    "chatty": {
        0: f"MESSAGE let me see\nDEBUG 1\nUNKNOWN INFO rule\n{OPENING}",
        3: "MESSAGE hm\nSWAP",
        5: "SWAP",
    },
    "words": {0: "three stones, please", 3: "I take black", 5: "black"},
    "unknown": {0: "UNKNOWN command", 3: "UNKNOWN command", 5: "UNKNOWN command"},
    "error": {0: "ERROR no swap2 here", 3: "ERROR no swap2 here", 5: "ERROR no swap2 here"},
    "taken": {0: "7,7 8,8 7,7", 3: "7,7", 5: "7,7"},
    "outside": {0: "7,7 8,8 99,9", 3: "99,9", 5: "99,9"},
    "few": {0: "7,7 8,8", 3: "1,1 2,2 3,3", 5: "1,1 2,2"},
    "swaps-nothing": {0: "SWAP", 3: "0,0", 5: "0,1"},
}


def main(how: str) -> None:
    board: set[str] = set()
    listing: list[str] | None = None
    swap2 = False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        answer = ""
        if word in ("START", "RESTART"):
            board.clear()
            answer = "OK"
        elif word == "END":
            return
        elif word in ("BOARD", "SWAP2BOARD"):
            listing, swap2 = [], word == "SWAP2BOARD"
        elif word == "DONE":
            assert listing is not None
            board = set(listing)
            listing = None
            if swap2:
                if how == "silent":
                    time.sleep(100)
                if how == "quits":
                    sys.exit(3)
                answer = {0: OPENING, **ANSWERS.get(how, {})}[len(board)]
            else:
                answer = move(board)
        elif listing is not None:
            listing.append(",".join(word.split(",")[:2]))
        elif word in ("BEGIN", "TURN"):
            board |= {rest} if rest else set()
            answer = move(board)
        if answer:
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()


def move(board: set[str]) -> str:
    place = next(f"{x},{y}" for y in range(15) for x in range(0, 15, 2) if f"{x},{y}" not in board)
    board.add(place)
    return place


if __name__ == "__main__":
    main(sys.argv[1])

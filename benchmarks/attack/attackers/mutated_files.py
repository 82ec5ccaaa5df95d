"""Damaged files of every format, from the tests' own seeds."""

from __future__ import annotations

from random import Random

from benchmarks.attack.target import Target

SEEDS = (
    "(;FF[4]GM[4]SZ[15]RU[renju]PB[a]RE[B+R];B[hh]C[x];W[hi]BL[3](;B[ii])(;B[gg];W[aa]))",
    "(;GM[Othello]PB[x]TI[15:00]TY[8]RE[+64.00:r]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[F5/1.5/2]W[D6//3];)",
    "Piskvorky 20x20, 11:11, 0\n11,11,0\n12,12,100\none\ntwo\n-1\n1,Renju\n",
    "2 0 A1 B4 D3 :9 G",
    "# othello size=6\nc2 d2 1. e4",
    '{"format":"boyi-game","version":1,"game":"gomoku","nodes":[{},{"parent":0,"move":3}]}',
    "\x14\x18\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\xe8\x07\x08\x00" + "\x38" * 68,
)
ODD = (b"\x1f", b"\xff", b"]", b"[", b"(", b"999", b"\xb2", b"_", b"\n", b"\x00", b"[" * 2000)


async def run(target: Target) -> None:
    """Files by the dozen; each import must answer, and keep the sound file that comes with them."""
    random = Random(1)
    for _ in range(target.some(60, 2)):
        files = [("files", ("sound.sgf", b"(;GM[2];B[f5];W[d6])"))]
        for seed in SEEDS:
            data = bytearray(seed.encode("latin-1"))
            for _ in range(random.randint(1, 4)):
                place = random.randrange(len(data))
                data[place : place + random.randrange(3)] = random.choice(ODD)
            files.append(("files", ("damaged", bytes(data))))
        answer = await target.ask("POST", "/api/import", files=files, data={"join_token": target.token})
        sound = answer is not None and answer.status_code == 200 and answer.json()["games"]
        target.promise(
            bool(sound), f"an import answered {answer and answer.status_code} or lost the sound file"
        )

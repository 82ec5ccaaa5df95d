"""``boyi engine`` as other programs see it: a process that answers, obeys and leaves."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import boyi
from boyi.protocols.swap2 import OPENINGS, opening
from tests.bridges.child import BOYI, Child, engine
from tests.patience import NEVER, PATIENCE, wait_until

posix = pytest.mark.skipif(os.name == "nt", reason="signals and pipes as POSIX has them")
PBRAIN = [sys.executable, "-c", "import sys; from boyi.cli.engine import pbrain; sys.exit(pbrain())"]

FIRST = '{"requests":[{"x":-1,"y":-1}],"responses":[]}'
KINDS = {
    "gomocup": (["--protocol", "gomocup"], "ABOUT"),
    "gtp": (["nogo", "--protocol", "gtp"], "name"),
    "nboard": (["--protocol", "nboard"], "ping 7"),
    "botzone": (["othello", "--protocol", "botzone", "--keep-running"], FIRST),
    "analysis": (["--protocol", "analysis"], '{"id":"p","action":"ping"}'),
}
ANSWERS = {"gomocup": "name=", "gtp": "= Boyi", "nboard": "pong 7", "botzone": "{", "analysis": '{"id":"p"'}
BUSY = {
    "gomocup": "START 15\nBEGIN",
    "gtp": "time_settings 600000 0 0\ngenmove b",
    "nboard": "hint 4",
    "botzone": FIRST,
    "analysis": '{"id":"e","game":"nogo","endless":true,"report":{"every":0.1}}',
}
"""What makes each think for long."""


def pipe(lines: str, *arguments: str) -> tuple[list[str], str, int]:
    """Everything at once, then the end of the input."""
    done = subprocess.run(
        [*BOYI, "engine", *arguments], input=lines.encode(), capture_output=True, timeout=PATIENCE
    )
    return done.stdout.decode().splitlines(), done.stderr.decode(), done.returncode


def test_gomocup_plays_for_a_manager() -> None:
    with Child(PBRAIN) as child:
        assert child.ask("START 20\r") == "OK"
        child.send("INFO timeout_turn 200\r\nINFO rule 1\r")
        taken = {(9, 9)}
        move = child.ask("TURN 9,9\r")
        for turn in range(4):
            x, y = (int(part) for part in move.split(","))
            assert (x, y) not in taken
            assert max(x, y) < 20
            assert max(abs(x - 9), abs(y - 9)) <= 6
            taken |= {(x, y), (turn, 19)}
            move = child.ask(f"TURN {turn},19\r")
        child.send("END\r")
        assert child.wait() == 0
        assert child.errors() == ""


def test_gomocup_sees_a_win_and_a_threat() -> None:
    with engine("--protocol", "gomocup") as child:
        child.ask("START 15")
        child.send("INFO timeout_turn 500")
        four = "".join(f"{x},7,1\n{x},0,2\n" for x in range(4, 8))
        assert child.ask(f"BOARD\n{four}DONE") in ("3,7", "8,7")
        assert child.ask("RESTART") == "OK"
        assert child.ask("BOARD\n4,7,2\n0,0,1\n5,7,2\n0,2,1\n6,7,2\n0,4,1\n7,7,2\nDONE") in ("3,7", "8,7")


def test_commands_sent_all_at_once_are_answered() -> None:
    # The time of a turn is longer than anything here is waited for: what is behind it ends the search.
    hour = f"INFO timeout_turn {1000 * NEVER:.0f}"
    lines, errors, code = pipe(f"START 15\n{hour}\nBEGIN\nTURN 0,0\nEND\n", "--protocol", "gomocup")
    assert (lines[0], len(lines), errors, code) == ("OK", 3, "", 0)
    lines, errors, code = pipe(f"START 15\n{hour}\nBEGIN", "--protocol", "gomocup")
    assert (len(lines), errors, code) == (2, "", 0)
    lines, errors, code = pipe("genmove b\nshowboard\nquit\n", "nogo", "--protocol", "gtp", "--time", "0.2")
    assert lines[0].startswith("= ")
    assert "X" in "".join(lines[2:])
    assert (errors, code) == ("", 0)


@pytest.mark.parametrize("number", range(len(OPENINGS)))
def test_our_openings_are_even(number: int) -> None:
    position = boyi.game("gomoku").start()
    for stone in opening(15, number):
        position = position.play(stone)
    assert 0.35 < boyi.search(position, nodes=30_000).win_rate < 0.65


@pytest.mark.parametrize("rule", ["1", "4"])
def test_swap2(rule: str) -> None:
    with engine("--protocol", "gomocup", "--seed", "5") as child:
        child.ask("START 15")
        child.send(f"INFO timeout_turn 300\nINFO rule {rule}")
        stones = child.ask("SWAP2BOARD\nDONE").split()
        assert len({*stones}) == 3
        answer = child.ask("SWAP2BOARD\n" + "".join(f"{stone}\n" for stone in stones) + "DONE").split()
        assert answer == ["SWAP"] or (1 <= len(answer) <= 2 and not {*answer} & {*stones})
        # Black has a winning shape here, so only black is a sensible choice.
        assert child.ask("SWAP2BOARD\n7,7\n0,0\n8,7\n0,14\n7,8\nDONE") == "SWAP"
        # Two white stones against two far-away black ones: whoever chooses white has the move too.
        far = child.ask("SWAP2BOARD\n0,0\n7,7\n14,0\n7,8\n0,14\nDONE")
        assert far != "SWAP"


def test_gtp_stream_is_ended_by_any_input() -> None:
    with engine("gomoku", "--protocol", "gtp", "--size", "15") as child:
        child.ask("play b H8")
        assert child.ask("analyze w 10") == ""
        assert child.line() == "="
        line = child.line()
        assert line.startswith("info move ")
        assert line.count("info move ") > 1
        child.send("7 name")
        child.until("=7 Boyi")
        assert child.line() == ""
        child.send("genmove_analyze w 10")
        assert child.line() == "="
        child.until("info move ")
        child.send("")
        assert child.until("play ")
        assert child.ask("quit") == ""
        child.until("=")
        assert child.wait() == 0
        assert child.errors() == ""


@pytest.mark.parametrize("rest", ["9 quit\n", "9 name\n", ""])
def test_gtp_stream_behind_a_search_is_ended_by_what_is_there(rest: str) -> None:
    lines, errors, code = pipe(f"analyze 10\n{rest}", "nogo", "--protocol", "gtp")
    after, more_errors, more_code = pipe(
        f"genmove b\nanalyze 10\n{rest}", "nogo", "--protocol", "gtp", "--time", "0.2"
    )
    assert after[0].startswith("= ")
    assert [line[:2] for line in after[2:] if not line.startswith("info ")] == [
        line[:2] for line in lines if not line.startswith("info ")
    ]
    assert (errors + more_errors, code, more_code) == ("", 0, 0)


def test_gtp_files(tmp_path: object) -> None:
    with engine("othello", "--protocol", "gtp") as child:
        for path in ("/nowhere/at all.sgf", "/", "/dev/zero", str(tmp_path)):
            assert child.ask(f"loadsgf {path}").startswith("? cannot load file: ")
            assert child.line() == ""
        assert child.ask("name") == "= Boyi"


def test_nboard() -> None:
    with engine("--protocol", "nboard", "--time", "20") as child:
        assert child.ask("nboard 2") == "set myname Boyi"
        child.send("set depth 8\ngo")
        move = child.until("===").split()[1]
        cell, evaluation, _ = move.split("/")
        assert cell in ("D3", "C4", "F5", "E6")
        assert abs(float(evaluation)) < 10
        child.send("hint 3")
        lines = [child.until("search ") for _ in range(3)]
        assert len({line.split()[1][:2] for line in lines}) == 3
        child.until("status")
        assert child.ask("ping 3").startswith(("pong 3", "status"))


def test_botzone() -> None:
    for game in ("nogo", "gomoku", "othello"):
        lines, errors, code = pipe(FIRST, game, "--protocol", "botzone", "--time", "0.3")
        answer = json.loads(lines[0])["response"]
        assert answer["x"] >= 0
        assert (len(lines), errors, code) == (1, "", 0)
    lines, _, _ = pipe("1\n-1 -1\n", "gomoku", "--protocol", "botzone-simple", "--time", "0.3")
    assert lines == ["7 7"]


def test_analysis_of_many_at_once() -> None:
    with engine("--protocol", "analysis") as child:
        child.send('{"id":"long","game":"nogo","endless":true,"report":{"every":0.1,"candidates":3}}')
        child.send("\n".join(
            f'{{"id":"q{n}","game":"{game}","limits":{{"seconds":0.05}}}}'
            for n, game in enumerate(["gomoku", "othello", "loa", "nogo", "tictactoe", "coin2x2"] * 2)
        ))  # fmt: skip
        seen: set[str] = set()
        progress = 0
        while len(seen) < 12:
            answer = json.loads(child.line())
            assert "error" not in answer
            if answer["type"] == "result":
                seen.add(answer["id"])
            else:
                progress += answer["id"] == "long"
        child.send('{"id":"c","action":"cancel","query":"long"}')
        last: dict[str, object] = {}
        while last.get("type") != "result":
            last = json.loads(child.line())
        assert last["id"] == "long"
        assert last["cancelled"] is True
        candidates = last["candidates"]
        assert isinstance(candidates, list)
        assert len(candidates) == 3
        assert progress >= 1
        child.send('{"id":"d","game":"othello","limits":{"depth":5}}')
        assert json.loads(child.line())["depth"] == 5
        child.close()
        assert child.wait() == 0


def test_levels_and_players() -> None:
    for strength in (["--level", "1"], ["--player", "random"], ["--player", "playout:time=0.1"]):
        lines, errors, _ = pipe("genmove b\n", "othello", "--protocol", "gtp", *strength, "--seed", "1")
        assert lines[0] in ("= D6", "= C5", "= F4", "= E3")
        assert errors == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tictactoe", "--protocol", "gtp"], "is for nogo, gomoku, othello, loa"),
        (["gomoku", "--protocol", "gpt"], "Did you mean gtp?"),
        (["--protocol", "botzone"], "which game"),
        (["--protocol", "gomocup", "--level", "11"], "1 to 10"),
        (["--protocol", "gomocup", "--player", "nobody"], "no player"),
        (["nogo", "--protocol", "gtp", "--player", "classic:five-tuple"], "plays gomoku, not nogo."),
        (["--protocol", "gtp", "--threads", "0"], "--threads"),
    ],
)
def test_wrong_arguments(arguments: list[str], words: str) -> None:
    lines, errors, code = pipe("", *arguments)
    assert lines == []
    assert words in errors
    assert errors.count("\n") == 1
    assert code == 2


RUBBISH = [
    b"HELLO\nfly me\n\n\n   \n\t\n",
    b"\x00\x01\x02\xff\xfe START\x00 15\n",
    b"x" * 1_500_000 + b"\n",
    b"START 15\rABOUT\r\nABOUT\n\r",
    b"\xe5\x8d\x9a" * 1000 + b"\n",
    b"{" * 50_000 + b"\n" + b"[" * 50_000 + b"\n",
    b'{"id":"x","game":"othello","moves":' + b'["f5"],' * 3 + b"}\n",
    b"TURN 99999999999999999999,1\nplay b Z999\nset game (;\nset depth 99999999999\n",
    b"START 15\nBOARD\n" + b"1,1,1\n" * 2000 + b"DONE\n",
    b"loadsgf \nloadsgf \x00\ntime_left b x y\nanalyze b 0\n",
    b"=\n?\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n-1\n999999999\n" + b"0 0\n" * 10,
    bytes(range(256)) * 50,
]


@pytest.mark.parametrize("name", KINDS)
def test_rubbish_is_survived(name: str) -> None:
    arguments, question = KINDS[name]
    with engine(*arguments, "--time", "0.1") as child:
        for rubbish in RUBBISH:
            child.send(rubbish)
        child.send(b"\nSTART 15\n" if name == "gomocup" else b"\n")
        half = question.encode()
        child.send(half[:2])
        time.sleep(0.05)  # so that it is mostly read in two pieces; nothing depends on it
        child.send(half[2:] + b"\r\n")
        child.until(ANSWERS[name])
        child.close()
        assert child.wait() == 0
        assert child.errors() == ""


@pytest.mark.parametrize("name", KINDS)
def test_a_closed_input_ends_the_engine(name: str) -> None:
    with engine(*KINDS[name][0]) as child:
        child.close()
        assert child.wait() == 0
        assert child.rest() == []
        assert child.errors() == ""


def wait_until_caught(pid: int, number: int) -> None:
    """Botzone says nothing before its move; that it is up shows in what it does about the signal."""
    status = Path(f"/proc/{pid}/status")
    if status.exists():

        def is_caught() -> bool:
            caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
            return bool(int(caught.split()[1], 16) >> (number - 1) & 1)

        wait_until(is_caught, "the handler of the signal")


@posix
@pytest.mark.parametrize(
    ("name", "number"), [*((name, signal.SIGTERM) for name in KINDS), ("gomocup", signal.SIGINT)]
)
def test_a_signal_ends_a_search_quietly(name: str, number: signal.Signals) -> None:
    with engine(*KINDS[name][0], "--time", f"{NEVER:g}") as child:
        child.send(BUSY[name])
        if name in ("gomocup", "gtp", "nboard", "analysis"):
            child.line()
        else:
            wait_until_caught(child.process.pid, number)
        child.process.send_signal(number)
        assert child.wait() == 128 + number
        assert child.errors() == ""


@posix
@pytest.mark.parametrize("name", KINDS)
def test_nobody_reads_the_answers(name: str) -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        [*BOYI, "engine", *KINDS[name][0], "--time", "0.2"],
        stdin=subprocess.PIPE,
        stdout=write,
        stderr=subprocess.PIPE,
    )
    os.close(write)
    os.close(read)
    _, errors = process.communicate((BUSY[name] + "\n").encode() * 3, timeout=PATIENCE)
    assert errors == b""
    assert process.returncode in (0, 1)


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-", "</", ">/dev/full"])
def test_streams_that_are_not_there(closed: str) -> None:
    command = f"echo ABOUT | {{ {sys.executable} -m boyi engine --protocol gomocup {closed}; }}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=PATIENCE)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1)


@posix
def test_the_first_answer_comes_soon() -> None:
    """Within 0.3 s of the processor: from its start to its end, the engine has that much work to do."""
    import resource

    def used() -> float:
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    fastest = 9.0
    for _ in range(8):
        before = used()
        with engine("--protocol", "gomocup") as child:
            child.ask("START 15")
            child.send("END")
            child.wait()
        fastest = min(fastest, used() - before)
        if fastest < 0.3:
            return
    assert fastest < 0.3

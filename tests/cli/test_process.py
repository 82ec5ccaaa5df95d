"""What only a real process shows: exit codes, Ctrl-C, closed pipes, lazy loading."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.patience import NEVER, PATIENCE, processor_time, wait_until

Run = Callable[..., subprocess.Popen[str]]

BOYI = [sys.executable, "-m", "boyi"]
posix = pytest.mark.skipif(os.name == "nt", reason="signals and pipes as POSIX has them")


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    clean = {name: value for name, value in os.environ.items() if name != "BOYI_BACKEND"}
    return subprocess.Popen(
        [*BOYI, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**clean, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", **environment},
    )


def finish(process: subprocess.Popen[str], typed: str = "") -> tuple[int, str, str]:
    output, errors = process.communicate(typed, timeout=PATIENCE)
    return process.returncode, output, errors


@pytest.fixture
def run() -> Iterator[Run]:
    """Starts processes that are gone after the test, whatever happens."""
    started: list[subprocess.Popen[str]] = []

    def start_one(*arguments: str, **environment: str) -> subprocess.Popen[str]:
        started.append(start(*arguments, **environment))
        return started[-1]

    yield start_one
    for process in started:
        process.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        process.wait(timeout=PATIENCE)


def test_an_answer_and_a_mistake(run: Run) -> None:
    code, output, errors = finish(run("perft", "tictactoe", "2", "--json"))
    assert (code, json.loads(output)["nodes"], errors) == (0, [9, 72], "")
    code, output, errors = finish(run("perft", "nothing", "2"))
    assert (code, output) == (2, "")
    assert errors.startswith("There is no game 'nothing'")


@posix
@pytest.mark.parametrize("backend", ["python", "native"])
def test_ctrl_c_ends_a_long_count(run: Run, backend: str) -> None:
    if backend == "native":
        pytest.importorskip("boyi._native")
    process = run("perft", "othello", "40", "--backend", backend)
    assert process.stdout is not None
    for line in process.stdout:
        if line.lstrip().startswith("6 "):
            break
    process.send_signal(signal.SIGINT)
    code, _, errors = finish(process)
    assert code == 130
    assert errors.strip() == ""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processor's time is read in /proc")
def test_ctrl_c_ends_a_game_while_the_computer_thinks(run: Run) -> None:
    process = run("play", "othello", "--opponent", f"playout:time={NEVER:g}", "--side", "white")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Type a move")
    ready = processor_time(process.pid)
    wait_until(lambda: processor_time(process.pid) > ready + 0.2, "the computer's thinking")
    process.send_signal(signal.SIGINT)
    code, _, errors = finish(process)
    assert code == 130
    assert "Traceback" not in errors


@posix
@pytest.mark.parametrize("arguments", [["games"], ["perft", "othello", "8"], ["--help"]])
def test_a_closed_pipe_is_no_drama(run: Run, arguments: list[str]) -> None:
    process = run(*arguments)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.wait(timeout=PATIENCE)


def test_bytes_that_are_no_text() -> None:
    command = [*BOYI, "play", "tictactoe", "--opponent", "random", "--seed", "1"]
    done = subprocess.run(command, input=b"\xff\xfe\x00\nb2\nquit\n", capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0
    assert b"is not a cell of this board" in done.stdout
    assert done.stderr == b""


@posix
def test_arguments_that_are_no_text() -> None:
    done = subprocess.run(
        [*map(os.fsencode, BOYI), b"perft", b"\xff\xfe", b"1"], capture_output=True, timeout=PATIENCE
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"There is no game")


def test_a_console_without_chinese_shows_question_marks(run: Run) -> None:
    process = run("games", "--language", "zh", PYTHONIOENCODING="ascii")
    code, output, errors = finish(process)
    assert (code, errors) == (0, "")
    assert "othello    ??? (" in output


def test_only_what_is_needed_is_loaded() -> None:
    program = (
        "import sys; from boyi.cli.main import main; code = main(['perft', 'othello', '1', '--json']);"
        "heavy = {'rich', 'asyncio', 'difflib', 'random', 'sqlalchemy', 'boyi.cli.play', 'boyi.drawing'};"
        "heavy &= set(sys.modules);"
        "sys.exit(f'loaded: {heavy}' if heavy or code else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")


@posix
@pytest.mark.parametrize("desktop", [True, False], ids=["with a browser", "without one"])
def test_a_bare_boyi_opens_the_page(run: Run, tmp_path: Path, desktop: bool) -> None:
    opened = tmp_path / "opened.txt"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    # An empty PATH has no browser; the one that BROWSER names is the desktop's.
    choice = (
        {"BROWSER": f"{browser} %s"}
        if desktop
        else {"BROWSER": "", "DISPLAY": "", "PATH": str(tmp_path / "none")}
    )
    process = run(BOYI_DATA=str(tmp_path / "data"), PYTHONUNBUFFERED="1", **choice)
    assert process.stdout is not None
    said = ""
    while not (address := re.search(r"http://127\.0\.0\.1:\d+", said)):
        line = process.stdout.readline()
        assert line, said
        said += line
    assert "The page: http" in said
    assert "boyi --help" in said
    with urllib.request.urlopen(address[0], timeout=PATIENCE) as answer:
        assert b"<html" in answer.read()
    if desktop:
        wait_until(opened.exists, "the browser")
        assert opened.read_text() == address[0]
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 0
    assert opened.exists() == desktop

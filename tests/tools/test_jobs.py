"""The tools behind ``make test`` and ``make test-busy``."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until
from tests.programs.children import living

ROOT = Path(__file__).parents[2]
PYTHON = sys.executable


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [PYTHON, "-m", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_all_parts_run_though_one_fails(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    done = run("tools.parts", "one=true", "two=exit 3", f"three=touch {ran}")
    assert done.returncode == 1
    assert ran.exists()
    results = [line.split()[:2] for line in done.stdout.partition("part ")[2].splitlines()[1:4]]
    assert results == [["one", "passed"], ["two", "failed"], ["three", "passed"]]
    assert done.stdout.endswith("Failed: two.\n")
    assert run("tools.parts", "one=true").returncode == 0


needs_proc = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted by /proc")


@needs_proc
@pytest.mark.parametrize("code", [0, 7])
def test_a_command_runs_beside_busy_processes_that_end_with_it(code: int) -> None:
    program = (
        "import os, sys; from tests.programs.children import living;"
        f"print(len(living(f'range(100_000):\\n        pass\\n {{os.getppid()}}'))); sys.exit({code})"
    )
    done = run("tools.busy", "--processes", "2", PYTHON, "-c", program)
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.splitlines()[1:] == ["2", f"Exit code {code} beside 2 busy processes."]


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_busy_processes_end_however_their_parent_is_ended(number: signal.Signals) -> None:
    command = [PYTHON, "-m", "tools.busy", "--processes", "2", "cat"]
    parent = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdin is not None
    assert parent.stdout is not None
    word = f"pass\n {parent.pid}"
    try:
        wait_until(lambda: len(living(word)) == 2, "the busy processes")
    finally:
        parent.send_signal(number)
        parent.stdin.close()
        parent.stdout.close()
        parent.wait(timeout=PATIENCE)
    wait_until(lambda: not living(word), "the end of the busy processes")


# The leader ends at a signal as shells do, or takes no notice of it; its child never takes notice.
DEAF = "import signal, time; signal.signal(signal.{}, signal.SIG_IGN); print(1, flush=True); time.sleep(600)"


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("leader", ["wait", "trap '' INT TERM HUP; wait; sleep 600"])
def test_the_command_and_its_children_end_with_a_signal(
    number: signal.Signals, leader: str, tmp_path: Path
) -> None:
    child = f'"{PYTHON}" -c "{DEAF.format(number.name)} # {tmp_path}" &'
    source = f"import tools.busy as busy, sys; busy.GRACE = 0.5; sys.argv[1:] = {['--processes', '1']!r}"
    source += f" + ['sh', '-c', {f'{child} {leader} # {tmp_path}'!r}]; sys.exit(busy.main())"
    with subprocess.Popen([PYTHON, "-c", source], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().startswith("Beside 1 busy processes")
        assert parent.stdout.readline() == "1\n"  # the child runs
        parent.send_signal(number)
        assert parent.wait(PATIENCE) == 128 + number
        wait_until(lambda: not living(str(tmp_path)), "the end of the command")

"""The few tests that fail beside others are run once more alone."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]

# Fails in a worker of a parallel run, passes in a run without workers.
RACE = "import os\n\ndef {name}():\n    assert 'PYTEST_XDIST_WORKER' not in os.environ\n"


def rerun(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The run as ``make test`` makes it, in a folder with its own settings."""
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = odd\naddopts = -p xdist -m 'not odd'\n")
    command = [sys.executable, "-m", "tools.rerun", "-q", *arguments]
    part = f"cd {shlex.quote(str(folder))} && {shlex.join(command)}"
    # The tests here are not part of the run that runs them.
    left_out = ("PYTEST_XDIST", "PYTEST_CURRENT", "BOYI_PART", "BOYI_FAILURES")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(left_out)}
    environment["PYTHONPATH"] = str(ROOT)
    # Loading all plugins would take most of the time.
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    job = [sys.executable, "-m", "tools.parts", f"tests={part}"]
    # Two runs of pytest with their workers, one after the other: seven processes.
    limit = 4 * PATIENCE
    return subprocess.run(
        job, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=limit, check=False
    )


def table(done: subprocess.CompletedProcess[str]) -> list[str]:
    return done.stdout.rpartition("processor\n")[2].splitlines()


def test_a_test_that_fails_only_beside_others_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_race.py").write_text(RACE.format(name="test_race"))
    (tmp_path / "test_good.py").write_text("def test_good(): pass\n")
    done = rerun(tmp_path, "-n", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "== Failed beside others, now alone: test_race.py::test_race\n" in done.stdout
    rows = table(done)
    assert rows[0].split()[:2] == ["tests", "passed"]
    assert rows[1:] == ["       failed beside others, passed alone: test_race.py::test_race"]


@pytest.mark.parametrize("count", [3, 4])
def test_at_most_three_are_run_again(tmp_path: Path, count: int) -> None:
    source = "".join(RACE.format(name=f"test_{number}") for number in range(count))
    (tmp_path / "test_race.py").write_text(source)
    done = rerun(tmp_path, "-n", "1")
    assert done.returncode == (0 if count == 3 else 1)
    assert ("now alone" in done.stdout) == (count == 3)
    assert len(table(done)) == 2


def test_one_that_fails_again_fails_the_run(tmp_path: Path) -> None:
    source = "import pytest\n" + RACE.format(name="test_race")
    source += (
        "\n@pytest.mark.parametrize('word', ['a b', 'c::[d]'])\ndef test_bad(word): assert word == 'a b'\n"
    )
    (tmp_path / "test_both.py").write_text(source)
    done = rerun(tmp_path, "-n", "1")
    assert done.returncode == 1
    rows = table(done)
    assert rows[0].split()[:3] == ["tests", "failed", "1"]
    assert rows[1].strip() == "failed beside others, passed alone: test_both.py::test_race"
    assert rows[2] == "Failed: tests."


def test_a_broken_fixture_counts_and_a_file_that_cannot_be_read_is_not_run_again(tmp_path: Path) -> None:
    fixture = "import os\nimport pytest\n\n@pytest.fixture\ndef part():\n    yield\n    assert {}\n"
    fixture += "\ndef test_it(part): pass\n"
    (tmp_path / "test_fixture.py").write_text(fixture.format("'PYTEST_XDIST_WORKER' not in os.environ"))
    done = rerun(tmp_path, "-n", "1")
    assert (done.returncode, "now alone" in done.stdout) == (0, True)
    (tmp_path / "test_broken.py").write_text("import no_such_module\n")
    done = rerun(tmp_path, "-n", "1")
    assert (done.returncode, "now alone" in done.stdout) == (1, False)


def test_a_worker_that_dies_fails_its_test(tmp_path: Path) -> None:
    (tmp_path / "test_exit.py").write_text("import os\n\ndef test_exit(): os._exit(3)\n")
    done = rerun(tmp_path, "-n", "1")
    assert done.returncode == 1
    assert "now alone: test_exit.py::test_exit" in done.stdout

"""What the Makefile says of its jobs: every part runs, and the few tests that fail run once more alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
OURS = ("MAKE", "MFLAGS", "PYTEST_XDIST", "PYTEST_CURRENT")
"""The tests here are not part of the run that runs them."""
# Fails in a worker of a parallel run, passes in a run without workers.
RACE = "import os\n\ndef {name}():\n    assert 'PYTEST_XDIST_WORKER' not in os.environ\n"

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")


def make(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run it on the Makefile of the project, with the Python of this run."""
    usual = {key: value for key, value in os.environ.items() if not key.startswith(OURS)}
    command = ["make", "--no-print-directory", f"BIN={Path(sys.executable).parent}", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**usual, **environment},
        capture_output=True,
        text=True,
        # Two runs of pytest with their workers, one after the other: seven processes.
        timeout=4 * PATIENCE,
        check=False,
    )


def make_tests(folder: Path, job: str = "tests") -> subprocess.CompletedProcess[str]:
    """The tests of a folder, which has its own settings."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p xdist\n")
    chosen = f"TESTS=-c {folder / 'pytest.ini'} --rootdir {folder} {folder}"
    # Loading all plugins would take most of the time.
    cache = f"CACHE={folder / 'cache'}"
    return make(
        job, chosen, "WORKERS=2", "BUSY_WORKERS=1", "LOAD=2", cache, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1"
    )


def test_all_parts_run_though_one_fails(tmp_path: Path) -> None:
    parts = tmp_path / "Makefile"
    ran = tmp_path / "ran"
    parts.write_text(
        f"include {ROOT / 'Makefile'}\nPARTS = -f {parts} one two three\nin-turn: ; @$(ALL) $(PARTS)\n"
        f"beside: ; @$(TOGETHER) $(PARTS)\none: ; @true\ntwo: ; @time exit 3\nthree: ;"
        f" @touch {ran}; echo three\n"
    )
    for job in ("in-turn", "beside"):
        done = make("-f", str(parts), job)
        assert done.returncode != 0
        assert "three\n" in done.stdout
        assert ran.exists()
        ran.unlink()
        assert "two] Error 3" in done.stderr
        assert "== two: 0." in done.stderr


def test_a_test_that_fails_only_beside_others_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_race.py").write_text(RACE.format(name="test_race"))
    (tmp_path / "test_good.py").write_text("def test_good(): pass\n")
    done = make_tests(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    _, _, alone = done.stdout.partition("== Failed beside others, now alone:\n")
    assert "test_race.py::test_race PASSED" in alone
    assert alone.splitlines()[-1].strip("= ").startswith("1 passed")
    assert "== tests: " in done.stderr


@pytest.mark.parametrize("count", [3, 4])
def test_at_most_three_are_run_again(tmp_path: Path, count: int) -> None:
    source = "".join(RACE.format(name=f"test_{number}") for number in range(count))
    (tmp_path / "test_race.py").write_text(source)
    done = make_tests(tmp_path)
    assert (done.returncode == 0) == (count == 3)
    assert ("now alone" in done.stdout) == (count == 3)


def test_one_that_fails_again_fails_the_run(tmp_path: Path) -> None:
    source = "import pytest\n" + RACE.format(name="test_race")
    source += (
        "\n@pytest.mark.parametrize('word', ['a b', 'c::[d]'])\ndef test_bad(word): assert word == 'a b'\n"
    )
    (tmp_path / "test_both.py").write_text(source)
    done = make_tests(tmp_path)
    assert done.returncode != 0
    assert "1 failed, 1 passed" in done.stdout.splitlines()[-1]


def test_a_broken_fixture_counts_and_a_file_that_cannot_be_read_fails_the_run(tmp_path: Path) -> None:
    fixture = "import os\nimport pytest\n\n@pytest.fixture\ndef part():\n    yield\n    assert {}\n"
    fixture += "\ndef test_it(part): pass\n"
    (tmp_path / "test_fixture.py").write_text(fixture.format("'PYTEST_XDIST_WORKER' not in os.environ"))
    done = make_tests(tmp_path)
    assert (done.returncode, "now alone" in done.stdout) == (0, True)
    (tmp_path / "test_broken.py").write_text("import no_such_module\n")
    done = make_tests(tmp_path)
    assert done.returncode != 0
    assert "no_such_module" in done.stdout


def test_a_worker_that_dies_fails_its_test(tmp_path: Path) -> None:
    (tmp_path / "test_exit.py").write_text("import os\n\ndef test_exit(): os._exit(3)\n")
    done = make_tests(tmp_path)
    assert done.returncode != 0
    assert "test_exit.py::test_exit" in done.stdout


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted by /proc")
@pytest.mark.parametrize("passes", [True, False])
def test_the_load_is_there_and_ends_with_the_tests(passes: bool, tmp_path: Path) -> None:
    kept = tmp_path / "busy"
    source = "from pathlib import Path\nfrom tests.tools.test_make import busy\n\ndef test_load():\n"
    source += f"    Path({str(kept)!r}).write_text(' '.join(busy()))\n    assert {passes}\n"
    (tmp_path / "test_load.py").write_text(source)
    done = make_tests(tmp_path, "tests-beside-load")
    assert (done.returncode == 0) == passes, done.stdout + done.stderr
    numbers = kept.read_text().split()
    assert len(numbers) == 2
    wait_until(lambda: not any(Path("/proc", number).exists() for number in numbers), "the end of the load")


def busy() -> list[str]:
    """The processes of the load of the job that runs this process."""
    parents, lines = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[entry.name] = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            lines[entry.name] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    job = str(os.getpid())
    while "timeout 3h yes" not in lines[job]:
        job = parents[job]
    return [
        number for number, parent in parents.items() if parent == job and lines[number].startswith("timeout ")
    ]

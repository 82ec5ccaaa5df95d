"""Without a compiler the package still installs, works on Python alone, and says so in one line."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

RUN = """
import sys
sys.path[:0] = {paths!r}
sys.argv = ["boyi", *{arguments!r}]
from boyi.cli.main import main
sys.exit(main())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with Boyi built where no C++ compiler can be found, and what pip printed."""
    folder = tmp_path_factory.mktemp("no-compiler")
    environment = {
        **os.environ,
        "CXX": str(folder / "no-such-compiler"),
        "CC": str(folder / "no-such-compiler"),
    }
    wheels = folder / "wheels"
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "--no-build-isolation"]
    build = [f"--config-settings=build-dir={folder / 'build'}", "--wheel-dir", str(wheels), str(ROOT)]
    run = subprocess.run([*command, *build], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    (wheel,) = wheels.glob("boyi-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site", run.stdout + run.stderr


def boyi(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command from that folder, past this environment's own editable Boyi."""
    code = RUN.format(paths=[str(site), sysconfig.get_path("purelib")], arguments=arguments)
    environment = {key: value for key, value in os.environ.items() if key != "BOYI_BACKEND"}
    return subprocess.run(
        [sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_wheel_is_pure_python_and_says_so(installed: tuple[Path, str]) -> None:
    site, printed = installed
    assert not list(site.rglob("_native*.so"))
    assert "everything runs on Python" in printed


@pytest.mark.slow
def test_commands_work_on_python_and_say_so_in_one_line(installed: tuple[Path, str]) -> None:
    run = boyi(installed[0], "perft", "othello", "4", "--json")
    assert run.returncode == 0, run.stderr
    assert '"backend": "python"' in run.stdout
    assert "[4, 12, 56, 244]" in run.stdout
    assert len(run.stderr.splitlines()) == 1
    assert "native module" in run.stderr


@pytest.mark.slow
def test_demanding_the_native_back_end_is_refused(installed: tuple[Path, str]) -> None:
    run = boyi(installed[0], "perft", "othello", "2", "--backend", "native")
    assert run.returncode == 2
    assert "native back end cannot play this" in run.stderr
    assert "Traceback" not in run.stderr

"""Run pytest; if at most three tests fail, run those once more, one after the other with no test beside them.

    python -m tools.rerun -n 3

All arguments are pytest's. The exit code is 0 if every failed test passes alone; those tests are named, here
and in the closing table of ``tools.parts``, so that they are mended later. More failures, a file that cannot
be collected and a test that fails again fail the run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tools.parts import note

LIMIT = 3
FAILURES = "BOYI_FAILURES"
"""Names the file that this module, as pytest's plugin, writes the failed tests into."""


class Failures:
    """The plugin: notes the tests that failed, in the process that collects all reports."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tests: dict[str, None] = {}
        self._uncollected = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that failed, or whose fixtures did."""
        if report.failed:
            self._tests[report.nodeid] = None

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that could not be read: there is no test to run again."""
        self._uncollected = self._uncollected or report.failed

    def pytest_sessionfinish(self) -> None:
        """Write them down."""
        if not self._uncollected:
            self._path.write_text("\0".join(self._tests), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Pytest's entry: only the process that the workers report to writes the file."""
    path = os.environ.get(FAILURES)
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(Path(path)), "failures")


def run(arguments: list[str]) -> tuple[int, list[str] | None]:
    """Pytest's exit code, and the failed tests if they are known."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "failures"
        command = [sys.executable, "-m", "pytest", "-p", "tools.rerun", *arguments]
        code = subprocess.run(command, check=False, env={**os.environ, FAILURES: str(path)}).returncode
        return code, path.read_text(encoding="utf-8").split("\0") if path.exists() else None


def main(arguments: list[str]) -> int:
    """Run all, then the few that failed."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        usage="%(prog)s [-h] [arguments of pytest]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _, arguments = parser.parse_known_args(arguments)
    code, failed = run(arguments)
    if code != pytest.ExitCode.TESTS_FAILED or not failed or len(failed) > LIMIT:
        return code
    print(f"\n== Failed beside others, now alone: {', '.join(failed)}", flush=True)
    # The markers of the first run do not matter here: the tests are named.
    again, still = run(["-m", "", *failed])
    passed = [] if still is None else [test for test in failed if test not in still]
    if passed and again in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        note(f"failed beside others, passed alone: {', '.join(passed)}")
    return again


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

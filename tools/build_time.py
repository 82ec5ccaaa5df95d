"""Build the native module afresh in a folder of its own, without a compiler cache, and print the CPU seconds.

    python -m tools.build_time [--jobs N] [--source FOLDER]

CPU seconds are user plus system time of all compilers. Other work on the machine makes them larger: compare
two versions in one run by giving several sources.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]


def spent() -> float:
    """CPU seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def launch(table: str, command: list[str]) -> int:
    """Run one compiler, as CMake's launcher, and note the CPU seconds of its source."""
    code = subprocess.run(command, check=False).returncode
    name = command[-1]
    with Path(table).open("a") as file:
        file.write(f"{spent():.2f} {name}\n")
    return code


def build(source: Path, folder: Path, jobs: int) -> None:
    """Configure and build; print one line for each source and the sum."""
    table = folder / "seconds.txt"
    launcher = f"{sys.executable};{__file__};--launch;{table}"
    environment = {key: value for key, value in os.environ.items() if not key.endswith("_COMPILER_LAUNCHER")}
    ask = [sys.executable, "-m", "nanobind", "--cmake_dir"]
    nanobind = subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip()
    configure = ["cmake", "-S", str(source), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
    configure += [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"]
    configure += [f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"]
    # cmake and ninja of the virtual environment come first, as in a build by pip.
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
    subprocess.run(configure, check=True, env=environment, stdout=subprocess.DEVNULL)
    began, before = time.monotonic(), spent()
    compile_all = ["cmake", "--build", str(folder), "-j", str(jobs)]
    subprocess.run(compile_all, check=True, env=environment, stdout=subprocess.DEVNULL)
    total, passed = spent() - before, time.monotonic() - began
    rows = [line.split(" ", 1) for line in table.read_text().splitlines()]
    for seconds, name in sorted(rows, key=lambda row: -float(row[0])):
        path = Path(name)
        inside = path.relative_to(source) if path.is_relative_to(source) else Path(*path.parts[-3:])
        print(f"{seconds:>7}  {inside}")
    print(f"{total:7.2f}  CPU seconds in all, {passed:.0f} s with {jobs} compilers at a time")


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="compilers at a time (all cores)"
    )
    parser.add_argument(
        "--source", type=Path, action="append", help="a source tree (this one); may be given several times"
    )
    arguments = parser.parse_args()
    for source in arguments.source or [ROOT]:
        print(f"{source.resolve()}:" if arguments.source else "Building …", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            build(source.resolve(), Path(folder), arguments.jobs)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--launch"]:
        sys.exit(launch(sys.argv[2], sys.argv[3:]))
    main()

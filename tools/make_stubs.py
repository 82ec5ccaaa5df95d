"""Write src/boyi/_native.pyi, the types of the C++ module, from the module itself (``make stubs``).

With ``--check``, as ``make lint`` calls it, say whether the file is what the module gives.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
STUBS = ROOT / "src" / "boyi" / "_native.pyi"


def make(path: Path) -> None:
    """Generate and format the stubs."""
    stubgen = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "-m", "boyi._native"]
    subprocess.run([*stubgen, "-p", str(ROOT / "native" / "stubs.pattern"), "-o", str(path)], check=True)
    config = ["--quiet", "--config", str(ROOT / "pyproject.toml")]
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--fix-only", *config, str(path)], check=True)
    subprocess.run([*ruff, "format", *config, str(path)], check=True)


def main() -> str | None:
    """Write the file, or compare it; the answer is what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, say what is wrong")
    asked = parser.parse_args()
    if importlib.util.find_spec("boyi._native") is None:
        print("The stubs of the native module are not checked: the module is not there.")
        return None
    if not asked.check:
        make(STUBS)
        return None
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / STUBS.name
        make(made)
        same = made.read_text() == STUBS.read_text()
    return None if same else f"{STUBS.relative_to(ROOT)} is not what the native module gives: run make stubs."


if __name__ == "__main__":
    sys.exit(main())

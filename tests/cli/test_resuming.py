"""What a stopped run prints about resuming is a command that resumes it, whatever its folder is called."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.match_command import posix
from tests.patience import PATIENCE, wait_until

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAYERS = "".join(f'[[players]]\nname = "{name}"\nspec = "random"\n' for name in "ABCD")
CUP = f'name = "Cup"\ngames = 1000\n[[events]]\ngame = "tictactoe"\n{PLAYERS}'
RUNS = {
    "match": "--game tictactoe --a random --b random --games 20000",
    "tournament": "cup.toml",
    "bot rate": "level:4 --game tictactoe --precision 10 --games 20000",
    "tune": "mcts:nodes=20 --game tictactoe --params c:0.1..2 --pairs 1 --steps 20000 --check 0",
    "experiment": f"small-trees --experiments {EXAMPLES} --concurrency 1 --nodes 20 --games 20000",
}


def games_of(folder: Path) -> int:
    return len(list(folder.glob("game-*")))


def stop_after(games: int, arguments: list[str], folder: Path) -> str:
    """Run a command until its folder has so many games, then press Ctrl-C; what it printed."""
    with subprocess.Popen(
        [sys.executable, "-m", "boyi", *arguments],
        cwd=folder.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            wait_until(lambda: process.poll() is not None or games_of(folder) >= games, "the games")
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130, said
    return said


@posix
@pytest.mark.outside
@pytest.mark.parametrize("command", RUNS)
def test_a_run_with_a_folder_of_its_own_says_how_it_is_resumed(tmp_path: Path, command: str) -> None:
    (tmp_path / "cup.toml").write_text(CUP, "utf-8")
    folder = tmp_path / "my games"
    given = [*command.split(), *shlex.split(RUNS[command]), "--out", folder.name]
    said = stop_after(3, given, folder)
    found = re.search(r"Resume with: boyi (.*)", said)
    assert found is not None, said
    stop_after(games_of(folder) + 3, shlex.split(found[1]), folder)
    assert {entry.name for entry in tmp_path.iterdir()} == {"cup.toml", folder.name}

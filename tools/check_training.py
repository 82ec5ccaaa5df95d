"""Checks that the weights of Othello are what ``boyi train othello`` gives from its seed.

    python -m tools.check_training RUN [--games 10000,40000,60000] [--depth 4,6,6] [--sample N] [--seed N]

RUN is the folder of a finished run of that command (training seed 1). Its files are linked into a new folder,
a random sample of every kind (games, labels, fitted stages) is left out, and the training is resumed there by
the present build. What it makes again must be what was there, byte for byte, and the result the shipped file.
A sample of all files would be the whole training, which takes hours.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from boyi.learning.othello_training import OthelloTraining, TrainingSettings

SHIPPED = Path(__file__).parents[1] / "src" / "boyi" / "games" / "othello" / "patterns.bin"


def kind(name: str) -> str:
    """What a file holds: ``round-1-labels-07-00012.bin`` is a file of ``round-1-labels``."""
    return "-".join(name.split("-")[:3])


def main() -> None:
    """Link, resume, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--games", default="10000,40000,60000")
    parser.add_argument("--depth", default="4,6,6")
    parser.add_argument("--sample", type=int, default=2, help="files of each kind")
    parser.add_argument("--seed", type=int, default=1, help="chooses the sample")
    arguments = parser.parse_args()
    games, depths = (tuple(map(int, text.split(","))) for text in (arguments.games, arguments.depth))
    kinds: dict[str, list[Path]] = {}
    for file in sorted(arguments.run.glob("round-*-*-*.bin")):
        if int(file.name.split("-")[1]) < len(games):
            kinds.setdefault(kind(file.name), []).append(file)
    random = Random(arguments.seed)
    sample = [file for files in kinds.values() for file in random.sample(files, arguments.sample)]
    with TemporaryDirectory(dir=arguments.run.parent) as name:
        folder = Path(name)
        for file in (one for files in kinds.values() for one in files if one not in sample):
            os.link(file, folder / file.name)
        packed = OthelloTraining(folder, TrainingSettings(games, depths=depths), 1).run(lambda line: None)
        for file in sample:
            same = (folder / file.name).read_bytes() == file.read_bytes()
            print(f"{file.name}: {'the same' if same else 'different'}", flush=True)
    total = sum(map(len, kinds.values()))
    print(f"{len(sample)} of {total} files made again; {len(packed):,} bytes of weights")
    print(f"the shipped file: {'the same' if packed == SHIPPED.read_bytes() else 'different'}")


if __name__ == "__main__":
    main()

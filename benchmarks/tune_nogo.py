"""NoGo's tree search: which settings beat the default on a size of board.

    python -m benchmarks.tune_nogo --out RUN --size N [--nodes N] [--games N] [--check N] [--seed N]

Successive halving: every candidate of the grid differs from the default in one or two settings and plays
``--games`` games against it with fixed nodes a move; the better half plays on until each has twice the games,
and so on until two are left. At the end a sequential test (``--sprt 0,70`` of ``boyi match``) of the best one
against the default with four times the nodes, if it scored more than one half. Games come in pairs with
colours swapped.

Every match is a folder in ``RUN/size-N`` that ``boyi match --resume`` knows, too. A run that was stopped
resumes; equal settings give equal games. The last line printed says what was found.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from boyi.arena.folder import Folder
from boyi.arena.results import Standing
from boyi.arena.series import Series, SeriesOver
from boyi.arena.settings import SeriesSettings
from boyi.arena.sprt import Verdict

DEFAULT = "mcts:"
CANDIDATES = (
    "policy=0.15",
    "policy=0.6",
    "policy=0,c=0.02",
    "policy=0,c=0.1",
    "learned=0.25",
    "learned=0.75",
    "reduction=0",
    "reduction=0.3",
    "rave_bias=0.0001",
    "rave_bias=0.01",
    "grave_ref=15",
    "expand=3",
)
"""The grid. ``c`` counts only without a policy; random games have the share that ``learned`` leaves."""
SPRT, CHECK_NODES = (0.0, 70.0), 4
"""The test at the end, and how many times the nodes it has."""


def play(settings: SeriesSettings, path: Path) -> tuple[Standing, Verdict | None]:
    """Play a match to its end in its folder, or what is left of it."""
    exists = (path / settings.folder_kind.file).exists()
    with Folder.open(path) if exists else Folder.create(path, settings) as folder:
        if replace(settings, games=folder.settings.games) != folder.settings:
            raise SystemExit(f"{path} holds a match with other settings.")
        if settings.games > folder.settings.games:
            folder.write_settings(settings)
        series = Series(settings, folder)
        over = asyncio.run(_to_the_end(series))
    if over.verdict is not None:
        return over.standing, over.verdict
    # A later round may have played more already; this one is judged by its own games.
    return Standing.of(series.results[number] for number in range(1, settings.games + 1)), None


async def _to_the_end(series: Series) -> SeriesOver:
    over: SeriesOver | None = None
    async for event in series.play():
        if isinstance(event, SeriesOver):
            over = event
    assert over is not None
    return over


def shown(name: str, standing: Standing) -> str:
    """A line of the report."""
    tally = standing.tally
    return (
        f"{name:<20} {tally.wins:>4} {tally.draws:>3} {tally.losses:>4}  {tally.score:6.1%}"
        f"  {tally.elo:+5.0f} ± {tally.elo_error:.0f}"
    )


def main() -> int:
    """Play the grid and print the scores."""
    parser = argparse.ArgumentParser(description="Settings of NoGo's tree search against the default.")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run")
    parser.add_argument("--size", type=int, required=True, help="of the board")
    parser.add_argument("--nodes", type=int, default=1000, help="random games a move")
    parser.add_argument("--games", type=int, default=20, help="of each candidate in the first round")
    parser.add_argument("--check", type=int, default=200, help="games of the test at the end, at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    top: Path = options.out / f"size-{options.size}"
    top.mkdir(parents=True, exist_ok=True)
    common = SeriesSettings(
        "nogo",
        DEFAULT,
        DEFAULT,
        games=options.games,
        seed=options.seed,
        options={"size": options.size},
        nodes=options.nodes,
        openings="random:4",
        margin=3600,
    )
    left, games = list(CANDIDATES), options.games
    while True:
        scores: dict[str, Standing] = {}
        for name in left:
            spec = DEFAULT + name
            settings = replace(common, a=spec, names=(spec, DEFAULT), games=games)
            scores[name], _ = play(settings, top / name)
            print(shown(name, scores[name]), flush=True)
        left.sort(key=lambda name: -scores[name].tally.score)
        if len(left) <= 2 or scores[left[0]].tally.score <= 0.5:
            break
        left, games = left[: (len(left) + 1) // 2], 2 * games
    best = left[0]
    if scores[best].tally.score <= 0.5:
        print(f"{options.size}x{options.size}: nothing is better than the default", flush=True)
        return 0
    spec = DEFAULT + best
    final = replace(
        common,
        a=spec,
        names=(spec, DEFAULT),
        games=options.check,
        seed=options.seed + 1,
        nodes=CHECK_NODES * options.nodes,
        sprt=SPRT,
    )
    standing, verdict = play(final, top / "check")
    print(shown(f"check {best}", standing), flush=True)
    print(f"{options.size}x{options.size}: {best}: {verdict or 'undecided'}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Gomoku's strong search: what its parts are worth, and its settings improved by games of its variants.

    python -m benchmarks.gomoku_settings parts [--part NAME …] [--pairs 100] [--time 0.03 | --nodes N]
    python -m benchmarks.gomoku_settings tune --out RUN [--pairs 4000] [--time 0.025 | --nodes N]
    python -m benchmarks.gomoku_settings check [--out RUN] [--set NAME=N …] [--pairs 100]

The two games of a pair begin from the same even opening, colours swapped.

``parts``: the search against itself without a part, until the sequential test of 0 against 40 Elo
(normalised, 5% errors) has an answer, at most so many pairs. The search without the network or the policy
still keeps their sums up to date: these rows say what their numbers are worth, without the time they take.
``tune``: SPSA as ``boyi tune`` has it, a pair a step. ``RUN/state.json`` has the values: a run that was
stopped resumes. The result is to be written into ``native/gomoku/search_settings.hpp``.
``check``: the values of a run, or the package's with those of ``--set``, against those of the package.

Games with ``--nodes`` bear other programs on the machine, but settings that change what a node costs need
``--time`` and a core for each thread.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

import boyi._native as native
from boyi.arena.rating import MatchTally
from boyi.arena.sprt import Sprt
from boyi.arena.tuning import spsa_result, spsa_step, spsa_variants
from boyi.core.registry import make_game

SHOWN_EVERY = 50
RANGE = 7
"""How many steps that matter a setting may move from its value in the package."""
NEVER = 100
"""A depth that no node has."""
PARTS: dict[str, dict[str, int]] = {
    "network": {"network": 0},
    "policy": {"policy": 0, "reduction_unlikely": 0},
    "history": {"order_history": 100_000, "reduction_history": 100_000},
    "killers": {"order_killer": 0},
    "fours": {"fours_nodes": 0},
    "enemy-fours": {"fours_depth": NEVER},
    "threats": {"proof_share": 0, "look_share": 0},
    "refuted-moves": {"look_share": 0},
    "reverse-futility": {"reverse_depth": 0},
    "razoring": {"razor_depth": 0},
    "null-move": {"null_least": NEVER},
    "internal-reduction": {"internal_depth": NEVER},
    "singular-extension": {"singular_depth": NEVER},
    "late-moves-left-out": {"late_base": NEVER},
    "futility": {"futile_depth": 0},
    "reductions": {
        "reduction_base": -200,
        "reduction_growth": 10,
        "reduction_worse": -200,
        "reduction_unlikely": 0,
    },
    "reductions-by-policy": {"reduction_unlikely": 0},
    "aspiration": {"window": 20_000},
}
"""The settings that switch a part off."""
TEST = Sprt(0, 40)
COLUMNS = "{:<20} {:>5} {:>4} {:>4} {:>7} {:>13} {:>6}"


@dataclass(frozen=True)
class Setting:
    """A number of the search: its name, its value in the package, a step that matters, its range."""

    name: str
    value: int
    step: int
    least: int
    most: int

    @property
    def low(self) -> int:
        """The least value of a tuning."""
        return max(self.least, self.value - RANGE * self.step)

    @property
    def high(self) -> int:
        """The largest value of a tuning."""
        return min(self.most, self.value + RANGE * self.step)

    def share(self) -> float:
        """Where the package's value lies in the range, from 0 to 1."""
        return (self.value - self.low) / (self.high - self.low) if self.high > self.low else 0.0

    def at(self, share: float) -> int:
        """The value at a share of the range."""
        return round(self.low + share * (self.high - self.low))


SETTINGS = tuple(Setting(*entry) for entry in native.gomoku_search_settings())
"""Those of the native search."""


def values(**changes: int) -> list[int]:
    """The package's values with these changes."""
    known = {setting.name: setting.value for setting in SETTINGS}
    if unknown := changes.keys() - known:
        raise SystemExit(f"There is no setting {', '.join(sorted(unknown))}.")
    return list({**known, **changes}.values())


def values_at(shares: list[float]) -> list[int]:
    """The values at these shares of their ranges."""
    return [setting.at(share) for setting, share in zip(SETTINGS, shares, strict=True)]


@dataclass(frozen=True)
class Pair:
    """Two games between two searches."""

    first: list[int]
    second: list[int]
    seed: int
    signs: list[int] = field(default_factory=list)
    """Of SPSA's step."""


def duels(arguments: argparse.Namespace, work: Iterator[Pair]) -> Iterator[tuple[Pair, tuple[float, float]]]:
    """Plays all pairs, several at once: the points of the first search in both games."""
    under_way: dict[Future[tuple[int, int]], Pair] = {}
    with ThreadPoolExecutor(arguments.threads) as pool:
        while True:
            for pair in islice(work, arguments.threads - len(under_way)):
                limits = (arguments.nodes or 1, 0.0 if arguments.nodes else arguments.time, pair.seed)
                games = (arguments.rule, arguments.size, pair.first, pair.second, *limits)
                under_way[pool.submit(native.gomoku_duel, *games)] = pair
            if not under_way:
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                one, other = done.result()
                yield under_way.pop(done), (one / 2, other / 2)


def tallies(arguments: argparse.Namespace, first: list[int], second: list[int]) -> Iterator[MatchTally]:
    """What the first settings have won, after each pair."""
    tally = MatchTally()
    seeds = ((arguments.seed << 40) + number for number in range(arguments.pairs))
    for _, points in duels(arguments, (Pair(first, second, seed) for seed in seeds)):
        tally.add_pair(*points)
        yield tally


def part_row(arguments: argparse.Namespace, part: str) -> str:
    """The row of a part."""
    for tally in tallies(arguments, values(), values(**PARTS[part])):
        if TEST.verdict(tally.pairs):
            break
    difference = f"{tally.elo:+.0f} ± {tally.elo_error:.0f}"
    counts = (tally.wins, tally.draws, tally.losses, f"{tally.score:.1%}")
    return COLUMNS.format(part, *counts, difference, f"{TEST.llr(tally.pairs):.2f}")


@dataclass
class Run:
    """The shares of the ranges after each pair of a tuning."""

    history: list[list[float]] = field(default_factory=list)

    @classmethod
    def open(cls, path: Path) -> Run:
        """A new run, or the one that the file holds."""
        return cls(**json.loads(path.read_text())) if path.exists() else cls()

    def save(self, path: Path) -> None:
        """All of it or nothing."""
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(self.__dict__))
        fresh.replace(path)

    @property
    def shares(self) -> list[float]:
        """Where the next step begins."""
        return self.history[-1] if self.history else [setting.share() for setting in SETTINGS]

    def result(self) -> list[int]:
        """The values to use."""
        return values_at(spsa_result(self.history) if self.history else self.shares)


def tune(arguments: argparse.Namespace, path: Path) -> Run:
    """Plays the pairs that are missing."""
    run = Run.open(path)

    def work() -> Iterator[Pair]:
        for number in range(len(run.history), arguments.pairs):
            random = Random(f"{arguments.seed} {number}")
            signs = [random.choice((-1, 1)) for _ in SETTINGS]
            up, down = map(values_at, spsa_variants(run.shares, number, signs))
            yield Pair(up, down, random.getrandbits(60), signs)

    for pair, points in duels(arguments, work()):
        step = len(run.history)
        run.history.append(spsa_step(run.shares, step, arguments.pairs, pair.signs, sum(points) / 2))
        if (step + 1) % SHOWN_EVERY == 0 or step + 1 == arguments.pairs:
            run.save(path)
            shown = (f"{setting.name} {value}" for setting, value in zip(SETTINGS, run.result(), strict=True))
            print(f"{step + 1} pairs: {' '.join(shown)}", flush=True)
    return run


def check(arguments: argparse.Namespace, result: list[int]) -> str:
    """The result against the settings of the package."""
    *_, tally = tallies(arguments, result, values())
    return f"{tally.games} games: {tally.score:.1%} ± {tally.score_error:.1%}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("parts", "tune", "check"))
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS), metavar="NAME")
    parser.add_argument("--out", type=Path, help="folder of a tuning")
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=N")
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--time", type=float, default=0.025, help="seconds a move")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.pairs = arguments.pairs or (4_000 if arguments.what == "tune" else 100)
    make_game("gomoku", size=arguments.size, rule=arguments.rule)  # says what is wrong with them
    path = arguments.out / "state.json" if arguments.out else None
    if arguments.what == "parts":
        print(COLUMNS.format("part", "W", "D", "L", "score", "Elo (95%)", "LLR"))
        for part in arguments.part:
            print(part_row(arguments, part), flush=True)
    elif arguments.what == "check":
        changes = {name: int(number) for name, _, number in (word.partition("=") for word in arguments.set)}
        start = values() if path is None else Run.open(path).result()
        changed = dict(zip((setting.name for setting in SETTINGS), start, strict=True)) | changes
        print(check(arguments, values(**changed)))
    elif path is None:
        parser.error("a tuning needs --out")
    else:
        arguments.out.mkdir(parents=True, exist_ok=True)
        for setting, value in zip(SETTINGS, tune(arguments, path).result(), strict=True):
            print(f"{setting.name:<20} {setting.value:>6} {value:>6}")


if __name__ == "__main__":
    main()

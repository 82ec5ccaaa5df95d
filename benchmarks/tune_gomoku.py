"""Gomoku's strong search: its settings improved by games of its variants against each other.

    python -m benchmarks.tune_gomoku --out RUN [--pairs N] [--time S | --nodes N] [--rule R] [--size N]
    python -m benchmarks.tune_gomoku --check N [--out RUN] [--set NAME=N …] [--time S | --nodes N]

SPSA (simultaneous perturbation stochastic approximation): every pair of games is played by two opposite
variants of the present values, each setting a step above or below; all values then move towards the variant
that won. The two games of a pair begin from the same even opening, colours swapped. In the second half of the
pairs the values move half as far. ``RUN/state.json`` has the values and the pairs played: a run that was
stopped resumes. ``--check`` plays against the values of the package and prints the score: the mean values of
the second half of a run, or the package's with those of ``--set``.

Games with ``--nodes`` bear other programs on the machine, but settings that change what a node costs need
``--time`` and a core for each thread.

The values are those of ``native/gomoku/search_settings.hpp``, where the result is to be written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from boyi.arena.rating import MatchTally
from boyi.core.registry import make_game

SHOWN_EVERY = 50
STEP = 0.015
"""How far a pair that was won twice moves a value, as a share of its step, for each point of difference."""


@dataclass(frozen=True)
class Setting:
    """A number of the search: its name, its value in the package, a step that matters, its range."""

    name: str
    value: int
    step: int
    least: int
    most: int


def settings() -> list[Setting]:
    """Those of the native search."""
    import boyi._native as native

    return [Setting(*entry) for entry in native.gomoku_search_settings()]


@dataclass
class Run:
    """The values so far, and the sums of those after the first half."""

    values: dict[str, float]
    played: int = 0
    sums: dict[str, float] = field(default_factory=dict)
    summed: int = 0

    @classmethod
    def open(cls, path: Path | None) -> Run:
        """A new run, or the one that the file holds."""
        if path and path.exists():
            return cls(**json.loads(path.read_text()))
        return cls({setting.name: setting.value for setting in settings()})

    def save(self, path: Path) -> None:
        """All of it or nothing."""
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(self.__dict__, indent=1))
        fresh.replace(path)

    def learn(self, flips: dict[str, int], difference: int, late: bool) -> None:
        """Takes over a pair: what the variant with these signs won more than the other."""
        for setting in settings():
            move = STEP * (0.5 if late else 1) * difference * setting.step * flips[setting.name]
            value = self.values[setting.name] + move
            self.values[setting.name] = min(max(value, setting.least), setting.most)
        self.played += 1
        if late:
            self.summed += 1
            for name, value in self.values.items():
                self.sums[name] = self.sums.get(name, 0) + value

    def result(self) -> list[int]:
        """The mean of the second half, or the values themselves before it."""
        if not self.summed:
            return [round(self.values[setting.name]) for setting in settings()]
        return [round(self.sums[setting.name] / self.summed) for setting in settings()]


def duels(
    arguments: argparse.Namespace, work: Iterator[tuple[list[int], list[int], int, object]]
) -> Iterator[tuple[tuple[int, int], object]]:
    """Plays all pairs, several at once: twice the points of the first in each game, and the tag."""
    import boyi._native as native

    under_way: dict[Future[tuple[int, int]], object] = {}
    with ThreadPoolExecutor(arguments.threads) as pool:
        more = True
        while more or under_way:
            while more and len(under_way) < arguments.threads:
                pair = next(work, None)
                if pair is None:
                    more = False
                    break
                first, second, seed, tag = pair
                game = pool.submit(
                    native.gomoku_duel,
                    arguments.rule,
                    arguments.size,
                    first,
                    second,
                    arguments.nodes or 1,
                    0.0 if arguments.nodes else arguments.time,
                    seed,
                )
                under_way[game] = tag
            if under_way:
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for game in done:
                    yield game.result(), under_way.pop(game)


def tune(arguments: argparse.Namespace, path: Path, report: Callable[[str], object]) -> Run:
    """Plays the pairs that are missing."""
    run, known = Run.open(path), settings()

    def work() -> Iterator[tuple[list[int], list[int], int, object]]:
        for number in range(run.played, arguments.pairs):
            random = Random(f"{arguments.seed} {number}")
            flips = {setting.name: random.choice((-1, 1)) for setting in known}

            def variant(sign: int, flips: dict[str, int] = flips) -> list[int]:
                return [
                    round(run.values[setting.name] + sign * setting.step * flips[setting.name])
                    for setting in known
                ]

            yield variant(1), variant(-1), random.getrandbits(60), flips

    for points, flips in duels(arguments, work()):
        assert isinstance(flips, dict)
        run.learn(flips, sum(points) - 2, run.played >= arguments.pairs // 2)
        if run.played % SHOWN_EVERY == 0 or run.played == arguments.pairs:
            run.save(path)
            report(
                f"{run.played} pairs: "
                + " ".join(f"{name} {value:.1f}" for name, value in run.values.items())
            )
    return run


def changed(run: Run, changes: list[str]) -> list[int]:
    """The values of the run, with the changes."""
    values = dict(zip((setting.name for setting in settings()), run.result(), strict=True))
    for change in changes:
        name, _, number = change.partition("=")
        if name not in values:
            raise SystemExit(f"There is no setting {name}.")
        values[name] = int(number)
    return list(values.values())


def tallies(
    arguments: argparse.Namespace, first: list[int], second: list[int], pairs: int
) -> Iterator[MatchTally]:
    """What the first settings have won, after each pair."""
    tally = MatchTally()
    seeds = ((arguments.seed << 40) + number for number in range(pairs))
    for (one, other), _ in duels(arguments, ((first, second, seed, None) for seed in seeds)):
        tally.add_pair(one / 2, other / 2)
        yield tally


def check(arguments: argparse.Namespace, result: list[int]) -> str:
    """The result against the settings of the package."""
    *_, tally = tallies(arguments, result, [setting.value for setting in settings()], arguments.check)
    return f"{tally.games} games: {tally.score:.1%} ± {tally.score_error:.1%}"


def add_duel_options(parser: argparse.ArgumentParser, seconds: float) -> None:
    """What every game is played by."""
    parser.add_argument("--time", type=float, default=seconds)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)


def main() -> None:
    """Tune or check, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--set", nargs="+", default=[], metavar="NAME=N")
    parser.add_argument("--pairs", type=int, default=4_000)
    parser.add_argument("--check", type=int, default=0)
    add_duel_options(parser, 0.025)
    arguments = parser.parse_args()
    make_game("gomoku", size=arguments.size, rule=arguments.rule)  # says what is wrong with them
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / "state.json" if arguments.out else None
    if arguments.check:
        print(check(arguments, changed(Run.open(path), arguments.set)))
        return
    if path is None:
        parser.error("a tuning needs --out")
    run = tune(arguments, path, lambda line: print(line, flush=True))
    for setting, value in zip(settings(), run.result(), strict=True):
        print(f"{setting.name:<20} {setting.value:>6} {value:>6}")


if __name__ == "__main__":
    main()

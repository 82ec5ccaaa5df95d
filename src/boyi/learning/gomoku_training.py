"""Learns the weights of Gomoku's strong search from games of the engine against itself.

Each round plays games by the weights so far. From the search of every move it takes a random choice of the
positions whose evaluation was asked for, searches each of them by itself, and fits new weights to what these
searches say. Then a network is fitted to the positions of all rounds, on top of the last weights, and rounds
of games that are played by the network follow: each fits it anew to the positions of these rounds, and the
policy, which orders the moves, to the moves that their searches chose.
A further run starts from the weights, the network and the policy of the package and plays only the rounds by
the network.
Positions and weights are files in a folder: a run that was stopped resumes there. Equal settings give equal
files, whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from json import dumps, loads
from pathlib import Path

from boyi.core.system import write_whole
from boyi.learning.gomoku_headers import header, network_header, policy_header
from boyi.learning.training_file import Report, fit_told, games_of_round, open_run, read_made

GAMES_OF_FILE = 50
Fit = tuple[list[int], float, float, int]
"""Numbers, the cross entropy of held-out positions before and after, positions learned from."""


@dataclass(frozen=True, slots=True)
class GomokuTrainingSettings:
    """What decides about the weights."""

    games: tuple[int, ...] = (1_000, 2_500, 5_000)
    """Games of each round, rounded down to fifties."""
    rule: str = "freestyle"
    seed: int = 1
    nodes: int = 1_500
    """Nodes that a move of a game may look at."""
    judge_nodes: int = 2_500
    """Nodes of the search that judges a position."""
    samples: int = 4
    """Positions of each move's search."""
    epochs: int = 12
    """How often a fit sees every position."""
    rate: float = 1.0
    """How far a step of the fit moves a weight."""
    decay: float = 2e-8
    """How strongly weights are drawn towards those of the round before."""
    network_games: tuple[int, ...] = (20_000, 15_000, 10_000)
    """Games of each round by the network."""
    network_epochs: int = 8
    """How often the fit of the network sees every position."""
    network_rate: float = 5e-3
    """How far a step of it moves a number at first."""
    further: bool = False
    """Whether the run starts from what the package has."""
    further_epochs: int = 4
    """How often the fit of the network sees every position in a further run."""
    further_rate: float = 1e-3
    """How far a step of it moves a number at first in a further run."""
    policy_epochs: int = 6
    """How often the fit of the policy sees every position."""
    policy_rate: float = 0.01
    """How far a step of it moves a logit at first."""


class GomokuTraining:
    """One run in its folder."""

    def __init__(self, folder: Path, settings: GomokuTrainingSettings, threads: int) -> None:
        import boyi._native as native

        self.folder, self.settings, self.threads = folder, settings, threads
        self.start = native.gomoku_start_weights()
        open_run(folder, {**asdict(settings), "start": self.start})

    def run(self, report: Report) -> tuple[list[int], list[int], list[int]]:
        """All rounds; the weights, the network's and the policy's numbers, also headers in the folder."""
        import boyi._native as native

        settings, rule = self.settings, self.settings.rule
        used = native.gomoku_weights(rule), native.gomoku_network(rule), native.gomoku_policy(rule)
        weights, network, policy = used
        first = 0
        try:
            if not settings.further:
                weights, network = self._run_weights(report)
                policy, first = native.gomoku_start_policy(), len(settings.games)
            records = b""
            for turn, games in enumerate(settings.network_games, first):
                native.gomoku_learn_network(rule, network)
                native.gomoku_learn_policy(rule, policy)
                records += self._play(turn, games, report)
                network = self._fit_network(turn + 1, records, network if settings.further else [], report)
                policy = self._fit_policy(turn + 1, records, report)
        finally:
            native.gomoku_learn(rule, used[0])
            native.gomoku_learn_network(rule, used[1])
            native.gomoku_learn_policy(rule, used[2])
        write_whole(self.folder / f"{rule}.hpp", header(rule, weights).encode())
        write_whole(self.folder / f"{rule}_network.hpp", network_header(rule, network).encode())
        write_whole(self.folder / f"{rule}_policy.hpp", policy_header(rule, policy).encode())
        return weights, network, policy

    def _run_weights(self, report: Report) -> tuple[list[int], list[int]]:
        """The rounds without a network, and the first network; the search uses these weights then."""
        import boyi._native as native

        rule, rounds, weights = self.settings.rule, [], self.start
        native.gomoku_learn_network(rule, [0] * len(native.gomoku_network(rule)))
        native.gomoku_learn_policy(rule, native.gomoku_start_policy())
        for turn, games in enumerate(self.settings.games):
            native.gomoku_learn(rule, weights)
            rounds.append(self._play(turn, games, report))
            weights = self._fit(turn, rounds[-1], report)
        native.gomoku_learn(rule, weights)
        return weights, self._fit_network(len(rounds), b"".join(rounds), [], report)

    def _play(self, turn: int, games: int, report: Report) -> bytes:
        import boyi._native as native

        settings = self.settings

        def play(first: int) -> bytes:
            return native.gomoku_selfplay(
                settings.rule,
                settings.seed + turn,
                first,
                GAMES_OF_FILE,
                settings.nodes,
                settings.judge_nodes,
                settings.samples,
            )

        return games_of_round(
            self.folder, turn, games, GAMES_OF_FILE, play, native.gomoku_check, report, self.threads
        )

    def _fit(self, turn: int, records: bytes, report: Report) -> list[int]:
        import boyi._native as native

        settings = self.settings

        def fit() -> Fit:
            return native.gomoku_fit(settings.rule, records, settings.epochs, settings.rate, settings.decay)

        return self._once(f"round-{turn}-weights.json", len(self.start), fit, report, turn)

    def _fit_network(self, turn: int, records: bytes, start: list[int], report: Report) -> list[int]:
        import boyi._native as native

        settings = self.settings
        epochs = settings.further_epochs if start else settings.network_epochs
        rate = settings.further_rate if start else settings.network_rate

        def fit() -> Fit:
            return native.gomoku_fit_network(settings.rule, records, start, epochs, rate)

        return self._once(
            f"round-{turn}-network.json", len(native.gomoku_network(settings.rule)), fit, report, turn
        )

    def _fit_policy(self, turn: int, records: bytes, report: Report) -> list[int]:
        """Starts from the policy that the search uses."""
        import boyi._native as native

        settings = self.settings

        def fit() -> Fit:
            return native.gomoku_fit_policy(
                settings.rule, records, settings.policy_epochs, settings.policy_rate
            )

        return self._once(f"round-{turn}-policy.json", len(native.gomoku_start_policy()), fit, report, turn)

    def _once(self, name: str, count: int, fit: Callable[[], Fit], report: Report, turn: int) -> list[int]:
        """The numbers of the file, which is made if the run has not come so far."""
        path = self.folder / name
        if not path.exists():
            numbers, before, after, positions = fit()
            write_whole(path, dumps(numbers).encode())
            report(fit_told(turn, positions, before, after))
        return read_made(path, lambda data: _whole_numbers(data, count))


def _whole_numbers(data: bytes, count: int) -> list[int]:
    """So many 16-bit numbers, from JSON."""
    numbers: list[int] = loads(data)
    if len(numbers) != count or any(
        type(number) is not int or not -(1 << 15) <= number < 1 << 15 for number in numbers
    ):
        raise ValueError
    return numbers

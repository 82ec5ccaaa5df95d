"""What the games of an experiment come to: pairings, ratings, claims, as tables, data and plots."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from boyi.arena.bradley_terry import Ratings, fit_ratings
from boyi.arena.rating import MatchTally
from boyi.arena.results import GameResult, Standing
from boyi.arena.seats import HARMLESS
from boyi.core.message import Message
from boyi.drawing.plot import Measured, Plot
from boyi.lab.experiment import Experiment
from boyi.lab.experiment_parts import Claim, Verdict
from boyi.lab.experiment_work import Measured as MeasuredWork


@dataclass(frozen=True)
class Pairing:
    """Two players and their games, told from the side of the first."""

    a: str
    b: str
    standing: Standing

    @property
    def tally(self) -> MatchTally:
        """Wins, draws, losses."""
        return self.standing.tally

    def to_data(self) -> dict[str, Any]:
        """The figures as plain data; what has no end is None."""
        tally = self.tally
        low, high = tally.elo_range if tally.games else (-math.inf, math.inf)
        return {
            "a": self.a,
            "b": self.b,
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": round(tally.score, 4),
            "score_error": round(tally.score_error, 4),
            "elo": _rounded(tally.elo),
            "elo_low": _rounded(low),
            "elo_high": _rounded(high),
        }


@dataclass(frozen=True)
class Row:
    """A player in the table."""

    name: str
    spec: str
    games: int
    points: float
    elo: float
    """Relative to the first player."""
    error: float
    milliseconds: float
    """A move of the games, on the clock."""
    work: MeasuredWork | None = None

    def to_data(self) -> dict[str, Any]:
        """The figures as plain data."""
        data: dict[str, Any] = {
            "player": self.name,
            "spec": self.spec,
            "games": self.games,
            "points": self.points,
            "score": round(self.points / self.games, 4) if self.games else None,
            "elo": _rounded(self.elo),
            "elo_error": _rounded(self.error),
            "milliseconds": round(self.milliseconds, 3),
        }
        if self.work is not None:
            data |= {f"work_{name}": value for name, value in self.work.to_data().items()}
        return data


@dataclass(frozen=True)
class Judged:
    """A claim and what the games say about it."""

    claim: Claim
    verdict: Verdict
    tally: MatchTally
    """From the side of the claim's A."""

    def to_data(self) -> dict[str, Any]:
        """The claim with its verdict as plain data."""
        found = Pairing(self.claim.a, self.claim.b, Standing(self.tally)).to_data()
        return {**self.claim.to_data(), "verdict": self.verdict, **found}


@dataclass(frozen=True)
class ExperimentResults:
    """The games of an experiment, counted; in a notebook it draws itself."""

    experiment: Experiment
    games: Mapping[int, GameResult]
    work: Mapping[str, MeasuredWork]

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """Each pairing with its games."""
        standings = [Standing() for _ in self.experiment.pairings]
        for key, result in sorted(self.games.items()):
            standings[(key - 1) % len(standings)].add(result)
        pairs = zip(self.experiment.pairings, standings, strict=True)
        return tuple(Pairing(a.name, b.name, standing) for (a, b), standing in pairs)

    @cached_property
    def ratings(self) -> Ratings:
        """All players on one scale, on which the first one has 0."""
        played = []
        for key, result in self.games.items():
            a, b = self.experiment.job(key).settings.names
            played.append((a, b, result.points) if result.a_is_black else (b, a, 1 - result.points))
        names = [player.name for player in self.experiment.everybody]
        return fit_ratings(played, names, anchors={names[0]: 0.0})

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for each player, in their order."""
        return tuple(self._row(player.name) for player in self.experiment.everybody)

    def _row(self, name: str) -> Row:
        games, points, moves, seconds = 0, 0.0, 0, 0.0
        for pairing in self.pairings:
            for who, other in enumerate((pairing.a, pairing.b)):
                if other == name:
                    standing, tally = pairing.standing, pairing.tally
                    won = tally.wins + tally.draws / 2
                    games += tally.games
                    points += tally.games - won if who else won
                    moves += standing.moves[who]
                    seconds += standing.seconds[who]
        player = next(one for one in self.experiment.everybody if one.name == name)
        rating = self.ratings.by_name[name]
        error = 0.0 if player is self.experiment.everybody[0] else rating.error
        mean = 1000 * seconds / moves if moves else 0.0
        spec = self.experiment.spec_of(player)
        return Row(name, spec, games, points, rating.elo, error, mean, self.work.get(name))

    @cached_property
    def claims(self) -> tuple[Judged, ...]:
        """What the games say about each claim."""
        return tuple(map(self._judge, self.experiment.claims))

    def _judge(self, claim: Claim) -> Judged:
        place = self.experiment.pairing_of(claim.a, claim.b)
        assert place is not None
        pairing = self.pairings[place]
        tally = pairing.tally if pairing.a == claim.a else _reversed(pairing.tally)
        verdict = claim.judge(*tally.elo_range) if tally.games else "open"
        return Judged(claim, verdict, tally)

    @cached_property
    def faults(self) -> Mapping[str, tuple[int, Message | str]]:
        """Who lost games by time-outs, crashes and the like: how many, and what was said about the last."""
        found: dict[str, tuple[int, Message | str]] = {}
        for key, result in sorted(self.games.items()):
            if result.detail and result.points != 0.5 and result.reason not in HARMLESS:
                loser = self.experiment.job(key).settings.names[result.points == 1]
                found[loser] = (found.get(loser, (0, ""))[0] + 1, result.detail)
        return found

    def to_data(self) -> dict[str, Any]:
        """Everything as plain data."""
        experiment = self.experiment
        return {
            "experiment": experiment.name,
            "game": experiment.game,
            "options": dict(experiment.options),
            "nodes": experiment.nodes,
            "time": experiment.time,
            "seed": experiment.seed,
            "games_a_pairing": experiment.games,
            "games": len(self.games),
            "all_games": experiment.all_games,
            "first_move_elo": round(self.ratings.advantage, 1),
            "players": [row.to_data() for row in self.rows],
            "pairings": [pairing.to_data() for pairing in self.pairings],
            "claims": [judged.to_data() for judged in self.claims],
            "faults": {name: [count, str(last)] for name, (count, last) in self.faults.items()},
        }

    def plots(self, code: str = "en") -> dict[str, Plot]:
        """The plots by name: ratings, and the scores of the pairings."""
        title = self.experiment.title[code]
        ratings = [Measured(row.name, row.elo, _finite(row.error)) for row in self.rows]
        scores = [
            Measured(f"{one.a} : {one.b}", 100 * one.tally.score, 100 * one.tally.score_error)
            for one in self.pairings
        ]
        return {
            "ratings": Plot(f"{title} (Elo)", ratings),
            "scores": Plot(f"{title} (%)", scores, low=0, high=100, unit="%"),
        }

    def _repr_svg_(self) -> str:
        return self.plots()["ratings"].to_svg()


def _reversed(tally: MatchTally) -> MatchTally:
    return MatchTally(tally.losses, tally.draws, tally.wins, tally.pairs[::-1])


def _rounded(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0

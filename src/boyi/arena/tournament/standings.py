"""What a tournament comes to: tables, crosstables and ratings of each event, and the sum of all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from boyi.arena.bradley_terry import Played, Ratings, fit_ratings
from boyi.arena.results import GameResult, warning
from boyi.arena.tournament.pairings import Pairing, Results, byes, known_pairings, score_of
from boyi.arena.tournament.settings import TournamentSettings
from boyi.core.message import Message
from boyi.core.outcome import STOPPED


@dataclass
class Row:
    """One player in one event."""

    player: int
    name: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    """Byes count as won games."""
    byes: int = 0
    opponents: float = 0.0
    """The sum of the opponents' points (Buchholz), weighted by the games against each."""
    beaten: float = 0.0
    """Points of beaten opponents and half of those drawn with (Sonneborn-Berger)."""
    moves: int = 0
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    """Why games were lost that the board did not decide."""
    fault: Message | str = ""
    """What was said about the last of them."""
    round: int = 0
    """In a knock-out: the last round that it has reached, one more for the winner."""

    @property
    def seconds_a_move(self) -> float:
        """How long it thought on average."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass
class EventTable:
    """One event as it stands."""

    settings: TournamentSettings
    event: int
    pairings: list[Pairing]
    results: Results

    def games_of(self, pairing: Pairing) -> list[tuple[int, GameResult]]:
        """The finished games of a pairing by number."""
        first = self.settings.key(self.event, pairing.index, 1)
        keys = range(first, first + self.settings.slot)
        return [(key, self.results[key]) for key in keys if key in self.results]

    @cached_property
    def rows(self) -> list[Row]:
        """The players, the best first."""
        settings = self.settings
        rows = [Row(place, player.name) for place, player in enumerate(settings.players)]
        for player, count in byes(settings, self.pairings).items():
            rows[player].byes, rows[player].points = count, float(count * settings.games)
        for pairing in self.pairings:
            pair = (pairing.first, pairing.second)
            for _, result in self.games_of(pairing):
                for side, player in enumerate(pair):
                    _count(rows[player], result, side)
            over = score_of(settings, pairing, self.results)
            for player in pair:
                rows[player].round = max(rows[player].round, pairing.round)
            if settings.format == "knockout" and over.is_over:
                winner = pair[over.winner or 0]
                rows[winner].round = max(rows[winner].round, pairing.round + 1)
        for pairing in self.pairings:
            one, other = rows[pairing.first], rows[pairing.second]
            for _, result in self.games_of(pairing):
                one.opponents += other.points
                other.opponents += one.points
                one.beaten += result.points * other.points
                other.beaten += (1 - result.points) * one.points
        return sorted(rows, key=self._rank)

    def _rank(self, row: Row) -> tuple[float, ...]:
        first = -row.round if self.settings.format == "knockout" else 0
        ties = (-row.opponents, -row.beaten) if self.settings.format == "swiss" else (-row.beaten,)
        return (first, -row.points, *ties, -row.wins, row.player)

    @property
    def warning(self) -> Message | None:
        """What must be said of games that mostly ended by a crash or by the time."""
        played = [result.reason for pairing in self.pairings for _, result in self.games_of(pairing)]
        return warning(Counter(played), len(played))

    @cached_property
    def crosstable(self) -> dict[tuple[int, int], tuple[float, int]]:
        """For each player against each other: points and games."""
        table: dict[tuple[int, int], tuple[float, int]] = {}
        for pairing in self.pairings:
            for _, result in self.games_of(pairing):
                for one, other, points in (
                    (pairing.first, pairing.second, result.points),
                    (pairing.second, pairing.first, 1 - result.points),
                ):
                    before, games = table.get((one, other), (0.0, 0))
                    table[one, other] = (before + points, games + 1)
        return table

    @cached_property
    def ratings(self) -> Ratings:
        """Elo by Bradley-Terry, with draws and the advantage of the first move."""
        games: list[Played] = []
        names = [player.name for player in self.settings.players]
        for pairing in self.pairings:
            first, second = names[pairing.first], names[pairing.second]
            for _, result in self.games_of(pairing):
                if result.a_is_black:
                    games.append((first, second, result.points))
                else:
                    games.append((second, first, 1 - result.points))
        return fit_ratings(games, names)


def _count(row: Row, result: GameResult, side: int) -> None:
    points = result.points if side == 0 else 1 - result.points
    row.games += 1
    row.points += points
    row.wins += points == 1
    row.draws += points == 0.5
    row.losses += points == 0
    row.moves += result.moves[side]
    row.seconds += result.seconds[side]
    if points == 0 and result.detail and result.reason != STOPPED:
        row.faults[result.reason] += 1
        row.fault = result.detail


def tables_of(settings: TournamentSettings, results: Results) -> list[EventTable]:
    """Each event as it stands."""
    return [
        EventTable(settings, event, known_pairings(settings, event, results), results)
        for event in range(len(settings.events))
    ]


def totals_of(tables: list[EventTable]) -> list[tuple[str, float]]:
    """The points of all events together, the most first."""
    total: Counter[str] = Counter()
    for table in tables:
        for row in table.rows:
            total[row.name] += row.points  # type: ignore[assignment]
    return sorted(total.items(), key=lambda entry: -entry[1])

"""Who meets whom: round robin, gauntlet, Swiss and knock-out, as functions of the results so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from boyi.arena.jobs import Job
from boyi.arena.results import GameResult
from boyi.arena.tournament.settings import TournamentSettings


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who meet in a round of an event."""

    event: int
    index: int
    """Its place in the event, from 0."""
    round: int
    """From 1."""
    first: int
    """The player who has black in the odd games."""
    second: int


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a pairing so far, from its first player's side."""

    first: float
    second: float
    games: int
    needed: int
    """How many games decide: more than usual after a tie in a knock-out."""

    @property
    def is_over(self) -> bool:
        """Whether all games that decide are played."""
        return self.games >= self.needed

    @property
    def winner(self) -> int | None:
        """0: the first player, 1: the second; None: a tie."""
        return None if self.first == self.second else int(self.first < self.second)


Scores = Callable[[Pairing], Score]
Results = Mapping[int, GameResult]


def score_of(settings: TournamentSettings, pairing: Pairing, results: Results) -> Score:
    """The points of a pairing; a knock-out tie is played on in pairs."""
    key = settings.key(pairing.event, pairing.index, 1)
    found = [results[key + game] for game in range(settings.slot) if key + game in results]
    points = sum(result.points for result in found)
    needed = settings.games
    if settings.format == "knockout":
        played = sorted(result.number for result in found)
        while needed < settings.slot and played[:needed] == list(range(1, needed + 1)):
            if sum(result.points for result in found if result.number <= needed) * 2 != needed:
                break
            needed += 2
    return Score(points, len(found) - points, len(found), needed)


def known_pairings(settings: TournamentSettings, event: int, results: Results) -> list[Pairing]:
    """The pairings that follow from the results so far, in the order in which they are played."""

    def score(pairing: Pairing) -> Score:
        return score_of(settings, pairing, results)

    make = {"round-robin": _round_robin, "gauntlet": _gauntlet, "swiss": _swiss, "knockout": _knockout}
    return list(make[settings.format](settings, event, score))


def byes(settings: TournamentSettings, pairings: Sequence[Pairing]) -> dict[int, int]:
    """How often each player of a Swiss tournament had no opponent."""
    free: dict[int, int] = {}
    if settings.format == "swiss":
        for number in {pairing.round for pairing in pairings}:
            met = {p for one in pairings if one.round == number for p in (one.first, one.second)}
            for player in range(len(settings.players)):
                if player not in met:
                    free[player] = free.get(player, 0) + 1
    return free


def jobs_of(settings: TournamentSettings, results: Results) -> Iterator[Job]:
    """The games of all events that follow from the results so far, finished ones too."""
    for event in range(len(settings.events)):
        for pairing in known_pairings(settings, event, results):
            series = settings.series(event, pairing.index, pairing.first, pairing.second)
            for game in range(1, score_of(settings, pairing, results).needed + 1):
                yield Job(series, game, settings.key(event, pairing.index, game))


def _round_robin(settings: TournamentSettings, event: int, score: Scores) -> Iterator[Pairing]:
    """Everybody against everybody, by the circle method: a round has each player once at most."""
    count = len(settings.players)
    size = count + count % 2
    index = 0
    for meeting in range(settings.rounds):
        circle = list(range(size))
        for turn in range(size - 1):
            for place in range(size // 2):
                pair = (circle[place], circle[size - 1 - place])
                if max(pair) < count:
                    # Who is first changes from round to round, which matters for an odd number of games.
                    first, second = pair if (turn + meeting) % 2 == 0 else pair[::-1]
                    yield Pairing(event, index, meeting * (size - 1) + turn + 1, first, second)
                    index += 1
            circle.insert(1, circle.pop())


def _gauntlet(settings: TournamentSettings, event: int, score: Scores) -> Iterator[Pairing]:
    """Some players against all the others."""
    index = 0
    for meeting in range(settings.rounds):
        for head in settings.heads:
            for other in range(len(settings.players)):
                if other != head and (other not in settings.heads or other > head):
                    yield Pairing(event, index, meeting + 1, head, other)
                    index += 1


def _swiss(settings: TournamentSettings, event: int, score: Scores) -> Iterator[Pairing]:
    """Equals against equals, never twice the same opponent if that can be helped."""
    count = len(settings.players)
    points, firsts = [0.0] * count, [0] * count
    met: set[frozenset[int]] = set()
    had_bye: set[int] = set()
    for number in range(1, settings.rounds + 1):
        order = sorted(range(count), key=lambda player: (-points[player], player))
        free, pairs = _swiss_round(order, met, had_bye)
        if free is not None:
            had_bye.add(free)
            points[free] += settings.games
        round_ = []
        for place, (one, other) in enumerate(pairs):
            first, second = (one, other) if firsts[one] <= firsts[other] else (other, one)
            firsts[first] += 1
            round_.append(Pairing(event, (number - 1) * (count // 2) + place, number, first, second))
            met.add(frozenset((one, other)))
        yield from round_
        scores = [score(pairing) for pairing in round_]
        if not all(result.is_over for result in scores):
            return
        for pairing, result in zip(round_, scores, strict=True):
            points[pairing.first] += result.first
            points[pairing.second] += result.second


TRIES = 20_000
"""Steps in which opponents who have not met are looked for; after them some meet again."""


def _swiss_round(
    order: list[int], met: set[frozenset[int]], had_bye: set[int]
) -> tuple[int | None, list[tuple[int, int]]]:
    """Who has no opponent (of an odd number: the lowest who had one in all rounds), and the pairs."""
    if len(order) % 2 == 0:
        pairs = _matched(order, met)
        return None, pairs or list(zip(order[::2], order[1::2], strict=True))
    candidates = [player for player in reversed(order) if player not in had_bye] or order[::-1]
    for free in candidates:
        if (pairs := _matched([player for player in order if player != free], met)) is not None:
            return free, pairs
    free = candidates[0]
    others = [player for player in order if player != free]
    return free, list(zip(others[::2], others[1::2], strict=True))


def _matched(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Pairs from the top, each with the next below that it has not met; back where that comes to no end.

    None if some would have to meet again.
    """
    steps = 0

    def match(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not left:
            return []
        top, rest = left[0], left[1:]
        for other in rest:
            steps += 1
            if steps > TRIES:
                return None
            if frozenset((top, other)) not in met:
                others = match([player for player in rest if player != other])
                if others is not None:
                    return [(top, other), *others]
        return None

    return match(order)


def _knockout(settings: TournamentSettings, event: int, score: Scores) -> Iterator[Pairing]:
    """Who loses is out; the first in the list are kept apart, and rest where the bracket is not full."""
    count = len(settings.players)
    size = 1
    while size < count:
        size *= 2
    bracket: list[int | None] = [place if place < count else None for place in _seeded(size)]
    index, number = 0, 1
    while len(bracket) > 1:
        following: list[int | None] = []
        is_over = True
        for one, other in zip(bracket[::2], bracket[1::2], strict=True):
            if one is None or other is None:
                following.append(other if one is None else one)
                continue
            first, second = min(one, other), max(one, other)
            pairing = Pairing(event, index, number, first, second)
            index += 1
            yield pairing
            result = score(pairing)
            is_over = is_over and result.is_over
            following.append(second if result.winner == 1 else first)
        if not is_over:
            return
        bracket, number = following, number + 1


def _seeded(size: int) -> list[int]:
    """The places of a bracket: first and second can only meet in the final.

    >>> _seeded(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    places = [0]
    while len(places) < size:
        places = [place for one in places for place in (one, 2 * len(places) - 1 - one)]
    return places

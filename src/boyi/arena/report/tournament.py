"""The report of a tournament: tables, ratings, crosstable, and every game to be replayed."""

from __future__ import annotations

import math

from boyi.arena.bradley_terry import Rating
from boyi.arena.report.page import Cell, Page, points_of
from boyi.arena.report.replay import ReplayGame, replay_game, said_in
from boyi.arena.results import GameResult
from boyi.arena.timing import timing_sentence
from boyi.arena.tournament.pairings import Pairing
from boyi.arena.tournament.run import TournamentRun
from boyi.arena.tournament.standings import EventTable, tables_of, totals_of
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.reasons import reason_label
from boyi.core.record import GameRecord
from boyi.drawing.charts import Bar, rating_chart

FORMAT_TITLES = {
    "round-robin": Message("round robin"),
    "gauntlet": Message("gauntlet"),
    "swiss": Message("Swiss system"),
    "knockout": Message("knock-out"),
}
WIDEST = 24
"""Players up to which a crosstable is shown."""


def tournament_report(run: TournamentRun, language: Language) -> str:
    """The report as HTML, of a tournament that is over or not."""
    page = Page(run.settings.name, language)
    records = {} if run.folder is None else dict(run.folder.games())
    fill_page(page, run, records)
    return page.html()


def fill_page(page: Page, run: TournamentRun, records: dict[int, GameRecord] | None) -> None:
    """Tables, ratings and, where their records are given, the games."""
    settings = run.settings
    tables = tables_of(settings, run.results)
    facts = Message(
        "{format}, {players} players, {played} of {known} games",
        format=FORMAT_TITLES[settings.format],
        players=len(settings.players),
        played=len(run.results),
        known=len(run.jobs()),
    )
    page.paragraph(facts)
    if not run.is_over:
        page.paragraph(Message("The tournament is not over yet."), "note")
    if len(tables) > 1:
        page.heading(Message("All events together"))
        rows = [[name, f"{points:g}"] for name, points in totals_of(tables)]
        page.table([Message("Player"), Message("Points")], rows)
    for table in tables:
        page.heading(settings.events[table.event].title)
        _standings(page, table)
        if (warning := table.warning) is not None:
            page.paragraph(warning, "note")
        _ratings(page, table)
        if len(settings.players) <= WIDEST:
            _crosstable(page, table)
        _faults(page, table)
        if records is not None:
            page.heading(Message("Games: {event}", event=settings.events[table.event].title))
            page.games(_games(run, table, records))
    page.paragraph(timing_sentence(settings.timing or "wall"), "note")
    page.paragraph(
        Message(
            "Ratings: Bradley-Terry with draws and the first-move advantage, most likely values with 95% "
            "intervals; their mean is 0. Seed {seed}.",
            seed=settings.seed,
        ),
        "note",
    )


def _standings(page: Page, table: EventTable) -> None:
    ratings = table.ratings
    head: list[Message | str] = [Message("Player"), Message("Points"), Message("Games")]
    head += [Message("Wins"), Message("Draws"), Message("Losses"), Message("Elo"), Message("Seconds a move")]
    swiss = table.settings.format == "swiss"
    head.append(Message("Buchholz") if swiss else Message("Sonneborn-Berger"))
    rows: list[list[Cell]] = []
    for place, row in enumerate(table.rows, start=1):
        tie = row.opponents if swiss else row.beaten
        rows.append(
            [
                f"{place} {row.name}",
                f"{row.points:g}",
                row.games,
                row.wins,
                row.draws,
                row.losses,
                elo_text(ratings.by_name[row.name]),
                f"{row.seconds_a_move:.3f}",
                f"{tie:g}",
            ]
        )
    page.table(head, rows)


def elo_text(rating: Rating) -> str:
    """A rating with half its interval; a sign says that it is only a bound."""
    if not rating.games:
        return "–"
    sign = ("≥ " if rating.points else "≤ ") if rating.is_one_sided else ""
    error = "∞" if math.isinf(rating.error) else f"{rating.error:.0f}"
    return f"{sign}{rating.elo:+.0f} ± {error}"


def _ratings(page: Page, table: EventTable) -> None:
    ratings = table.ratings
    known = [rating for rating in ratings.players if rating.games]
    if not known:
        return
    page.picture(rating_chart([Bar(one.name, one.elo, one.low, one.high) for one in known]))
    if not math.isinf(ratings.advantage_error):
        page.paragraph(
            Message(
                "The first move is worth {elo:+.0f} ± {error:.0f} Elo; between equals {draws:.0%} are draws.",
                elo=ratings.advantage,
                error=ratings.advantage_error,
                draws=ratings.draw / (2 + ratings.draw),
            )
        )


def _crosstable(page: Page, table: EventTable) -> None:
    page.heading(Message("Crosstable"))
    order = table.rows
    head: list[Message | str] = [Message("Player"), *(str(place) for place in range(1, len(order) + 1))]
    rows: list[list[Cell]] = []
    for place, row in enumerate(order, start=1):
        cells: list[Cell] = [f"{place} {row.name}"]
        for other in order:
            points, games = table.crosstable.get((row.player, other.player), (0.0, 0))
            cells.append("×" if other is row else points_of(points, games) if games else "")
        rows.append(cells)
    page.table(head, rows, "crosstable")


def _faults(page: Page, table: EventTable) -> None:
    rows: list[list[Cell]] = [
        [row.name, reason_label(word, loser=row.name), count, row.fault]
        for row in table.rows
        for word, count in row.faults.most_common()
    ]
    if rows:
        page.heading(Message("Games lost by a fault"))
        page.table([Message("Player"), Message("Reason"), Message("Games"), Message("Last one")], rows)


def _games(run: TournamentRun, table: EventTable, records: dict[int, GameRecord]) -> list[ReplayGame]:
    found = []
    for pairing in table.pairings:
        for key, result in table.games_of(pairing):
            record = records.get(key)
            if record is None or run.folder is None:
                continue
            said = said_in(run.folder, key)
            found.append(replay_game(record, game_title(run, pairing, key, result), said=said))
    return found


def game_title(run: TournamentRun, pairing: Pairing, key: int, result: GameResult) -> Message:
    """Who played whom, and how it ended."""
    names = [run.settings.players[place].name for place in (pairing.first, pairing.second)]
    black, white = names if result.a_is_black else names[::-1]
    points = result.points if result.a_is_black else 1 - result.points
    score = {1.0: "1–0", 0.5: "½–½", 0.0: "0–1"}[points]
    loser = white if points == 1 else black
    reason = reason_label(result.reason, points == 0.5, loser)
    title = Message(
        "Round {round}, game {number}: {black} – {white} {score}, {reason}",
        round=pairing.round,
        number=key,
        black=black,
        white=white,
        score=score,
        reason=reason,
    )
    return Message("{line}. {detail}", line=title, detail=result.detail) if result.detail else title

"""The report of a rating run: the rating, the results, the time, and the lost games with what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from boyi.arena.bot_rating import RatingProgress, RatingRun
from boyi.arena.report.page import Cell, Page, points_of
from boyi.arena.report.replay import ReplayGame, replay_game, said_in
from boyi.arena.results import GameResult
from boyi.arena.timing import timing_sentence
from boyi.core.language import Language
from boyi.core.message import Message, Template, Term
from boyi.core.reasons import reason_label
from boyi.core.record import GameRecord
from boyi.drawing.charts import Bar, progress_chart, rating_chart
from boyi.engines.judging import turning_point
from boyi.engines.reviewing import review

WIDEST = 400.0
"""Elo on both sides of the rating that the chart of how it became known has room for."""
NODES = 3_000
"""The work of the review of each position of a lost game."""

ENDINGS = {
    "precise": Template("{name} has {elo:.0f} ± {error:.0f} Elo on the scale of the levels"),
    "all games": Template("{name} has {elo:.0f} ± {error:.0f} Elo so far; the games are used up"),
    "below": Template(
        "{name} is weaker than level 1: about {elo:.0f} ± {error:.0f} Elo, level 1 has {end:.0f}"
    ),
    "above": Template(
        "{name} is stronger than level 10: about {elo:.0f} ± {error:.0f} Elo, level 10 has {end:.0f}"
    ),
}


def rating_sentence(progress: RatingProgress) -> Message:
    """What a rating run has found, in one sentence."""
    settings, rating = progress.settings, progress.rating
    kind = progress.ending or "all games"
    values = {"name": settings.name, "elo": rating.elo, "error": rating.error}
    if kind in ("below", "above"):
        values["end"] = list(settings.scale.values())[0 if kind == "below" else -1]
    return ENDINGS[kind](**values)


def between_levels(progress: RatingProgress) -> Message:
    """Where the rating lies among the levels."""
    scale, own = list(progress.settings.scale.items()), progress.rating.elo
    for (lower, low), (upper, high) in pairwise(scale):
        if low <= own < high:
            return Message("between {lower} and {upper}", lower=lower, upper=upper)
    if own < scale[0][1]:
        return Message("below {level}", level=scale[0][0])
    return Message("at {level} or above", level=scale[-1][0])


def rating_report(
    run: RatingRun,
    language: Language,
    nodes: int = NODES,
    tell: Callable[[int, int], object] = lambda done, total: None,
) -> str:
    """The report as HTML; ``tell`` hears how many of the lost games are reviewed."""
    progress, settings = run.progress, run.settings
    title = Message("Rating of {name}: {game}", name=settings.name, game=settings.rules_of_game.title)
    page = Page(title, language)
    page.paragraph(rating_sentence(progress), "result")
    page.paragraph(between_levels(progress))
    _scale(page, progress)
    page.heading(Message("Results by opponent and colour"))
    page.table(
        [
            Message("Opponent"),
            Message("Elo"),
            Message("Games"),
            Message("Wins"),
            Message("Draws"),
            Message("Losses"),
            Message("Points"),
            Message("With the first move"),
            Message("With the second move"),
        ],
        _rows(progress),
    )
    page.heading(Message("Time used"))
    page.table(
        [Message("Player"), Message("Moves"), Message("Seconds"), Message("Seconds a move")],
        _times(progress),
    )
    page.paragraph(timing_sentence(settings.timing or "wall"), "note")
    games = list(_games(run, nodes, tell))
    lost = [game for won, game in games if not won]
    others = [game for won, game in games if won]
    page.heading(Message("Lost games"))
    page.paragraph(Message("Each opens at its turning point; the better move stands beside the mistake."))
    page.games(lost)
    if not lost:
        page.paragraph(Message("None."))
    if others:
        page.heading(Message("Other games"))
        page.games(others)
    page.paragraph(
        Message(
            "The ratings of the levels are those that matches have found (level 1 is set to 1000); "
            "the interval is that of the games played here. Seed {seed}.",
            seed=settings.seed,
        ),
        "note",
    )
    return page.html()


def _scale(page: Page, progress: RatingProgress) -> None:
    settings, rating = progress.settings, progress.rating
    marks = [(level.removeprefix("level:"), value) for level, value in settings.scale.items()]
    page.picture(rating_chart([Bar(settings.name, rating.elo, rating.low, rating.high)], marks))
    page.heading(Message("How the rating became known"))
    page.picture(progress_chart(progress.history, widest=WIDEST))


def _rows(progress: RatingProgress) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for level, elo in progress.settings.scale.items():
        results = [result for opponent, result in progress.games.values() if opponent == level]
        if results:
            counts = [sum(result.points == points for result in results) for points in (1, 0.5, 0)]
            total = sum(result.points for result in results)
            colours = [
                [result for result in results if result.a_is_black == black] for black in (True, False)
            ]
            rows.append(
                [level, f"{elo:.0f}", len(results), *counts, f"{total:g}", *map(_share, colours)],
            )
    return rows


def _share(results: list[GameResult]) -> Cell:
    return points_of(sum(result.points for result in results), len(results)) if results else "–"


def _times(progress: RatingProgress) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    results = [result for _, result in progress.games.values()]
    names: tuple[Cell, Cell] = (progress.settings.name, Message("the levels"))
    for who, name in enumerate(names):
        moves = sum(result.moves[who] for result in results)
        seconds = sum(result.seconds[who] for result in results)
        rows.append([name, moves, f"{seconds:.1f}", f"{seconds / moves if moves else 0:.3f}"])
    return rows


def _games(run: RatingRun, nodes: int, tell: Callable[[int, int], object]) -> list[tuple[bool, ReplayGame]]:
    """Every counted game, whether it was not lost, and its replay; lost ones are reviewed."""
    counted, records = run.progress.games, run.records()
    total = sum(result.points == 0 for key, (_, result) in counted.items() if key in records)
    found, done = [], 0
    for key, record in records.items():
        opponent, result = counted[key]
        assert run.folder is not None
        said = said_in(run.folder, key)
        title = _title(key, (run.settings.name, opponent), result, record)
        if result.points > 0:
            found.append((True, replay_game(record, title, said=said)))
            continue
        judged = list(review(record, nodes=nodes))
        point = turning_point(judged, 0 if result.a_is_black else 1)
        note: Message | str = ""
        if point is not None:
            note = Message(
                "move {number} {move} lost it; {better} was better",
                number=point.ply,
                move=point.move,
                better=point.better[0],
            )
        game = replay_game(record, title, note=note, judged=judged, said=said, turning=point)
        found.append((False, game))
        done += 1
        tell(done, total)
    return found


def _title(key: int, names: tuple[str, str], result: GameResult, record: GameRecord) -> Message:
    ends = {1.0: Message("won"), 0.5: Message("drawn"), 0.0: Message("lost")}
    side = Term(record.game.players[0 if result.a_is_black else 1])
    values = {
        "number": key,
        "side": side,
        "opponent": names[1],
        "end": ends[result.points],
        "reason": reason_label(result.reason, result.points == 0.5, names[result.points > 0]),
        "plies": result.plies,
    }
    title = Message("Game {number}, {side} against {opponent}: {end}, {reason}, {plies} plies", **values)
    return Message("{line}. {detail}", line=title, detail=result.detail) if result.detail else title

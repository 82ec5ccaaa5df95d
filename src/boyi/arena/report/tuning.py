"""The report of a tuning: how each value moved, what the steps scored, and the test at the end."""

from __future__ import annotations

from boyi.arena.rating import MatchTally
from boyi.arena.report.page import Page
from boyi.arena.results import Standing
from boyi.arena.timing import timing_sentence
from boyi.arena.tuning import TuningProgress
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.drawing.charts import progress_chart


def tuning_report(
    progress: TuningProgress, check: Standing | None, verdict: Message, language: Language
) -> str:
    """The report as HTML."""
    settings = progress.settings
    page = Page(
        Message("Tuning of {spec}: {game}", spec=settings.spec, game=settings.rules_of_game.title), language
    )
    page.paragraph(Message("Result: {spec}", spec=progress.spec), "result")
    page.paragraph(
        Message(
            "{method}, {steps} steps of {games} games.",
            method=settings.method,
            steps=progress.steps,
            games=settings.games_a_step,
        )
    )
    page.paragraph(timing_sentence(settings.timing or "wall"), "note")
    rows = [
        [one.name, one.at(start), one.at(end), f"{one.low:g}", f"{one.high:g}"]
        for one, start, end in zip(settings.parameters, settings.start, progress.result, strict=True)
    ]
    page.table(
        [Message("Setting"), Message("Start"), Message("Result"), Message("From"), Message("To")], rows
    )
    for place, one in enumerate(settings.parameters):
        page.heading(Message("How {name} moved", name=one.name))
        span = one.high - one.low
        points = [(0.0, one.low + settings.start[place] * span, 0.0)]
        points += [
            (float(step), one.low + values[place] * span, 0.0)
            for step, (values, _) in enumerate(progress.history, start=1)
        ]
        page.picture(progress_chart(points))
    page.heading(Message("Result against start"))
    if check is not None:
        tally = check.tally
        page.table(
            [Message("Games"), Message("Wins"), Message("Draws"), Message("Losses"), Message("Elo")],
            [
                [
                    tally.games,
                    tally.wins,
                    tally.draws,
                    tally.losses,
                    f"{tally.elo:+.0f} ± {tally.elo_error:.0f}",
                ]
            ],
        )
    page.paragraph(verdict)
    return page.html()


def _elo(tally: MatchTally) -> str:
    return f"{tally.elo:+.0f} ± {tally.elo_error:.0f}"

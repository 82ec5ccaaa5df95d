"""The tables of an experiment as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from boyi.arena.timing import CHARGED
from boyi.cli.columns import pad, width_of
from boyi.cli.match_table import elo_text
from boyi.core.language import Language
from boyi.core.message import Message, node_count
from boyi.lab.experiment_parts import VERDICTS
from boyi.lab.experiment_results import ExperimentResults

Rows = Sequence[Sequence[str]]


def table_lines(results: ExperimentResults, say: Language) -> list[str]:
    """The question, how it was played, the players, the pairings and the claims."""
    experiment = results.experiment
    lines = [experiment.question[say.code], say(_settings(results)), ""]
    lines += _columns(_players(results, say))
    lines += ["", *_columns(_pairings(results, say))]
    if results.claims:
        lines += ["", say(Message("What the sources claim:"))]
        for judged in results.claims:
            low, high = judged.tally.elo_range
            verdict = say(VERDICTS[judged.verdict])
            text = judged.claim.text[say.code]
            lines.append(f"  {judged.claim.source}  {text}: {verdict} ({_signed(low)} … {_signed(high)} Elo)")
    for name, (count, last) in results.faults.items():
        fault = Message(
            "{name} lost by its own fault (games: {count}); the last: {why}", name=name, count=count, why=last
        )
        lines += ["", say(fault)]
    return lines


def _settings(results: ExperimentResults) -> Message:
    experiment = results.experiment
    budget = Message("the players' own limits")
    if experiment.nodes is not None:
        budget = Message("{nodes} a move", nodes=node_count(experiment.nodes))
    elif experiment.time is not None:
        budget = Message(
            "{time:g} s a move ({timing})", time=experiment.time, timing=CHARGED[experiment.timing]
        )
    return Message(
        "{game}, {budget}, {games} games a pairing, seed {seed}.",
        game=experiment.rules_of_game.title,
        budget=budget,
        games=experiment.games,
        seed=experiment.seed,
    )


def _players(results: ExperimentResults, say: Language) -> Rows:
    heads = [
        Message("player"),
        Message("games"),
        Message("score"),
        Message("Elo (95%)"),
        Message("ms a move"),
    ]
    if results.work:
        heads += [Message("work: nodes"), Message("processor ms")]
    rows = [list(map(say, heads))]
    for row in results.rows:
        cells = [row.name, str(row.games), f"{row.points / row.games:.1%}" if row.games else "–"]
        cells += [elo_text(row.elo, row.error) if row.error else "0", f"{row.milliseconds:.1f}"]
        if results.work:
            work = row.work
            cells += ["", ""] if work is None else [f"{work.nodes:,.0f}", f"{work.milliseconds:.2f}"]
        rows.append(cells)
    return rows


def _pairings(results: ExperimentResults, say: Language) -> Rows:
    heads = [Message("pairing"), Message("wins, draws, losses"), Message("score"), Message("Elo (95%)")]
    rows = [list(map(say, heads))]
    for pairing in results.pairings:
        tally = pairing.tally
        wdl = f"+{tally.wins} ={tally.draws} -{tally.losses}"
        score = f"{tally.score:.1%} ± {tally.score_error:.1%}"
        rows.append([f"{pairing.a} : {pairing.b}", wdl, score, elo_text(tally.elo, tally.elo_error)])
    return rows


def _columns(rows: Rows) -> list[str]:
    """Cells below each other, the first to the left, numbers to the right."""
    wide = [max(width_of(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        "  ".join(
            pad(cell, width if place == 0 else -width) for place, (cell, width) in enumerate(cells)
        ).rstrip()
        for cells in (list(zip(row, wide, strict=True)) for row in rows)
    ]


def _signed(value: float) -> str:
    return f"{value:+.0f}".replace("inf", "∞")

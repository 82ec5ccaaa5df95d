"""How a series is shown: a table that grows in a terminal, lines where the output goes elsewhere."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from boyi.arena.rating import normalised_elo
from boyi.arena.results import ENDS, GameResult, Standing
from boyi.arena.settings import SeriesSettings
from boyi.cli.columns import pad
from boyi.cli.words import Words
from boyi.core.message import listing

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

Rows = list[tuple[str, str]]


def rows(standing: Standing, settings: SeriesSettings, words: Words) -> Rows:
    """What the games so far come to, label by label."""
    tally = standing.tally
    found: Rows = [
        (words("match_games"), words("match_of", played=tally.games, games=settings.games)),
        (words("match_wdl"), f"+{tally.wins} ={tally.draws} -{tally.losses}"),
        (words("match_score"), f"{tally.score:.1%}"),
        (words("match_elo"), elo_text(tally.elo, tally.elo_error)),
        (words("match_los"), f"{tally.los:.1%}"),
        (words("match_pairs"), " ".join(map(str, tally.pairs))),
    ]
    for end in ENDS:
        if reasons := standing.reasons[end]:
            counts = (
                f"{words.reason(reason, drawn=end == 'draws')} {count}"
                for reason, count in reasons.most_common()
            )
            found.append((words(f"match_{end}"), words.sentence(listing(counts))))
    for who, fault in zip("AB", standing.faults, strict=True):
        if fault:
            found.append((words("match_fault", player=who), words.sentence(fault)))
    times = listing(f"{'AB'[who]} {standing.seconds_a_move(who):.3f}" for who in (0, 1))
    found.append((words("match_time"), words.sentence(times)))
    if (test := settings.test) is not None:
        low, high = test.bounds
        figures = words("match_llr", llr=test.llr(tally.pairs), low=low, high=high)
        found.append((words("match_sprt", elo0=test.elo0, elo1=test.elo1), figures))
        if sum(tally.pairs):
            value, error = normalised_elo(tally.pairs)
            found.append((words("match_nelo"), f"{value:+.0f} ± {error:.0f}"))
    found.append((words("match_seed"), str(settings.seed)))
    return found


def elo_text(value: float, error: float) -> str:
    """An Elo difference with half its interval.

    >>> elo_text(12.4, 30.2), elo_text(math.inf, math.inf)
    ('+12 ± 30', '+∞')
    """
    if math.isinf(value):
        return f"{'+' if value > 0 else '-'}∞"
    return f"{value:+.0f} ± {'∞' if math.isinf(error) else f'{error:.0f}'}"


def title(settings: SeriesSettings, words: Words) -> str:
    """Who plays what."""
    game = settings.rules_of_game
    name = words.sentence(game.title)
    changed = (
        f"{option.name}={game.settings[option.name]}"
        for option in game.options
        if game.settings[option.name] != option.default
    )
    return words("match_title", a=settings.names[0], b=settings.names[1], game=" ".join([name, *changed]))


def game_line(result: GameResult, settings: SeriesSettings, words: Words) -> str:
    """One game in a line."""
    drawn = result.points == 0.5
    reason = words.reason(result.reason, drawn)
    values = {"number": result.number, "reason": reason, "plies": result.plies}
    if drawn:
        line = words("match_draw", **values)
    else:
        a_won = result.points == 1
        side = settings.rules_of_game.players[a_won != result.a_is_black]
        line = words("match_game", player="A" if a_won else "B", side=words.side(side), **values)
    return words("match_detail", line=line, detail=result.detail) if result.detail else line


def lines(standing: Standing, settings: SeriesSettings, words: Words) -> Iterator[str]:
    """The table as text."""
    for label, value in rows(standing, settings, words):
        yield f"  {pad(label, 30)}{value}"


class Display:
    """Shows a series while it is played; says nothing at all where ``silent``."""

    def __init__(self, settings: SeriesSettings, words: Words, silent: bool) -> None:
        self.settings, self.words, self.silent = settings, words, silent
        self._live: Live | None = None

    def start(self, standing: Standing) -> None:
        """Show who plays, and what a resumed series has so far."""
        if self.silent:
            return
        print(title(self.settings, self.words), flush=True)
        if sys.stdout.isatty():
            from rich.live import Live

            self._live = Live(self._table(standing), refresh_per_second=4, transient=True)
            self._live.start()

    def show(self, result: GameResult, standing: Standing) -> None:
        """One more game."""
        if self._live is not None:
            self._live.update(self._table(standing, game_line(result, self.settings, self.words)))
        elif not self.silent:
            tally = standing.tally
            line = game_line(result, self.settings, self.words)
            print(f"{line}  (+{tally.wins} ={tally.draws} -{tally.losses})", flush=True)

    def end(self) -> None:
        """Take the moving table away."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def print(self, standing: Standing, *sentences: str) -> None:
        """The table that stays, and what is to be said about it."""
        if not self.silent:
            warning = standing.warning
            said = (self.words.sentence(warning) if warning else "", *sentences)
            for line in (*lines(standing, self.settings, self.words), *filter(None, said)):
                print(line, flush=True)

    def _table(self, standing: Standing, last: str = "") -> Table:
        from rich.table import Table
        from rich.text import Text

        table = Table(show_header=False, box=None, caption=Text(last, "dim"), caption_justify="left")
        for label, value in rows(standing, self.settings, self.words):
            table.add_row(Text(label), Text(value, "bold"))
        return table

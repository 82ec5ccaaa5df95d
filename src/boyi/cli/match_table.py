"""How a series is shown: a table that grows in a terminal, lines where the output goes elsewhere."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from boyi.arena.rating import normalised_elo
from boyi.arena.results import ENDS, GameResult, Standing
from boyi.arena.settings import SeriesSettings
from boyi.arena.timing import CHARGED
from boyi.cli.columns import pad
from boyi.core.language import Language
from boyi.core.message import Message, listing
from boyi.core.reasons import reason_label, side_label

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

Rows = list[tuple[str, str]]
LABELS = {"wins": Message("A wins"), "draws": Message("Draws"), "losses": Message("B wins")}


def rows(standing: Standing, settings: SeriesSettings, say: Language) -> Rows:
    """What the games so far come to, label by label."""
    tally = standing.tally
    found: Rows = [
        (
            say(Message("Games")),
            say(Message("{played} of {games}", played=tally.games, games=settings.games)),
        ),
        (say(Message("A's wins, draws, losses")), f"+{tally.wins} ={tally.draws} -{tally.losses}"),
        (say(Message("A's score")), f"{tally.score:.1%}"),
        (say(Message("Elo difference (95%)")), elo_text(tally.elo, tally.elo_error)),
        (say(Message("A is the stronger")), f"{tally.los:.1%}"),
        (say(Message("Pairs with 0 ½ 1 1½ 2 points")), " ".join(map(str, tally.pairs))),
    ]
    for end in ENDS:
        if reasons := standing.reasons[end]:
            counts = (
                f"{say(reason_label(reason, drawn=end == 'draws'))} {count}"
                for reason, count in reasons.most_common()
            )
            found.append((say(LABELS[end]), say(listing(counts))))
    for who, fault in zip("AB", standing.faults, strict=True):
        if fault:
            found.append((say(Message("{player}'s last fault", player=who)), say(fault)))
    times = listing(f"{'AB'[who]} {standing.seconds_a_move(who):.3f}" for who in (0, 1))
    found.append((say(Message("Seconds a move")), say(times)))
    found.append((say(Message("Seconds are")), say(CHARGED[settings.rules(0).timing])))
    if (test := settings.test) is not None:
        low, high = test.bounds
        figures = say(
            Message(
                "LLR {llr:.2f} (ends at {low:.2f} and {high:.2f})",
                llr=test.llr(tally.pairs),
                low=low,
                high=high,
            )
        )
        found.append(
            (say(Message("Test {elo0:g} against {elo1:g} nElo", elo0=test.elo0, elo1=test.elo1)), figures)
        )
        if sum(tally.pairs):
            value, error = normalised_elo(tally.pairs)
            found.append((say(Message("Normalised Elo (nElo, 95%)")), f"{value:+.0f} ± {error:.0f}"))
    found.append((say(Message("Seed")), str(settings.seed)))
    return found


def elo_text(value: float, error: float) -> str:
    """An Elo difference with half its interval.

    >>> elo_text(12.4, 30.2), elo_text(math.inf, math.inf)
    ('+12 ± 30', '+∞')
    """
    if math.isinf(value):
        return f"{'+' if value > 0 else '-'}∞"
    return f"{value:+.0f} ± {'∞' if math.isinf(error) else f'{error:.0f}'}"


def title(settings: SeriesSettings, say: Language) -> str:
    """Who plays what."""
    game = settings.rules_of_game
    name = say(game.title)
    changed = (
        f"{option.name}={game.settings[option.name]}"
        for option in game.options
        if game.settings[option.name] != option.default
    )
    return say(
        Message(
            "A: {a}   B: {b}   {game}",
            a=settings.names[0],
            b=settings.names[1],
            game=" ".join([name, *changed]),
        )
    )


def game_line(result: GameResult, settings: SeriesSettings, say: Language) -> str:
    """One game in a line."""
    drawn = result.points == 0.5
    reason = say(reason_label(result.reason, drawn))
    values = {"number": result.number, "reason": reason, "plies": result.plies}
    if drawn:
        line = Message("Game {number}: a draw: {reason}, {plies} plies", **values)
    else:
        a_won = result.points == 1
        side = settings.rules_of_game.players[a_won != result.a_is_black]
        line = Message(
            "Game {number}: {player} ({side}) wins: {reason}, {plies} plies",
            player="A" if a_won else "B",
            side=side_label(side),
            **values,
        )
    return say(Message("{line}. {detail}", line=line, detail=result.detail) if result.detail else line)


def lines(standing: Standing, settings: SeriesSettings, say: Language) -> Iterator[str]:
    """The table as text."""
    for label, value in rows(standing, settings, say):
        yield f"  {pad(label, 30)}{value}"


class Display:
    """Shows a series while it is played; says nothing at all where ``silent``."""

    def __init__(self, settings: SeriesSettings, say: Language, silent: bool) -> None:
        self.settings, self._say, self.silent = settings, say, silent
        self._live: Live | None = None

    def start(self, standing: Standing) -> None:
        """Show who plays, and what a resumed series has so far."""
        if self.silent:
            return
        print(title(self.settings, self._say), flush=True)
        if sys.stdout.isatty():
            from rich.live import Live

            self._live = Live(self._table(standing), refresh_per_second=4, transient=True)
            self._live.start()

    def show(self, result: GameResult, standing: Standing) -> None:
        """One more game."""
        if self._live is not None:
            self._live.update(self._table(standing, game_line(result, self.settings, self._say)))
        elif not self.silent:
            tally = standing.tally
            line = game_line(result, self.settings, self._say)
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
            said = (self._say(warning) if warning else "", *sentences)
            for line in (*lines(standing, self.settings, self._say), *filter(None, said)):
                print(line, flush=True)

    def _table(self, standing: Standing, last: str = "") -> Table:
        from rich.table import Table
        from rich.text import Text

        table = Table(show_header=False, box=None, caption=Text(last, "dim"), caption_justify="left")
        for label, value in rows(standing, self.settings, self._say):
            table.add_row(Text(label), Text(value, "bold"))
        return table

"""An HTML page that is one file: headings, tables, charts and replayable games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from boyi.arena.report.replay import ReplayGame
from boyi.core.language import Language
from boyi.core.message import Message, Term

Cell = str | int | float | Message | Term
LABELS = {
    "first": Message("First move"),
    "back": Message("One move back"),
    "forward": Message("One move forward"),
    "last": Message("Last move"),
    "said": Message("What the programs said"),
    "better": Message("Better"),
    "start": Message("Start"),
    "seconds": Message("s"),
    "turning": Message("Turning point"),
}
"""What the replay's script shows."""


class Page:
    """A report that grows from top to bottom, in one language."""

    def __init__(self, title: Message | str, language: Language) -> None:
        self._say = language
        self._title = self.text(title)
        self._parts: list[str] = [f"<h1>{self._title}</h1>"]
        self._games: list[ReplayGame] = []

    def text(self, said: Cell) -> str:
        """Text of anything, in the language of the page, safe in HTML."""
        return escape(self._say(said) if isinstance(said, Message | Term) else str(said))

    def heading(self, title: Message) -> None:
        """Begin a section."""
        self._parts.append(f"<h2>{self.text(title)}</h2>")

    def paragraph(self, said: Message | str, kind: str = "") -> None:
        """A paragraph; ``kind`` is a class of the style sheet."""
        attribute = f' class="{kind}"' if kind else ""
        self._parts.append(f"<p{attribute}>{self.text(said)}</p>")

    def table(self, head: Sequence[Message | str], rows: Iterable[Sequence[Cell]], kind: str = "") -> None:
        """A table; its first column is text, numbers are aligned to the right."""
        parts = [f'<div class="scroll"><table class="{kind}"><thead><tr>']
        parts += [f"<th scope='col'>{self.text(title)}</th>" for title in head]
        parts.append("</tr></thead><tbody>")
        for row in rows:
            first, *others = row
            cells = "".join(f"<td>{self.text(cell)}</td>" for cell in others)
            parts.append(f"<tr><th scope='row'>{self.text(first)}</th>{cells}</tr>")
        self._parts.append("".join([*parts, "</tbody></table></div>"]))

    def picture(self, svg: str) -> None:
        """A chart that ``charts`` has drawn."""
        self._parts.append(f"<figure>{svg}</figure>")

    def games(self, games: Iterable[ReplayGame]) -> None:
        """Games that can be opened and replayed."""
        for game in games:
            number = len(self._games)
            self._games.append(game)
            note = f' <span class="note">{self.text(game.note)}</span>' if game.note else ""
            self._parts.append(
                f'<details class="game" data-game="{number}"><summary>{self.text(game.title)}{note}</summary>'
                '<div class="replay"></div></details>'
            )

    def body(self) -> str:
        """What is on the page so far, for a page that shows it among other things."""
        return "\n".join(self._parts)

    def html(self) -> str:
        """The whole page."""
        style, script = asset("report.css"), asset("replay.js")
        labels = labels_in(self._say)
        data = json.dumps(
            {"labels": labels, "games": [game.data for game in self._games]},
            ensure_ascii=False,
            separators=(",", ":"),
        ).replace("</", "<\\/")
        body = self.body()
        return (
            f'<!doctype html>\n<html lang="{self._say.code.replace("_", "-")}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{self._title}</title><style>\n{style}</style></head>\n<body><main>\n{body}\n</main>"
            f'<script type="application/json" id="data">{data}</script><script>\n{script}</script>'
            "</body></html>\n"
        )


def points_of(points: float, games: int) -> Message:
    """Points of games, so that one of two is not read as a half."""
    return Message("{points:g} of {games}", points=points, games=games)


def labels_in(language: Language) -> dict[str, str]:
    """What the replay's script shows, in a language."""
    return {name: language(label) for name, label in LABELS.items()}


def asset(name: str) -> str:
    """A file of the reports: ``report.css``, ``replay.js`` or ``live.js``."""
    return resources.files("boyi.arena.report").joinpath(name).read_text("utf-8")

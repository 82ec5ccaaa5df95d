"""A tournament seen from outside while it is played: its folder, read again when something is new."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import Any

from boyi.arena.folder import GameFolder
from boyi.arena.report.page import Page
from boyi.arena.report.replay import replay_game, said_in
from boyi.arena.report.tournament import fill_page, game_title
from boyi.arena.tournament.run import LIVE, TournamentRun
from boyi.arena.tournament.settings import TournamentSettings
from boyi.arena.tournament.standings import tables_of
from boyi.core.errors import BoyiError
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.record import GameRecord


class LiveTournament:
    """What spectators see. Only new games are read; many may ask at once."""

    def __init__(self, path: Path) -> None:
        self.folder = GameFolder.open(path, TournamentSettings, to_play=False)
        self._records: dict[int, GameRecord] = {}
        self._run = TournamentRun(self.folder.settings, self.folder, kept={})
        self._tables: dict[str, tuple[int, str]] = {}
        """By language: how many games the tables are of, and the tables."""
        self._lock = Lock()

    def _look(self) -> TournamentRun:
        new = [number for number in self.folder.numbers() if number not in self._records]
        if new:
            self._records |= {number: self.folder.load(number) for number in new}
            self._run = TournamentRun(self.folder.settings, self.folder, kept=self._records)
        return self._run

    def state(self, language: Language) -> dict[str, Any]:
        """Tables as HTML, the boards that are played on, and the titles of the finished games."""
        with self._lock:
            run = self._look()
            count, html = self._tables.get(language.code, (-1, ""))
            if count != len(run.results):
                page = Page(run.settings.name, language)
                fill_page(page, run, None)
                html = page.body()
                self._tables[language.code] = (len(run.results), html)
            return {
                "name": run.settings.name,
                "over": run.is_over,
                "html": html,
                "running": list(self._running(run)),
                "games": [
                    {"number": key, "title": language(game_title(run, pairing, key, result))}
                    for table in tables_of(run.settings, run.results)
                    for pairing in table.pairings
                    for key, result in table.games_of(pairing)
                ],
            }

    def _running(self, run: TournamentRun) -> Iterator[dict[str, Any]]:
        """The games that are played now, as far as their moves are known."""
        try:
            told = json.loads((self.folder.path / LIVE).read_text("utf-8"))["running"]
        except (OSError, ValueError, KeyError):
            return
        for entry in told:
            game = self.folder.settings.game_of(entry["number"])
            if game is None or entry["number"] in run.results:
                continue
            record = GameRecord(game)
            try:
                record.play_text(entry["moves"])
            except BoyiError:  # a game from a set-up position is shown when it is over
                continue
            black, white = entry["names"] if entry["a_is_black"] else entry["names"][::-1]
            yield {
                "number": entry["number"],
                "title": f"{black} – {white}",
                "data": replay_game(record, "").data,
            }

    def game(self, number: int, check: Callable[[], object] | None = None) -> dict[str, Any]:
        """A finished game to be replayed, with what its programs said; ``check`` raises if nobody waits."""
        with self._lock:
            self._look()
            record = self._records.get(number)
        if record is None:
            raise BoyiError("There is no finished game {number}.", number=number)
        said = said_in(self.folder, number)
        title = Message("Game {number}", number=number)
        return replay_game(record, title, said=said, check=check).data

"""What stays of a tournament: CSV of games and standings, and an archive of everything."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from boyi.arena.tournament.run import TournamentRun
from boyi.arena.tournament.standings import tables_of
from boyi.drawing.table import csv_text

GAMES, STANDINGS, RESULTS, ARCHIVE = "games.csv", "standings.csv", "results.json", "archive.zip"


def games_csv(run: TournamentRun) -> str:
    """A row for each finished game."""
    rows = [
        {
            "event": event + 1,
            "game": settings["game"],
            "options": " ".join(f"{key}={value}" for key, value in settings["options"].items()),
            **row,
        }
        for event, settings in enumerate(run.settings.to_data()["events"])
        for row in _games(run, event)
    ]
    return csv_text(rows)


def _games(run: TournamentRun, event: int) -> list[dict[str, Any]]:
    settings = run.settings
    table = tables_of(settings, run.results)[event]
    rows = []
    for pairing in table.pairings:
        names = (settings.players[pairing.first].name, settings.players[pairing.second].name)
        for key, result in table.games_of(pairing):
            sides = (0, 1) if result.a_is_black else (1, 0)
            points = result.points if result.a_is_black else 1 - result.points
            rows.append(
                {
                    "round": pairing.round,
                    "number": key,
                    "black": names[sides[0]],
                    "white": names[sides[1]],
                    "black_points": points,
                    "reason": result.reason,
                    "detail": str(result.detail),
                    "plies": result.plies,
                    "black_moves": result.moves[sides[0]],
                    "white_moves": result.moves[sides[1]],
                    "black_seconds": result.seconds[sides[0]],
                    "white_seconds": result.seconds[sides[1]],
                    "file": "" if run.folder is None else run.folder.file(key).name,
                }
            )
    return rows


def standings_data(run: TournamentRun) -> list[dict[str, Any]]:
    """Each event with its table, as plain data."""
    found = []
    for table in tables_of(run.settings, run.results):
        chosen, ratings = run.settings.events[table.event], table.ratings
        rows = []
        for place, row in enumerate(table.rows, start=1):
            rating = ratings.by_name[row.name]
            rows.append(
                {
                    "place": place,
                    "player": row.name,
                    "points": row.points,
                    "games": row.games,
                    "wins": row.wins,
                    "draws": row.draws,
                    "losses": row.losses,
                    "elo": round(rating.elo, 1) if rating.games else None,
                    "elo_error": round(rating.error, 1) if rating.games else None,
                    "buchholz": row.opponents,
                    "sonneborn_berger": row.beaten,
                    "seconds_a_move": round(row.seconds_a_move, 4),
                    "faults": dict(row.faults),
                }
            )
        found.append(
            {
                "event": table.event + 1,
                "game": chosen.game,
                "options": dict(chosen.options),
                "first_move_elo": round(ratings.advantage, 1),
                "table": rows,
            }
        )
    return found


def standings_csv(run: TournamentRun) -> str:
    """A row for each player of each event."""
    rows = [
        {"event": event["event"], "game": event["game"], **row, "faults": sum(row["faults"].values())}
        for event in standings_data(run)
        for row in event["table"]
    ]
    return csv_text(rows)


def results_data(run: TournamentRun) -> dict[str, Any]:
    """The whole tournament as plain data."""
    return {
        "name": run.settings.name,
        "format": run.settings.format,
        "timing": run.settings.timing,
        "over": run.is_over,
        "games": len(run.results),
        "events": standings_data(run),
        "results": [
            {"event": event + 1, **row}
            for event in range(len(run.settings.events))
            for row in _games(run, event)
        ],
    }


def write_exports(run: TournamentRun, report: str) -> None:
    """Write all files into the folder of the tournament, the archive last."""
    folder = run.folder
    assert folder is not None
    texts = {
        "report.html": report,
        GAMES: games_csv(run),
        STANDINGS: standings_csv(run),
        RESULTS: json.dumps(results_data(run), ensure_ascii=False, indent=1) + "\n",
    }
    for name, text in texts.items():
        folder.write(name, text)
    whole, part = folder.path / ARCHIVE, folder.path / f".{ARCHIVE}.part"
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in _kept(run, folder.path):
            archive.write(file, f"{folder.path.name}/{file.name}")
    part.replace(whole)


def _kept(run: TournamentRun, path: Path) -> list[Path]:
    assert run.folder is not None
    names = [run.settings.folder_kind.file, "report.html", GAMES, STANDINGS, RESULTS]
    files = [path / name for name in names]
    for key in sorted(run.results):
        files += [file for file in (run.folder.file(key), run.folder.log(key)) if file.is_file()]
    return files

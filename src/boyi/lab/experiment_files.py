"""What stays of an experiment beside its games: CSV, JSON and plots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from boyi.arena.folder import GameFolder
from boyi.drawing.table import csv_text
from boyi.lab.experiment import Experiment
from boyi.lab.experiment_results import ExperimentResults

PLAYERS, PAIRINGS, GAMES, RESULTS = "players.csv", "pairings.csv", "games.csv", "results.json"


def experiment_texts(results: ExperimentResults, code: str = "en") -> Mapping[str, str]:
    """The text files by name."""
    data = results.to_data()
    return {
        PLAYERS: csv_text(data["players"]),
        PAIRINGS: csv_text(data["pairings"]),
        GAMES: csv_text(_games(results)),
        RESULTS: json.dumps(data, ensure_ascii=False, indent=1) + "\n",
        **{f"{name}.svg": plot.to_svg() + "\n" for name, plot in results.plots(code).items()},
    }


def write_results(results: ExperimentResults, folder: GameFolder[Experiment], code: str = "en") -> list[str]:
    """Write all files; their names. The font of the PNG files has no Chinese, so these are English."""
    texts = experiment_texts(results, code)
    for name, text in texts.items():
        folder.write(name, text)
    pictures = {f"{name}.png": plot.to_png() for name, plot in results.plots().items()}
    for name, picture in pictures.items():
        folder.write_bytes(name, picture)
    return sorted([*texts, *pictures])


def _games(results: ExperimentResults) -> list[dict[str, Any]]:
    rows = []
    for key, result in sorted(results.games.items()):
        a, b = results.experiment.job(key).settings.names
        rows.append(
            {
                "number": key,
                "a": a,
                "b": b,
                "a_is_black": result.a_is_black,
                "points": result.points,
                "reason": result.reason,
                "plies": result.plies,
                "a_seconds": result.seconds[0],
                "b_seconds": result.seconds[1],
            }
        )
    return rows

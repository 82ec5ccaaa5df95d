"""Bring the tables of docs/findings.md up to date: ``python -m tools.write_findings [FOLDER…]``.

The tables follow from the results in docs/findings, one folder an experiment. A given FOLDER is the folder of
a played experiment, whose results are copied there first.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path
from typing import Any

from boyi.lab.experiment_files import PAIRINGS, PLAYERS, RESULTS
from boyi.textbook.thesis import shown, worked_example

DOCUMENT = Path(__file__).parents[1] / "docs" / "findings.md"
SAVED = DOCUMENT.parent / "findings"
KEPT = (RESULTS, PLAYERS, PAIRINGS, "ratings.svg")
"""The games stay where they were played: there are too many of them."""
MARK = re.compile(r"<!-- (?P<kind>table|claims|example) (?P<name>\S+) -->\n.*?<!-- end -->", re.DOTALL)
VERDICTS = {"holds": "**holds**", "fails": "**does not hold**", "open": "open"}


def main() -> None:
    """Copy what is given, then write all tables between their marks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=Path)
    for folder in parser.parse_args().folders:
        keep(folder)
    DOCUMENT.write_text(renewed(DOCUMENT.read_text("utf-8")), "utf-8")


def keep(folder: Path) -> None:
    """Copy the small files of a played experiment."""
    name = json.loads((folder / RESULTS).read_text("utf-8"))["experiment"]
    (SAVED / name).mkdir(parents=True, exist_ok=True)
    for file in KEPT:
        shutil.copyfile(folder / file, SAVED / name / file)


def renewed(text: str) -> str:
    """The document with its tables made anew."""

    def table(found: re.Match[str]) -> str:
        if found["kind"] == "example":
            return thesis_table()
        data = json.loads((SAVED / found["name"] / RESULTS).read_text("utf-8"))
        return results_table(data) if found["kind"] == "table" else claims_table(data)

    return MARK.sub(table, text)


def command_of(data: dict[str, Any]) -> str:
    """The command that plays the same games."""
    return f"boyi experiment {data['experiment']} --games {data['games_a_pairing']}"


def results_table(data: dict[str, Any]) -> str:
    """The command, the players and the pairings."""
    work = any("work_nodes" in row for row in data["players"])
    lines = [f"<!-- table {data['experiment']} -->", f"`{command_of(data)}` ({data['games']:,} games)", ""]
    heads = ["player", "games", "score", "Elo (95%)", *(["nodes", "processor ms"] if work else [])]
    lines += _head(heads)
    for row in data["players"]:
        cells = [
            f"`{row['player']}`",
            f"{row['games']}",
            f"{row['score']:.1%}",
            _elo(row["elo"], row["elo_error"]),
        ]
        if work:
            cells += (
                [f"{row['work_nodes']:,.0f}", f"{row['work_milliseconds']:.2f}"]
                if "work_nodes" in row
                else ["", ""]
            )
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", *_head(["pairing", "wins, draws, losses", "score", "Elo: 95% interval"])]
    for row in data["pairings"]:
        wdl = f"+{row['wins']} ={row['draws']} −{row['losses']}"
        score = f"{row['score']:.1%} ± {row['score_error']:.1%}"
        lines.append(f"| `{row['a']}` : `{row['b']}` | {wdl} | {score} | {_range(row)} |")
    return "\n".join([*lines, "<!-- end -->"])


def claims_table(data: dict[str, Any]) -> str:
    """What the sources claim, and what came out."""
    lines = [
        f"<!-- claims {data['experiment']} -->",
        *_head(["source", "claim", "games", "Elo: 95% interval", "verdict"]),
    ]
    for row in data["claims"]:
        cells = [row["source"], row["text"]["en"], str(row["games"]), _range(row), VERDICTS[row["verdict"]]]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "<!-- end -->"])


def thesis_table() -> str:
    """The worked example, by our search."""
    example = worked_example()
    lines = [
        "<!-- example thesis -->",
        *_head(["simulation", "UCB1 values", "goes to", "result for the computer"]),
    ]
    for row in example.simulations:
        values = "; then ".join(
            ", ".join(f"{name} {shown(value)}" for name, value in one.items()) for one in row.comparisons
        )
        way = ", ".join([*row.path, f"expand {row.expanded}" + (" (terminal)" if row.terminal else "")])
        lines.append(f"| {row.number} | {values or '–'} | {way} | {row.result} |")
    rates = ", ".join(f"{name} {shown(rate)}" for name, rate in example.rates.items())
    lines += ["", f"Final win rates: {rates}; {example.played} is played."]
    return "\n".join([*lines, "<!-- end -->"])


def _head(cells: list[str]) -> list[str]:
    return [f"| {' | '.join(cells)} |", "|---" * len(cells) + "|"]


def _elo(value: float, error: float | None) -> str:
    return "0" if not error else f"{value:+.0f} ± {error:.0f}"


def _range(row: dict[str, Any]) -> str:
    low = "−∞" if row["elo_low"] is None else f"{row['elo_low']:+.0f}"
    high = "+∞" if row["elo_high"] is None else f"{row['elo_high']:+.0f}"
    return f"{low} … {high}"


if __name__ == "__main__":
    main()

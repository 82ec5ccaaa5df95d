"""Bring the tables of docs/findings.md and its translation up to date.

    python -m tools.write_findings [FOLDER…] [--language en|zh_CN]

The tables follow from the results in docs/findings, one folder an experiment. A given FOLDER is the folder of
a played experiment, whose results are copied there first. Without ``--language`` both documents are written.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.findings_words import LANGUAGES, Words

from boyi.lab.experiment_files import PAIRINGS, PLAYERS, RESULTS
from boyi.textbook.thesis import shown, worked_example

DOCS = Path(__file__).parents[1] / "docs"
KEPT = (RESULTS, PLAYERS, PAIRINGS, "ratings.svg")
"""The games stay where they were played: there are too many of them."""
MARK = re.compile(r"<!-- (?P<kind>table|claims|example) (?P<name>\S+) -->\n.*?<!-- end -->", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> None:
    """Copy what is given, then write all tables between their marks."""
    parser = argparse.ArgumentParser(description="Bring the tables of docs/findings.md up to date.")
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=Path)
    parser.add_argument("--language", choices=LANGUAGES, help="only this document")
    parser.add_argument("--docs", type=Path, default=DOCS, help="where the documents are")
    given = parser.parse_args(arguments)
    for folder in given.folders:
        keep(folder, given.docs)
    for code in [given.language] if given.language else LANGUAGES:
        document = given.docs / LANGUAGES[code].document
        document.write_text(renewed(document.read_text("utf-8"), code, given.docs), "utf-8")


def keep(folder: Path, docs: Path) -> None:
    """Copy the small files of a played experiment."""
    name = json.loads((folder / RESULTS).read_text("utf-8"))["experiment"]
    (docs / "findings" / name).mkdir(parents=True, exist_ok=True)
    for file in KEPT:
        shutil.copyfile(folder / file, docs / "findings" / name / file)


def renewed(text: str, code: str = "en", docs: Path = DOCS) -> str:
    """A document with its tables made anew."""
    words = LANGUAGES[code]

    def table(found: re.Match[str]) -> str:
        if found["kind"] == "example":
            lines = thesis_table(words)
        else:
            data = json.loads((docs / "findings" / found["name"] / RESULTS).read_text("utf-8"))
            lines = (
                results_table(data, words) if found["kind"] == "table" else claims_table(data, words, code)
            )
        return "\n".join([f"<!-- {found['kind']} {found['name']} -->", *lines, "<!-- end -->"])

    return MARK.sub(table, text)


def command_of(data: dict[str, Any]) -> str:
    """The command that plays the same games."""
    return f"boyi experiment {data['experiment']} --games {data['games_a_pairing']}"


def results_table(data: dict[str, Any], words: Words) -> list[str]:
    """The command, the players and the pairings."""
    work = any("work_nodes" in row for row in data["players"])
    lines = [words.games.format(command=command_of(data), games=data["games"]), ""]
    lines += _head(words.players + (words.work if work else ()))
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
    lines += ["", *_head(words.pairings)]
    for row in data["pairings"]:
        wdl = f"+{row['wins']} ={row['draws']} −{row['losses']}"
        score = f"{row['score']:.1%} ± {row['score_error']:.1%}"
        lines.append(f"| `{row['a']}` : `{row['b']}` | {wdl} | {score} | {_range(row)} |")
    return lines


def claims_table(data: dict[str, Any], words: Words, code: str) -> list[str]:
    """What the sources claim, and what came out."""
    lines = _head(words.claims)
    for row in data["claims"]:
        verdict = words.verdicts[row["verdict"]]
        cells = [row["source"], row["text"][code], str(row["games"]), _range(row), verdict]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def thesis_table(words: Words = LANGUAGES["en"]) -> list[str]:
    """The worked example, by our search."""
    example = worked_example()
    lines = _head(words.example)
    for row in example.simulations:
        values = words.then.join(
            ", ".join(f"{name} {shown(value)}" for name, value in one.items()) for one in row.comparisons
        )
        expanded = words.expand.format(node=row.expanded) + (words.terminal if row.terminal else "")
        way = ", ".join([*row.path, expanded])
        lines.append(f"| {row.number} | {values or '–'} | {way} | {words.results[row.result]} |")
    rates = ", ".join(f"{name} {shown(rate)}" for name, rate in example.rates.items())
    return [*lines, "", words.rates.format(rates=rates, played=example.played)]


def _head(cells: Sequence[str]) -> list[str]:
    return [f"| {' | '.join(cells)} |", "|---" * len(cells) + "|"]


def _elo(value: float, error: float | None) -> str:
    return "0" if not error else f"{value:+.0f} ± {error:.0f}"


def _range(row: dict[str, Any]) -> str:
    low = "−∞" if row["elo_low"] is None else f"{row['elo_low']:+.0f}"
    high = "+∞" if row["elo_high"] is None else f"{row['elo_high']:+.0f}"
    return f"{low} … {high}"


if __name__ == "__main__":
    main()

"""docs/findings.md and its translation: tables are those of the saved results, the exact one the thesis's."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tools.findings_words import LANGUAGES
from tools.write_findings import DOCS, MARK, command_of, main, renewed, thesis_table

from boyi.lab import find_experiment
from boyi.lab.experiment_files import write_results
from boyi.lab.experiment_run import open_experiment, run_experiment

SAVED = DOCS / "findings"
TEXTS = {code: (DOCS / words.document).read_text("utf-8") for code, words in LANGUAGES.items()}
TEXT = TEXTS["en"]
NAMES = sorted(path.name for path in SAVED.iterdir())

THESIS = """\
| 1 | – | expand b | loss |
| 2 | – | expand c | win |
| 3 | – | expand d | win |
| 4 | c 3.09, b 1.09, d 3.09 | d, expand e | win |
| 5 | c 3.35, b 1.35, d 2.66 | c, expand f | loss |
| 6 | c 1.79, b 1.53, d 2.79 | d, expand g | win |
| 7 | c 1.89, b 1.67, d 2.54; then e 3.09, g 3.09 | d, g, expand h (terminal) | loss |

Final win rates: c 0.00, b -1.00, d 0.50; d is played."""
"""As the thesis has it."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_document_is_up_to_date(code: str) -> None:
    assert renewed(TEXTS[code], code) == TEXTS[code], "run python -m tools.write_findings"


def test_both_documents_have_the_same_tables_and_sections() -> None:
    marks = [[found.group(1, 2) for found in MARK.finditer(text)] for text in TEXTS.values()]
    assert marks[0] == marks[1]
    heads = [[line for line in text.splitlines() if line.startswith("#")] for text in TEXTS.values()]
    assert len(heads[0]) == len(heads[1])


def test_a_played_folder_is_written_in_both_languages(tmp_path: Path) -> None:
    experiment = find_experiment("small-trees", [DOCS.parent / "examples"]).changed(games=2)
    with open_experiment(experiment, tmp_path / "played") as folder:
        write_results(run_experiment(experiment, folder), folder)
    for words in LANGUAGES.values():
        marks = "<!-- table small-trees -->\n<!-- end -->\n<!-- claims small-trees -->\n<!-- end -->\n"
        (tmp_path / words.document).write_text(f"before\n{marks}after\n", "utf-8")
    main([str(tmp_path / "played"), "--docs", str(tmp_path)])
    english, chinese = ((tmp_path / words.document).read_text("utf-8") for words in LANGUAGES.values())
    assert "`boyi experiment small-trees --games 2` (6 games)" in english
    assert "`boyi experiment small-trees --games 2`（6 局）" in chinese
    assert "| exploration helps | 2 |" in english
    assert "| 探索有帮助 | 2 |" in chinese
    assert (tmp_path / "findings" / "small-trees" / "results.json").is_file()
    assert english.startswith("before\n")
    assert chinese.endswith("after\n")
    (tmp_path / "findings.md").write_text("none\n")
    main(["--language", "en", "--docs", str(tmp_path)])
    assert (tmp_path / "findings.zh-CN.md").read_text("utf-8") == chinese


def test_the_worked_example_is_that_of_the_thesis() -> None:
    assert THESIS in "\n".join(thesis_table())
    assert THESIS in TEXT


@pytest.mark.parametrize("name", NAMES)
def test_saved_results_belong_to_their_experiment(name: str) -> None:
    """Every saved experiment has its tables and its command in the document, and all its games."""
    data = json.loads((SAVED / name / "results.json").read_text("utf-8"))
    experiment = find_experiment(name).changed(games=data["games_a_pairing"])
    assert data["games"] == data["all_games"] == experiment.all_games
    assert not data["faults"]
    assert (data["nodes"], data["time"], data["seed"]) == (experiment.nodes, experiment.time, experiment.seed)
    specs = {row["player"]: row["spec"] for row in data["players"]}
    assert specs == {player.name: experiment.spec_of(player) for player in experiment.everybody}
    assert [row["text"] for row in data["claims"]] == [dict(claim.text) for claim in experiment.claims]
    kinds = {found["kind"] for found in MARK.finditer(TEXT) if found["name"] == name}
    assert kinds == {"table", "claims"}
    assert command_of(data) in TEXT
    with (SAVED / name / "pairings.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["wins"]) for row in rows] == [row["wins"] for row in data["pairings"]]


def test_the_claims_of_the_issue_are_answered() -> None:
    assert {"reward", "depth-width", "rollouts", "annealing"} <= set(NAMES)

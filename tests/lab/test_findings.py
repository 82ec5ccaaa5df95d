"""docs/findings.md: its tables are those of the saved results, and the exact one is the thesis's."""

from __future__ import annotations

import csv
import json

import pytest
from tools.write_findings import DOCUMENT, MARK, SAVED, command_of, renewed, thesis_table

from boyi.lab import find_experiment

TEXT = DOCUMENT.read_text("utf-8")
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


def test_the_document_is_up_to_date() -> None:
    assert renewed(TEXT) == TEXT, "run python -m tools.write_findings"


def test_the_worked_example_is_that_of_the_thesis() -> None:
    assert THESIS in thesis_table()
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

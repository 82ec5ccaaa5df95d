"""What a search costs: every player of an experiment on the same positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from boyi.core.game import Position
from boyi.engines.search import search
from boyi.lab.experiment import Experiment
from boyi.lab.experiment_parts import Work
from boyi.players.spec import Spec


@dataclass(frozen=True)
class Measured:
    """The mean of a player's searches."""

    nodes: float
    milliseconds: float
    """Of the processor, so that a busy machine changes nothing."""

    def to_data(self) -> dict[str, Any]:
        """The figures as plain data."""
        return {"nodes": round(self.nodes, 1), "milliseconds": round(self.milliseconds, 3)}


def measure_work(experiment: Experiment, work: Work, positions: Sequence[Position]) -> Mapping[str, Measured]:
    """Let every player search all positions; opponents are left out."""
    open_positions = [position for position in positions if position.outcome is None]
    if not open_positions:
        return {}
    return {
        player.name: _measure(_spec(experiment, work, player.name), open_positions)
        for player in experiment.players
    }


def _spec(experiment: Experiment, work: Work, name: str) -> str:
    player = next(player for player in experiment.players if player.name == name)
    if work.settings is None:
        return experiment.spec_of(player)
    return str(Spec.parse(player.spec).with_settings(work.settings))


def _measure(spec: str, positions: Sequence[Position]) -> Measured:
    search(positions[0], player=spec)  # what is done only once is not counted
    nodes, began = 0, process_time()
    for position in positions:
        nodes += search(position, player=spec).nodes
    count = len(positions)
    return Measured(nodes / count, 1000 * (process_time() - began) / count)

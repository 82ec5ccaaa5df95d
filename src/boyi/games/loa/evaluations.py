"""The evaluations of Lines of Action, the one that searches use first."""

from __future__ import annotations

from boyi.core.evaluation import Evaluation
from boyi.games.loa import evaluation as features
from boyi.games.loa import network

EVALUATIONS = (
    Evaluation("network", network.value, features.gain, scale=2000),
    Evaluation("features", features.value, features.gain, scale=2000),
)

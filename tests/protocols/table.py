"""A table at which a host and an engine of ours play, for tests."""

from __future__ import annotations

import random
from typing import Any

import boyi
from boyi.core.grid import GridGame
from boyi.protocols.actions import Action, Quit, Reply, Think, move_only
from boyi.protocols.answers import (
    Answer,
    Moved,
    Send,
)
from boyi.protocols.conversation import Conversation
from boyi.protocols.host import Host
from boyi.protocols.situation import Situation


class Table:
    """Connects a host with an engine; each search plays a random legal move."""

    def __init__(self, host: Host, engine: Conversation, seed: int) -> None:
        self.host = host
        self.engine = engine
        self.chance = random.Random(seed)
        self.thought: list[Situation] = []
        self.left = False

    def exchange(self, answers: list[Answer]) -> list[Answer]:
        """Carry lines to and fro until both are silent; return what the host learnt."""
        learnt: list[Answer] = []
        pending = list(answers)
        while pending:
            answer = pending.pop(0)
            if not isinstance(answer, Send):
                learnt.append(answer)
                continue
            for line in self._obey(self.engine.receive(answer.text)):
                pending += self.host.receive(line)
        return learnt

    def _obey(self, actions: list[Action]) -> list[str]:
        lines = []
        for action in actions:
            if isinstance(action, Reply):
                lines.append(action.text)
            elif isinstance(action, Quit):
                self.left = True
            elif isinstance(action, Think):
                self.thought.append(action.situation)
                moves = list(action.situation.position.moves())
                lines += self._obey(self.engine.answer(action.ticket, move_only(self.chance.choice(moves))))
        return lines


def grid(name: str, size: int | None = None, rule: str | None = None) -> GridGame:
    options: dict[str, Any] = {"size": size, "rule": rule}
    game = boyi.game(name, **{key: value for key, value in options.items() if value is not None})
    assert isinstance(game, GridGame)
    return game


def moved(answers: list[Answer]) -> int:
    (move,) = (answer for answer in answers if isinstance(answer, Moved))
    return move.move

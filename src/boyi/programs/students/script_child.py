"""Runs a student's class with ``choose`` (run by ``programs/script.py``)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from operator import index
from pathlib import Path
from types import ModuleType
from typing import Any

from boyi.core.clock import Clock, Side, TimeControl
from boyi.core.errors import BoyiError
from boyi.core.game import Position
from boyi.core.message import Message
from boyi.core.outcome import ILLEGAL
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.players.base import Decision, decision_of
from boyi.programs.students.wire import Wire, describe, leave, load_file


class WrongFile(BoyiError):
    """A file in which no player can be found."""


def find_class(module: ModuleType, wanted: str) -> type:
    """The class that plays: the one named, or the only one of the file that has ``choose``."""
    name = Path(str(module.__file__)).name
    if wanted:
        found = getattr(module, wanted, None)
        if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
            raise WrongFile(
                "{name} has no class {wanted} with a method choose(position).", name=name, wanted=wanted
            )
        return found
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and callable(getattr(value, "choose", None))
    ]
    classes = list(dict.fromkeys(classes))
    if not classes:
        raise WrongFile("{name} has no class with a method choose(position).", name=name)
    if len(classes) > 1:
        # One text: a list of messages is as deep as it is long, and deep ones are refused.
        names = " / ".join(f"py:{name}:{found.__name__}" for found in classes)[:300]
        raise WrongFile(
            "{name} has more than one class with choose(): write {names}.", name=name, names=names
        )
    return classes[0]


def arguments_of(
    choose: Callable[..., Any], record: GameRecord, clock: Clock | None
) -> tuple[GameRecord | Position, *tuple[Clock | None, ...]]:
    """What it wants: ``choose(position)``, ``choose(record)``, and with either of them a clock.

    The first of two may have any name but ``position`` to be a record, as in the players of the package.
    """
    try:
        parameters = inspect.signature(choose).parameters.values()
    except (TypeError, ValueError):
        return (record.position,)
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    names = [one.name for one in parameters if one.kind in positional]
    clocks = (clock,) if len(names) > 1 else ()
    whole = "record" in names[:1] or (len(names) > 1 and names[0] != "position")
    return (record if whole else record.position, *clocks)


def read_record(order: dict[str, Any]) -> GameRecord:
    """The game of an order."""
    game = make_game(order["game"], **order["options"])
    start = game.parse_position(order["start"]) if order["start"] is not None else None
    record = GameRecord(game, start)
    for move in order["moves"]:
        record.play(move)
    return record


def read_clock(value: dict[str, Any] | None) -> Clock | None:
    """The clock of an order."""
    if value is None:
        return None
    black, white = (Side(**side) for side in value["sides"])
    return Clock(TimeControl(**value["control"]), (black, white))


def ask(player: Any, record: GameRecord, clock: Clock | None) -> Any:
    """Put the question in the way that the student's method wants it."""
    answer = player.choose(*arguments_of(player.choose, record, clock))
    if inspect.isawaitable(answer):
        import asyncio

        async def wait() -> Any:
            return await answer

        answer = asyncio.run(wait())
    return answer


def write_decision(decision: Decision) -> dict[str, Any]:
    """A decision as it is sent; a student's numbers may be NumPy's."""
    rate = None if decision.win_rate is None else float(decision.win_rate)
    return {
        "type": "move",
        "move": None if decision.move is None else index(decision.move),
        "win_rate": rate if rate is not None and 0 <= rate <= 1 else None,
    }


class StudentPlayer:
    """A student's file, its class, and the object that plays the present game."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._path = Path()
        self._class: type | None = None
        self._object: Any = None

    def obey(self, order: dict[str, Any]) -> None:
        """``load`` begins a game, ``choose`` asks for a move; what goes wrong is answered."""
        try:
            if order["op"] == "load":
                self._load(Path(order["path"]), order["class"])
            else:
                self._choose(read_record(order), read_clock(order["clock"]))
        except WrongFile as error:
            self._wire.fail(error.message)
        except BoyiError as error:
            self._wire.fail(self._named(error))

    def _load(self, path: Path, wanted: str) -> None:
        self._path = path
        try:
            if self._class is None:
                module = load_file(path)
                self._class = find_class(module, wanted)
            self._object = self._class()
        except WrongFile:
            raise
        except BaseException as error:
            self._wire.fail(describe(error, path))
            return
        self._wire.send({"type": "ready", "name": self._class.__name__})

    def _choose(self, record: GameRecord, clock: Clock | None) -> None:
        try:
            answer = ask(self._object, record, clock)
        except BaseException as error:
            self._wire.fail(describe(error, self._path))
            return
        if answer is None:  # to resign, or a forgotten return
            self._wire.send({"type": "nothing"})
            return
        try:
            self._wire.send(write_decision(decision_of(answer, record.position, type(self._object).__name__)))
        except (BoyiError, TypeError, ValueError) as error:
            self._wire.fail(self._named(error), ILLEGAL)

    def _named(self, error: Exception) -> Message:
        return Message("{name}: {error}", name=self._path.name, error=error)


def main() -> None:
    """Obey orders until there are no more."""
    wire = Wire()
    player = StudentPlayer(wire)
    while (order := wire.receive()) is not None:
        player.obey(order)
    leave()


if __name__ == "__main__":
    main()

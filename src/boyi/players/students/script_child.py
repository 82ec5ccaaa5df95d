"""Runs a student's class with ``choose`` (``python -m boyi.players.students.script_child``)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from boyi.core.clock import Clock, Side, TimeControl
from boyi.core.errors import BoyiError
from boyi.core.record import GameRecord
from boyi.core.registry import make_game
from boyi.players.base import Decision, decision_of
from boyi.players.students.wire import Wire, describe, leave, load_file


def find_class(module: ModuleType, wanted: str) -> type:
    """The class that plays: the one named, or the only one of the file that has ``choose``."""
    if wanted:
        found = getattr(module, wanted, None)
        if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
            raise BoyiError(f"{module.__file__} has no class {wanted} with a method choose(position).")
        return found
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and callable(getattr(value, "choose", None))
    ]
    classes = list(dict.fromkeys(classes))
    name = Path(str(module.__file__)).name
    if not classes:
        raise BoyiError(f"{name} has no class with a method choose(position).")
    if len(classes) > 1:
        names = " or ".join(f"py:{name}:{found.__name__}" for found in classes)
        raise BoyiError(f"{name} has more than one class with choose(): write {names}.")
    return classes[0]


def takes_record(choose: Callable[..., Any]) -> bool:
    """Whether it is ``choose(record, clock)`` rather than ``choose(position)``."""
    try:
        parameters = inspect.signature(choose).parameters.values()
    except (TypeError, ValueError):
        return False
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    given = [one for one in parameters if one.kind in positional]
    return len(given) >= 2 or (len(given) == 1 and given[0].name == "record")


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


def ask(player: Any, record: GameRecord, clock: Clock | None) -> Decision:
    """Put the question in the way that the student's method wants it."""
    position = record.position()
    choose = player.choose
    if takes_record(choose):
        many = len(inspect.signature(choose).parameters) >= 2
        answer = choose(record, clock) if many else choose(record)
    else:
        answer = choose(position)
    if inspect.isawaitable(answer):
        import asyncio

        async def wait() -> Any:
            return await answer

        answer = asyncio.run(wait())
    return decision_of(answer, position, type(player).__name__)


def main() -> None:
    """Obey orders until there are no more: ``load`` begins a game, ``choose`` asks for a move."""
    wire = Wire()
    path = Path()
    found: type | None = None
    player: Any = None
    while (order := wire.receive()) is not None:
        try:
            if order["op"] == "load":
                if found is None:
                    path = Path(order["path"])
                    found = find_class(load_file(path), order["class"])
                player = found()
                wire.send({"type": "ready", "name": found.__name__})
            else:
                decision = ask(player, read_record(order), read_clock(order["clock"]))
                rate = decision.win_rate
                wire.send({"type": "move", "move": decision.move, "win_rate": rate and float(rate)})
        except BoyiError as error:
            # Text that is no move; or our own sentence about the file.
            wire.fail(f"{path.name}: {error}", "illegal move" if order["op"] == "choose" else "crash")
        except BaseException as error:
            wire.fail(describe(error, path))
    leave()


if __name__ == "__main__":
    main()

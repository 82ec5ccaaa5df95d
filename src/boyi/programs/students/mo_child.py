"""Runs a student's ``AIPlayer`` (run by ``programs/script.py``)."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from boyi.core.errors import BoyiError
from boyi.core.message import Message
from boyi.programs.students import mo_referee
from boyi.programs.students.mo_board import Board
from boyi.programs.students.wire import Wire, describe, leave, load_file

MODULES = Path(__file__).parent / "mo_modules"
"""Where ``board``, ``game`` and ``func_timeout`` are, for this process alone."""
PLATFORMS = ("RandomPlayer", "HumanPlayer")
"""Players that stand in the platform's own examples."""


def load_class(path: Path, wanted: str = "", shown: str = "") -> type:
    """The student's ``AIPlayer`` or the class wanted; games that the file starts by itself are not played.

    ``shown``: the path as messages say it, if that is not the file's name.
    """
    # Ours are there first, also before copies of the platform's that lie beside the file.
    sys.path.insert(0, str(MODULES))
    for name in ("board", "game", "func_timeout"):
        import_module(name)
    mo_referee.loading = True
    try:
        # A file may want to play with a person at its end, after its classes were made.
        module = load_file(path, forgiven=(EOFError, SystemExit))
    finally:
        mo_referee.loading = False
    name = wanted or "AIPlayer"
    found = getattr(module, name, None)
    if isinstance(found, type) and _plays(found):
        return found
    others = [
        other
        for other, value in vars(module).items()
        if _plays(value) and value.__module__ == module.__name__ and other.isidentifier()
    ]
    if others:
        likely = [other for other in others if other not in PLATFORMS] or others
        raise BoyiError(
            "there is no class {name} with a method get_move(board), but {others}: call the one that plays "
            "AIPlayer, or write {spec}.",
            name=name,
            others=", ".join(others)[:200],
            spec=f"mo:{shown or path.name}:{likely[-1]}",
        )
    raise BoyiError("there is no class {name} with a method get_move(board).", name=name)


def _plays(found: object) -> bool:
    return isinstance(found, type) and callable(getattr(found, "get_move", None))


def main() -> None:
    """Obey orders until there are no more: ``load`` begins a game, ``choose`` asks for a move."""
    wire = Wire()
    path = Path()
    found: type | None = None
    board = Board()
    players: dict[str, Any] = {}
    while (order := wire.receive()) is not None:
        try:
            if order["op"] == "load":
                if found is None:
                    path = Path(order["path"])
                    found = load_class(path, order.get("class", ""), order.get("shown", ""))
                board, players = Board(), {}
                wire.send({"type": "ready", "name": path.stem})
            else:
                assert found is not None
                color = order["color"]
                for row, cells in zip(board._board, order["board"], strict=True):
                    row[:] = cells
                if color not in players:
                    players[color] = found(color)
                answer = mo_referee.take_turn(players[color], board, color)
                wire.send({"type": "move", "answer": answer})
        except mo_referee.Lost as lost:
            wire.fail(Message("{name}: {error}", name=path.name, error=lost), lost.reason)
        except BoyiError as error:
            wire.fail(Message("{name}: {error}", name=path.name, error=error))
        except BaseException as error:
            wire.fail(describe(error, path))
    leave()


if __name__ == "__main__":
    main()

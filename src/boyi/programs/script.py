"""A student's Python file as a player, in a process of its own: ``py:my_bot.py`` and ``mo:ai.py``."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from boyi.core.clock import Clock
from boyi.core.errors import BadMove, shorten
from boyi.core.game import Game
from boyi.core.grid import GridGame, as_grid
from boyi.core.outcome import CHANGED_BOARD, CRASH, ILLEGAL, RESIGNED, STOPPED, Outcome
from boyi.core.plugins import game_files
from boyi.core.record import GameRecord
from boyi.players.base import Decision, PlayerFailed
from boyi.players.spec import BadSpec
from boyi.programs.bubblewrap import here, hidden_places
from boyi.programs.config import ProcessConfig
from boyi.programs.faults import read_fault
from boyi.programs.process import ProcessPlayer
from boyi.protocols import mo
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer, Evaluated, Moved, Named, Ready, Resigned, Said, Send
from boyi.protocols.host import UNLIMITED, UNTIMED, Host, Time
from boyi.protocols.json_text import read_object, write_object
from boyi.protocols.situation import Situation

NOTEBOOK = ".ipynb"
"""How the name of a notebook ends, whose cells are a student's file."""
CHILD = "boyi.programs.students"
BOOT = (
    "import json, runpy, sys;"
    "sys.path += [place for place in json.loads(sys.argv[1]) if place not in sys.path];"
    "runpy.run_module(sys.argv[2], run_name='__main__')"
)
"""Modules are found in the child where they are found here, however Boyi was installed."""


class StudentHost(Host):
    """What Boyi and the child process of a student's file say to each other: JSON lines of our own."""

    faults: tuple[str, ...] = (CRASH, ILLEGAL)
    """The reasons that are decided in the child."""

    def __init__(self, path: Path, wanted: str = "") -> None:
        self._path = path
        self._wanted = wanted
        self._asked: Situation | None = None

    def begin(self, situation: Situation, time: Time = UNTIMED, limits: Limits = UNLIMITED) -> list[Answer]:
        order = {"op": "load", "path": str(self._path), "class": self._wanted, "shown": _shown(self._path)}
        return [Send(write_object(order))]

    def ask(self, situation: Situation, time: Time = UNTIMED) -> list[Answer]:
        self._asked = situation
        return [Send(write_object({"op": "choose", **self._question(situation, time)}))]

    def receive(self, line: str) -> list[Answer]:
        answer = read_object(line) or {}
        match answer.get("type"):
            case "ready":
                return [Named(str(answer.get("name"))), Ready()]
            case "failed":
                raise self._failure(answer.get("message"), answer.get("reason"))
            case "nothing":
                raise PlayerFailed(
                    "{name}: choose() returned None, which resigns.", RESIGNED, name=self._path.name
                )
            case "move" if self._asked is not None:
                asked, self._asked = self._asked, None
                return self._understand(asked, answer)
        return [Said(line)]

    def _failure(self, message: object, reason: object) -> PlayerFailed:
        """What the child says of its failure: only a fault of its own, in a sentence about its own file."""
        said = read_fault(message, self._path.name)
        return PlayerFailed.of(said, str(reason) if reason in self.faults else CRASH)

    def _question(self, situation: Situation, time: Time) -> dict[str, Any]:
        game, clock = situation.game, time.clock
        sides = [] if clock is None else [asdict(side) for side in clock.sides]
        return {
            "game": game.name,
            "options": dict(game.settings),
            "start": None if situation.start == game.start() else game.format_position(situation.start),
            "moves": list(situation.moves),
            "clock": None if clock is None else {"control": asdict(clock.control), "sides": sides},
        }

    def _understand(self, asked: Situation, answer: Mapping[str, Any]) -> list[Answer]:
        move, rate = answer.get("move"), answer.get("win_rate")
        if not isinstance(move, int):
            return [Resigned()]
        return [Evaluated((move,), win_rate=rate if isinstance(rate, float) else None), Moved(move)]


class MoHost(StudentHost):
    """The same for a file of the Mo platform: boards and capital letters."""

    games = ("othello",)
    faults = (CRASH, ILLEGAL, CHANGED_BOARD)

    def _question(self, situation: Situation, time: Time) -> dict[str, Any]:
        return {"color": mo.format_colour(situation.turn), "board": mo.format_board(situation.position)}

    def _understand(self, asked: Situation, answer: Mapping[str, Any]) -> list[Answer]:
        text = answer.get("answer")
        if text == mo.STOP:
            cells = asked.cells
            lead = cells.count("x") - cells.count("o")
            outcome = Outcome(None if lead == 0 else int(lead < 0), STOPPED, lead)
            raise PlayerFailed(
                "{name} answered Q: the game stops and the discs are counted.",
                STOPPED,
                outcome,
                name=self._path.name,
            )
        try:
            return [Moved(mo.parse_move(asked.grid, text))]
        except BadMove as error:
            raise PlayerFailed("{name}: {error}", ILLEGAL, name=self._path.name, error=error) from None


class MoPlayer(ProcessPlayer):
    """Follows the platform's rule that a side without a move is not asked."""

    def check_game(self, game: Game) -> None:
        super().check_game(game)
        if (size := game.settings["size"]) != mo.SIZE:
            raise PlayerFailed(
                "{name} cannot play on {size}x{size}: Mo's boards are 8x8.", name=self.name, size=size
            )

    async def choose(self, record: GameRecord, clock: Clock | None = None) -> Decision:
        self.check_game(record.game)
        game: GridGame = as_grid(record.position).game
        if list(record.position.moves()) == [game.pass_move]:
            return Decision(game.pass_move)
        return await super().choose(record, clock)


def make_py(settings: Mapping[str, Any]) -> ProcessPlayer:
    """A player of the settings of ``py:path.py`` or ``py:path.py:Class``."""
    path, wanted = _file_and_class(settings["path"], "py:my_bot.py:MyBot")
    return _make(ProcessPlayer, "script_child", path, settings, lambda where: StudentHost(where, wanted))


def make_mo(settings: Mapping[str, Any]) -> ProcessPlayer:
    """A player of the settings of ``mo:path.py`` or ``mo:path.py:Class``."""
    path, wanted = _file_and_class(settings["path"], "mo:ai.py:MyPlayer")
    return _make(MoPlayer, "mo_child", path, settings, lambda where: MoHost(where, wanted))


def _shown(path: Path) -> str:
    """A path as it is said in messages; where places are hidden, no more than the name."""
    if hidden_places():
        return path.name
    return str(path.relative_to(here())) if path.is_relative_to(here()) else str(path)


def _file_and_class(text: str, sample: str) -> tuple[Path, str]:
    """The file, and the class after its last colon if there is one."""
    path = Path(text).expanduser()
    if path.is_file() or ":" not in text:
        return path, ""
    name, _, wanted = text.rpartition(":")
    if not wanted.isidentifier():
        raise BadSpec(
            "{wanted} is not the name of a class: write {sample}.", wanted=shorten(wanted), sample=sample
        )
    return Path(name).expanduser(), wanted


def _make(
    kind: type[ProcessPlayer], child: str, path: Path, settings: Mapping[str, Any], host: Any
) -> ProcessPlayer:
    if not path.is_file():
        raise BadSpec("There is no file {path}.", path=shorten(str(path), 120))
    path = path.absolute()
    values = {key: value for key, value in settings.items() if key != "path"}
    values.setdefault("name", path.stem)
    config = ProcessConfig(**values)
    # -P: the folder we are in is not where modules are looked for, unless we look there ourselves.
    places = json.dumps([place for place in sys.path if place])
    command = [sys.executable, "-P", "-c", BOOT, places, f"{CHILD}.{child}"]
    return kind(command, config, host=lambda: host(path), needed=[path, *game_files()])

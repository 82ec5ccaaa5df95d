"""Several games in one process: each is announced as its protocol says, and played on the right board."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import sys
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import boyi
from boyi import formats
from boyi.arena.play import play_series
from boyi.arena.series import GameFinished, SeriesEvent
from boyi.arena.settings import SeriesSettings
from boyi.cli.main import main
from boyi.core.grid import SIDES, as_grid
from boyi.core.outcome import LENGTH
from boyi.core.record import GameRecord
from boyi.players.base import Player
from boyi.players.spec import make_player
from boyi.programs.process import ProcessPlayer
from boyi.protocols.actions import Limits
from boyi.protocols.answers import Answer
from boyi.protocols.gomocup.host import GomocupHost
from boyi.protocols.host import Host, Time
from boyi.protocols.situation import Situation

PROGRAMS = Path(__file__).parent / "programs"
PLIES, LONGEST = 6, 14
OPENING = "h8 h9 j8 j9 g7 g10"

KINDS = [
    ("gtp", "lists"),  # it has no undo
    ("gtp", "yes"),  # it answers = to everything and knows no ids
    ("gtp", "spare"),  # it answers once for each word that it does not know
    ("gtp", "spare-bare"),
    ("gomocup", "restarts"),  # BOARD does not clear: no program here does that
    ("gomocup", "chatty"),
    ("gomocup", "unknown"),
    ("gomocup", "once"),
    ("gomocup", "silent"),  # its board survives START, and it says nothing to RESTART
    ("botzone-keep", "keeps"),
    ("botzone-keep", "turns"),
    ("botzone", "turns"),
]


@pytest.fixture(autouse=True)
def _patient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy computer is no reason to replace a program; only one that is silent has to be waited for."""
    if "silent" not in request.node.name:
        monkeypatch.setattr(Host, "renewal", 60.0)
        monkeypatch.setattr(GomocupHost, "renewal", 60.0)


class Stubborn:
    """One of the programs, and what it wrote down."""

    def __init__(self, folder: Path, protocol: str, how: str) -> None:
        self.log = folder / "log"
        self.log.touch()
        program = PROGRAMS / "stubborn.py"
        flags = "" if protocol == "nboard" else "-S "  # NBoard's needs the rules of Othello
        command = f"{sys.executable} {flags}{program} {protocol.partition('-')[0]} {how} {self.log}"
        self.spec = f"cmd:{command}?protocol={protocol}&sandbox=plain&time=1&name=Stubborn"

    def notes(self, kind: str) -> list[Any]:
        found = map(json.loads, self.log.read_text(encoding="utf-8").splitlines())
        return [note[kind] for note in found if kind in note]


def believed(record: GameRecord, plies: int) -> list[str]:
    """What a program should believe after some plies, in its own words."""
    position = record.position_at(record.main_line()[plies])
    cells = as_grid(position).cells
    own = SIDES[position.turn]
    return sorted(f"{cell}{'+' if stone == own else '-'}" for cell, stone in enumerate(cells) if stone != ".")


def series(game: str, spec: str, games: int = 4, **more: Any) -> list[tuple[int, GameRecord]]:
    """Play a series against chance: the program's side and the record of each game, none lost by a fault."""
    played = []

    def listen(event: SeriesEvent) -> None:
        if isinstance(event, GameFinished):
            (record,) = formats.read_all(event.text)
            played.append((0 if settings.plan(event.result.number).a_is_black else 1, record))

    settings = SeriesSettings(
        game, spec, "random", games=games, seed=5, openings=f"random:{PLIES}", max_plies=LONGEST, **more
    )
    play_series(settings, listen=listen)
    assert len(played) == games
    for _, record in played:
        assert record.plies == LONGEST, record.headers
        assert record.result is not None
        assert record.result.reason == LENGTH
    return played


def asked_at(side: int, record: GameRecord) -> list[int]:
    """The plies after which a program that plays a side is asked."""
    turns = [record.position_at(node).turn for node in record.main_line()]
    return [plies for plies in range(PLIES, LONGEST) if turns[plies] == side]


@pytest.mark.parametrize(("protocol", "how"), KINDS)
def test_every_game_of_a_series_is_played_on_the_right_board(tmp_path: Path, protocol: str, how: str) -> None:
    program = Stubborn(tmp_path, protocol, how)
    played = series("gomoku", program.spec)
    expected = [believed(record, plies) for side, record in played for plies in asked_at(side, record)]
    assert program.notes("board") == expected
    heard = program.notes("heard")
    processes = len(set(program.notes("pid")))
    if protocol == "gtp":
        commands = [line.partition(" ")[2] for line in heard]
        assert processes == 1
        assert commands.count("clear_board") == 4
        assert not any(line.startswith(("undo", "set_game", "time", "komi")) for line in commands)
    elif how in ("restarts", "chatty"):
        assert (processes, heard.count("START 15"), heard.count("RESTART")) == (1, 1, 3)
    elif how == "unknown":
        assert (processes, heard.count("START 15"), heard.count("RESTART")) == (1, 4, 1)
    elif protocol == "gomocup":
        assert (processes, heard.count("RESTART")) == (4, 1)
    else:
        assert processes == (4 if how == "keeps" else len(expected))


@pytest.mark.parametrize("how", ["plain", "chatty"])
def test_nboard_programs_are_given_every_game(tmp_path: Path, how: str) -> None:
    program = Stubborn(tmp_path, "nboard", how)
    played = series("othello", program.spec)
    expected = [
        " ".join(record.text().split()[:plies]) for side, record in played for plies in asked_at(side, record)
    ]
    assert program.notes("board") == expected
    heard = program.notes("heard")
    assert heard.count("nboard 2") == 1
    assert len(set(program.notes("pid"))) == 1
    followed = [line[:8] + after[:4] for line, after in pairwise(heard)]
    assert followed.count("set gameping") == 4


MEMORY = """
    import json
    objects = 0

    def remember(number, asked, seen):
        with open({log!r}, "a") as log:
            log.write(json.dumps({{"board": [number, asked, seen]}}) + "\\n")
    """
PY = """
    class Bot:
        def __init__(self):
            global objects
            objects += 1
            self.number, self.asked = objects, 0

        def choose(self, record, clock):
            self.asked += 1
            remember(self.number, self.asked, record.text())
            return record.position.moves()[-1]
    """
MO = """
    class AIPlayer:
        def __init__(self, color):
            global objects
            objects += 1
            self.number, self.asked, self.color = objects, 0, color

        def get_move(self, board):
            self.asked += 1
            remember(self.number, self.asked, "".join(map("".join, board._board)))
            return max(board.get_legal_actions(self.color))
    """


@pytest.mark.parametrize(("kind", "code"), [("py", PY), ("mo", MO)])
def test_every_game_of_a_series_has_its_own_object(tmp_path: Path, kind: str, code: str) -> None:
    """The file is loaded once: the count of its objects survives."""
    log, path = tmp_path / "log", tmp_path / "ai.py"
    path.write_text(dedent(MEMORY).format(log=str(log)) + dedent(code), encoding="utf-8")
    played = series("othello", f"{kind}:{path}?sandbox=plain")
    expected = []
    for number, (side, record) in enumerate(played, 1):
        for asked, plies in enumerate(asked_at(side, record), 1):
            node = record.main_line()[plies]
            cells = as_grid(record.position_at(node)).cells.replace("x", "X").replace("o", "O")
            expected.append([number, asked, record.text(node) if kind == "py" else cells])
    notes = [json.loads(line)["board"] for line in log.read_text(encoding="utf-8").splitlines()]
    assert notes == expected


async def answer(player: Player, record: GameRecord) -> None:
    decision = await asyncio.wait_for(player.choose(record), 90)
    assert decision.move is not None
    record.play(decision.move)


@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.parametrize(("protocol", "how"), KINDS)
def test_a_game_that_begins_where_the_last_one_stopped_is_a_new_one(
    tmp_path: Path, protocol: str, how: str, announced: bool
) -> None:
    """Also without ``prepare``: another record is another game."""
    program = Stubborn(tmp_path, protocol, how)
    first, second = GameRecord(boyi.game("gomoku")), GameRecord(boyi.game("gomoku"))

    async def play() -> None:
        player = make_player(program.spec)
        try:
            first.play_text(OPENING)
            await answer(player, first)
            second.play_text(first.text())
            second.play_text("o1")
            if announced:
                await player.prepare(second)
            await answer(player, second)
        finally:
            await player.close()

    asyncio.run(play())
    assert program.notes("board") == [believed(first, 6), believed(second, 8)]
    heard = [line.partition(" ")[2] if protocol == "gtp" else line for line in program.notes("heard")]
    if protocol == "gtp":
        assert heard.count("clear_board") == 2
    elif protocol == "gomocup":
        assert heard.count("START 15") + (heard.count("RESTART") if how in ("restarts", "chatty") else 0) >= 2
    else:
        assert len(set(program.notes("pid"))) == 2


@pytest.mark.parametrize(("protocol", "how"), KINDS)
def test_moves_taken_back_and_a_game_resumed(tmp_path: Path, protocol: str, how: str) -> None:
    program = Stubborn(tmp_path, protocol, how)
    record = GameRecord(boyi.game("gomoku"))
    boards = []

    async def ask(player: Player) -> None:
        boards.append(believed(record, record.plies))
        await answer(player, record)

    async def play() -> None:
        record.play_text(OPENING)
        player = make_player(program.spec)
        try:
            await player.prepare(record)
            await ask(player)
            record.play_text("o1")
            await ask(player)
            record.take_back(2)
            record.play_text("o2")
            await ask(player)
            record.take_back(3)
            await ask(player)
        finally:
            await player.close()
        record.play_text("o3")
        player = make_player(program.spec)
        try:
            await player.prepare(record)
            await ask(player)
            await player.close()  # the same game goes on in another process
            record.play_text("o4")
            await ask(player)
        finally:
            await player.close()

    asyncio.run(play())
    assert program.notes("board") == boards


@pytest.mark.parametrize(("protocol", "how"), KINDS)
def test_undo_and_new_at_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: str, how: str
) -> None:
    """In ``boyi play`` a game taken back goes on, and ``new`` begins another, with the same first moves."""
    program = Stubborn(tmp_path, protocol, how)
    monkeypatch.setenv("BOYI_DATA", str(tmp_path / "data"))
    typed = ("h8", "h9", "undo", "h10", "new", "h8", "h9", "quit")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert main(["play", "gomoku", "--opponent", program.spec]) == 0
    game = boyi.game("gomoku")
    first = game.format_move(0)
    lines = ["h8", f"h8 {first} h9", f"h8 {first} h10", "h8", f"h8 {first} h9"]
    expected = []
    for line in lines:
        record = GameRecord(game)
        record.play_text(line)
        expected.append(believed(record, record.plies))
    assert program.notes("board") == expected


def test_a_swap2_opening_begins_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    begin = GomocupHost.begin

    def counting(host: GomocupHost, situation: Situation, time: Time, limits: Limits) -> list[Answer]:
        begun.append(len(situation.moves))
        return begin(host, situation, time, limits)

    monkeypatch.setattr(GomocupHost, "begin", counting)

    async def play(player: ProcessPlayer) -> None:
        try:
            for _ in range(2):
                record = GameRecord(boyi.game("gomoku", opening="swap2"))
                choice = await player.choose_opening(record)
                assert choice is not None
                for stone in choice.stones:
                    record.play(stone)
                record.play_text("a1")
                await player.prepare(record)
                await answer(player, record)
        finally:
            await player.close()

    player = make_player(
        f"cmd:{sys.executable} -S {PROGRAMS / 'swap2_engine.py'} white?protocol=gomocup&timeout=60"
    )
    assert isinstance(player, ProcessPlayer)
    asyncio.run(play(player))
    assert begun == [0, 0]


def test_a_student_keeps_the_object_when_a_move_is_taken_back(tmp_path: Path) -> None:
    log, path = tmp_path / "log", tmp_path / "ai.py"
    path.write_text(dedent(MEMORY).format(log=str(log)) + dedent(PY), encoding="utf-8")
    record = GameRecord(boyi.game("gomoku"))

    async def play() -> None:
        player = make_player(f"py:{path}?sandbox=plain")
        try:
            await player.prepare(record)
            await answer(player, record)
            record.play_text("h8")
            await answer(player, record)
            record.take_back(2)
            await answer(player, record)
        finally:
            await player.close()

    asyncio.run(play())
    notes = [json.loads(line)["board"][:2] for line in log.read_text(encoding="utf-8").splitlines()]
    assert notes == [[1, 1], [1, 2], [1, 3]]


def test_a_series_against_grhino() -> None:
    """A real program refuses moves that do not fit its board, and would lose by that."""
    found = shutil.which("gtp-rhino") or shutil.which("/usr/games/gtp-rhino")
    if found is None:
        pytest.skip("GRhino (Debian: grhino) is not installed")
    series("othello", f"cmd:{found}?protocol=gtp&time=1")

"""Anything may be sent: the answer is the protocol's own error, never an exception, never a hang."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boyi.core.result import Candidate, SearchResult
from boyi.protocols.actions import Action, Choice, LoadFile, Quit, Reply, Result, StopSearch, Think, move_only
from boyi.protocols.analysis.engine import AnalysisEngine
from boyi.protocols.botzone.engine import BotzoneEngine
from boyi.protocols.conversation import Conversation
from boyi.protocols.gomocup.engine import GomocupEngine
from boyi.protocols.gtp.engine import GtpEngine
from boyi.protocols.lines import OVERLONG, LineBuffer
from boyi.protocols.nboard.engine import NBoardEngine
from boyi.protocols.serial import MOST_WAITING
from tests.effort import some
from tests.protocols.dialogue import dialogues, grid

quick = settings(max_examples=some(60))

ENGINES: dict[str, Callable[[], Conversation]] = {
    "gomocup": GomocupEngine,
    "gtp": GtpEngine,
    "nboard": NBoardEngine,
    "botzone": lambda: BotzoneEngine(grid("nogo"), keep_running=True),
    "analysis": AnalysisEngine,
}
HUGE = "9" * 5000
NASTY = [
    "",
    " ",
    "\x00\x01\x02",
    "\ufffd" * 20,
    OVERLONG,
    "𝟙 ٣ ２",
    HUGE,
    "-1",
    "NaN",
    "{" * 5000,
    "[" * 100_000,
    '{"id":"\\ud800","game":"nogo"}',
    '{"id":"h","game":"nogo","limits":{"nodes":' + HUGE[:4000] + "}}",
    '{"id":"i","game":"nogo","limits":{"seconds":1e999}}',
    '{"id":"j","game":"nogo","options":{"backend":"python"}}',
    '{"id":"k","game":"nogo","options":{"size":[9]}}',
    '{"id":"l","game":"coin2x2"}',
    '{"requests":[{"x":1e5,"y":null}],"responses":[]}',
    '{"requests":[],"responses":[]}',
    '{"requests":[[]],"responses":[]}',
    f"START {HUGE}",
    "START -5",
    "START 15 15",
    "TURN 99,99",
    "TURN a,b",
    "BOARD",
    "DONE",
    "INFO",
    "INFO timeout_turn " + HUGE,
    "INFO time_left -999999999999",
    "SWAP2BOARD 1,1 1,1 1,1 DONE",
    "YXNBEST 0",
    "YXNBEST " + HUGE,
    "boardsize " + HUGE,
    "boardsize 1",
    "play",
    "play purple A1",
    "play black Z99",
    "genmove",
    "set_game nogo name=x",
    "set_game gomoku self=1 backend=native",
    "time_left b 1e9 1",
    "analyze b 0",
    "analyze",
    "loadsgf",
    "set game (;GM[Othello]BO[8 * *];)",
    "set depth " + HUGE,
    "hint " + HUGE,
    "move",
    "move ////",
    "ping x",
]


def known_lines(name: str) -> list[str]:
    """The lines that the documents send, to be mixed and broken."""
    return [line[2:] for each in dialogues(name) for line in each.lines if line.startswith(">")]


class Runner:
    """Obeys an engine as a real runner would, with searches that end at random and in all ways."""

    def __init__(self, engine: Conversation, chance: random.Random) -> None:
        self.engine = engine
        self.chance = chance
        self.jobs: dict[int, Think | LoadFile] = {}
        self.left = False
        self.said: list[str] = []

    def take(self, actions: list[Action]) -> None:
        for action in actions:
            assert not self.left
            match action:
                case Reply(text):
                    assert "\n" not in text
                    assert "\r" not in text
                    assert len(text) < 60_000
                    text.encode("utf-8")
                    self.said.append(text)
                case Think(ticket) | LoadFile(ticket):
                    self.jobs[ticket] = action
                case StopSearch(ticket):
                    assert isinstance(self.jobs[ticket], Think)
                case Quit():
                    self.left = True

    def result(self, think: Think) -> Result:
        moves = list(think.situation.position.moves())
        move = self.chance.choice(moves)
        infinite = float("inf")
        candidate = Candidate(move, 5, 0.7, -infinite, (move, move))
        return self.chance.choice(
            [
                move_only(move),
                SearchResult(move, infinite, 1.0, (move,), (candidate,), 9, 2, 0.1, "win"),
                SearchResult(move, float("nan"), 0.2, (), (), 0, 0, 0.0),
                move_only(10**6),
                Choice((move, move)),
                Choice(swap=True),
                None,
            ]
        )

    def work(self) -> None:
        """Let one of the searches get somewhere."""
        if not self.jobs:
            return
        ticket, job = self.chance.choice(list(self.jobs.items()))
        if isinstance(job, LoadFile):
            self.jobs.pop(ticket)
            self.take(self.engine.failed(ticket, "There is no such file."))
            return
        result = self.result(job)
        if self.chance.random() < 0.2 and isinstance(result, SearchResult) and result.move < 10**6:
            self.take(self.engine.progress(ticket, result))
            return
        self.jobs.pop(ticket)
        if self.chance.random() < 0.1:
            self.take(self.engine.failed(ticket, "The search broke down."))
        else:
            self.take(self.engine.answer(ticket, result))

    def finish(self) -> None:
        """End the input: the engine must leave once its searches are done."""
        if not self.left:
            self.take(self.engine.close())
        for _ in range(100_000):
            if self.left:
                return
            assert self.jobs, "the engine waits for nothing"
            self.work()
        raise AssertionError("the engine never leaves")


def converse(name: str, lines: list[str], seed: int) -> Runner:
    chance = random.Random(seed)
    runner = Runner(ENGINES[name](), chance)
    for line in lines:
        runner.take(runner.engine.receive(line))
        if runner.left:
            break
        if chance.random() < 0.7:
            runner.work()
    runner.finish()
    return runner


@pytest.mark.parametrize("name", ENGINES)
def test_every_nasty_line_alone_and_after_each_other(name: str) -> None:
    for line in NASTY:
        converse(name, [line], 1)
    converse(name, NASTY, 2)
    converse(name, [*known_lines(name)[:6], *NASTY], 3)


@pytest.mark.parametrize("name", ENGINES)
@quick
@given(data=st.data())
def test_documented_lines_in_any_order_cut_and_mixed(name: str, data: st.DataObject) -> None:
    known = st.sampled_from([*known_lines(name), *NASTY])
    cut = st.tuples(known, st.integers(0, 40), st.text(max_size=3)).map(lambda t: t[0][: t[1]] + t[2])
    lines = data.draw(st.lists(st.one_of(known, known, cut), max_size=30))
    converse(name, lines, data.draw(st.integers(0, 1000)))


@pytest.mark.parametrize("name", ENGINES)
@quick
@given(junk=st.binary(max_size=400), seed=st.integers(0, 1000))
def test_binary_junk(name: str, junk: bytes, seed: int) -> None:
    buffer = LineBuffer(100)
    converse(name, [*buffer.feed(junk), *buffer.finish()], seed)


def test_each_protocol_has_its_own_error() -> None:
    errors = {
        "gomocup": "UNKNOWN command",
        "gtp": "? unknown command",
        "botzone": '{"response":{"x":-1,"y":-1},"debug":"the line is not a JSON object"}',
        "analysis": '{"id":null,"type":"error","error":"The line is not a JSON object."}',
    }
    for name, error in errors.items():
        assert converse(name, [OVERLONG], 1).said[0] == error
    assert converse("nboard", [OVERLONG], 1).said == []  # the protocol says: ignore


@quick
@given(st.lists(st.sampled_from([*known_lines("gtp"), *NASTY]), max_size=25), st.integers(0, 99))
def test_gtp_answers_each_command_once(lines: list[str], seed: int) -> None:
    lines = [line for line in lines if "analyze" not in line and "quit" not in line]
    runner = converse("gtp", lines, seed)
    commands = [
        line for line in lines if "".join(c for c in line if c > " " and c != "\x7f").partition("#")[0]
    ]
    assert sum(line.startswith(("=", "?")) for line in runner.said) == len(commands)
    assert sum(line == "" for line in runner.said) == len(commands)


def test_commands_cannot_pile_up_for_ever() -> None:
    engine = GtpEngine()
    engine.receive("genmove b")
    for _ in range(MOST_WAITING):
        assert engine.receive("name") == []
    (first, _) = engine.receive("name")
    assert isinstance(first, Reply)
    assert first.text.startswith("?")


def test_a_late_answer_is_ignored() -> None:
    engine = GomocupEngine()
    engine.receive("START 15")
    (think,) = engine.receive("BEGIN")
    assert isinstance(think, Think)
    assert StopSearch(think.ticket) in engine.receive("START 20")
    assert engine.answer(think.ticket, move_only(0)) == []
    (again,) = engine.receive("BEGIN")
    assert isinstance(again, Think)
    assert again.situation.grid.size == 20


def test_end_of_input_waits_for_the_commands_already_received() -> None:
    engine = GtpEngine()
    (think,) = engine.receive("genmove b")
    assert isinstance(think, Think)
    assert engine.receive("7 name") == []
    assert engine.close() == []
    texts = [Reply("= A1"), Reply(""), Reply("=7 Boyi"), Reply(""), Quit()]
    assert engine.answer(think.ticket, move_only(8 * 9)) == texts
    assert engine.receive("name") == []


def test_analysis_refuses_what_json_cannot_mean() -> None:
    engine = AnalysisEngine()
    for field, value in {
        "moves": 5,
        "turns": [1.5],
        "limits": {"speed": 1},
        "options": {"size": True},
        "position": "x",
        "report": [],
        "id": 7,
        "endless": 1,
        "colour": "x",
    }.items():
        (reply,) = engine.receive(json.dumps({"id": "q", "game": "nogo", field: value}))
        assert isinstance(reply, Reply)
        answer = json.loads(reply.text)
        assert answer["type"] == "error", (field, answer)
        assert answer["field"] == field

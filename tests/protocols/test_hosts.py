"""The host side: whole games against our own engine side, and a lax reading of what others print."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boyi.core.message import Message
from boyi.protocols.actions import Limits, Reply, Think, move_only
from boyi.protocols.analysis.engine import AnalysisEngine
from boyi.protocols.analysis.host import Failed, Judged, Told, action_line, parse_answer
from boyi.protocols.analysis.query import Query, read_query
from boyi.protocols.answers import (
    Answer,
    Broken,
    Evaluated,
    Moved,
    Named,
    Pause,
    Ready,
    Refused,
    Resigned,
    Said,
    Send,
    Stones,
    Swapped,
)
from boyi.protocols.botzone.engine import BotzoneEngine
from boyi.protocols.botzone.host import BotzoneHost
from boyi.protocols.gomocup.engine import GomocupEngine
from boyi.protocols.gomocup.host import AT_ONCE, GomocupHost
from boyi.protocols.gomocup.host import parse_answer as gomocup_answer
from boyi.protocols.gtp.engine import GtpEngine
from boyi.protocols.gtp.host import GtpHost
from boyi.protocols.host import Time
from boyi.protocols.json_text import read_object
from boyi.protocols.nboard.engine import NBoardEngine
from boyi.protocols.nboard.host import NBoardHost
from boyi.protocols.situation import Situation
from tests.effort import some
from tests.protocols.table import Table, grid, moved


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro"])
@pytest.mark.parametrize("side", [0, 1])
def test_gomocup_games(rule: str, side: int) -> None:
    host, engine = GomocupHost(), GomocupEngine()
    table = Table(host, engine, side)
    situation = Situation.start_of(grid("gomoku", size=9, rule=rule))
    assert table.exchange(host.begin(situation, Time(move=2), Limits(nodes=50))) == [Ready()]
    jumps = 1
    while situation.position.outcome is None:
        if situation.turn == side:
            situation = situation.play(moved(table.exchange(host.ask(situation, Time(left=10.0)))))
            assert table.thought[-1] == situation.back()
        else:
            situation = situation.play(table.chance.choice(situation.position.moves()))
        if len(situation.moves) == 7 and jumps:  # the host must then send the whole board
            jumps -= 1
            situation = situation.back().back()
    table.exchange(host.end())
    assert table.left


@pytest.mark.parametrize(
    ("name", "size"), [("nogo", 5), ("nogo", 9), ("gomoku", 7), ("othello", 6), ("othello", 8), ("loa", 8)]
)
@pytest.mark.parametrize("side", [0, 1])
def test_gtp_games(name: str, size: int, side: int) -> None:
    host, engine = GtpHost(), GtpEngine()
    table = Table(host, engine, 7)
    situation = Situation.start_of(grid(name, size=size))
    begun = table.exchange(host.begin(situation, Time(move=1)))
    assert begun == [Named("Boyi"), Ready()]
    jumps = 1
    while situation.position.outcome is None:
        if situation.turn == side:
            situation = situation.play(moved(table.exchange(host.ask(situation, Time(left=60)))))
            assert table.thought[-1].position == situation.back().position
        else:
            situation = situation.play(table.chance.choice(situation.position.moves()))
        if len(situation.moves) == 7 and jumps:  # the host must then undo
            jumps -= 1
            situation = situation.back().back().back()
    if name == "nogo":
        assert table.exchange(host.ask(situation)) == [Resigned()]
    table.exchange(host.end())
    assert table.left


@pytest.mark.parametrize("side", [0, 1])
def test_nboard_games(side: int) -> None:
    host, engine = NBoardHost(), NBoardEngine()
    table = Table(host, engine, 3)
    situation = Situation.start_of(grid("othello"))
    assert Ready() in table.exchange(host.begin(situation, limits=Limits(depth=4)))
    passes = 0
    while situation.position.outcome is None:
        if situation.turn == side:
            move = moved(table.exchange(host.ask(situation)))
            passes += move == situation.grid.pass_move
            situation = situation.play(move)
            assert table.thought[-1] == situation.back()
        else:
            situation = situation.play(table.chance.choice(situation.position.moves()))
    assert any(isinstance(answer, Evaluated) for answer in _hints(host, table))
    table.exchange(host.end())
    assert table.left


def _hints(host: NBoardHost, table: Table) -> list[Answer]:
    return table.exchange(host.hint(Situation.start_of(grid("othello")), 2))


@pytest.mark.parametrize("name", ["nogo", "gomoku", "othello", "loa"])
@pytest.mark.parametrize("form", ["json", "simple"])
@pytest.mark.parametrize("keep_running", [True, False])
@pytest.mark.parametrize("transposed", [True, False])
def test_botzone_games(
    name: str, form: Literal["json", "simple"], keep_running: bool, transposed: bool
) -> None:
    game = grid("othello", size=6) if name == "othello" else grid(name)
    host = BotzoneHost(form, transposed=transposed)
    host.begin(Situation.start_of(game))
    engine = BotzoneEngine(game, keep_running=keep_running, transposed=transposed)
    table = Table(host, engine, 5)
    situation = Situation.start_of(game)
    side = int(keep_running)
    while situation.record().outcome is None and len(situation.moves) < 60:
        if situation.turn == side:
            if not keep_running and situation.moves:
                table.engine = BotzoneEngine(game, transposed=transposed)  # a new process each turn
            situation = situation.play(moved(table.exchange(host.ask(situation))))
            assert table.thought[-1] == situation.back()
            assert host.running == keep_running
        else:
            situation = situation.play(table.chance.choice(situation.position.moves()))


def test_botzone_hands_data_back() -> None:
    game = grid("nogo")
    host = BotzoneHost()
    host.begin(Situation.start_of(game))
    host.ask(Situation.start_of(game))
    assert host.receive('{"response":{"x":0,"y":0},"data":{"k":[1]},"debug":"x"}') == [Moved(0)]
    (turn,) = host.ask(Situation(game.start(), (0, 80)))
    assert isinstance(turn, Send)
    assert read_object(turn.text) == {
        "requests": [{"x": -1, "y": -1}, {"x": 8, "y": 8}],
        "responses": [{"x": 0, "y": 0}],
        "data": {"k": [1]},
    }
    assert host.receive('{"response":{"x":9,"y":0}}') == [
        Broken(Message("{text} is outside the {size}x{size} board", text="'[9, 0]'", size=9))
    ]
    host.ask(Situation(game.start(), (0, 80)))
    assert host.receive('{"response":{"x":-1,"y":-1}}') == [Resigned()]


def test_gomocup_answers() -> None:
    readings = {
        "7,8": Moved(8 * 15 + 7),
        " 7 , 8 ": Moved(8 * 15 + 7),
        "SUGGEST 7,8": Moved(8 * 15 + 7),
        "0,0 1,0 2,0": Stones((0, 1, 2)),
        "swap": Swapped(),
        "OK": Ready(),
        "ok - here I am": Ready(),
        "ERROR: no": Refused("no"),
        "UNKNOWN": Refused("UNKNOWN"),
        "MESSAGE depth 3": Said("depth 3"),
        "Debug: x": Said("x"),
        'name="x", version="1"': Said('name="x", version="1"'),
        "15,0": Broken(Message("{text} is outside the {size}x{size} board", text="'15,0'", size=15)),
    }
    for line, answer in readings.items():
        assert gomocup_answer(line, 15) == answer, line


def test_gomocup_asks_again_only_after_an_error_to_the_question_itself() -> None:
    clock = [0.0]
    host = GomocupHost(lambda: clock[0])
    start = Situation.start_of(grid("gomoku"))
    begun = host.begin(start, Time(left=60.0))
    asked = start.play(112)
    board = [Send("INFO time_left 59500"), Send("BOARD"), Send("7,7,2"), Send("DONE")]

    def ask() -> None:
        host.receive("OK")
        assert host.ask(asked, Time(left=60.0))[-1] in (Send("TURN 7,7"), Send("DONE"))

    ask()
    clock[0] = 0.5
    assert host.receive("ERROR busy") == [Pause(), Send("RESTART")]
    assert host.receive("MESSAGE x") == [Said("x")]
    assert host.receive("OK") == [*begun[1:], *board, Ready()]
    assert host.receive("ERROR busy") == [Said("ERROR busy")]  # once
    assert host.receive("0,0") == [Moved(0)]
    for first, seconds in (("MESSAGE depth 1", 0.1), ("", AT_ONCE + 0.1)):
        host.begin(start, Time(left=60.0))
        ask()
        if first:
            host.receive(first)
        clock[0] += seconds
        assert host.receive("ERROR busy") == [Said("ERROR busy")]  # of a search that goes on
    assert host.close() == [Refused("busy")]
    host.begin(start)
    ask()
    host.receive("ERROR busy")
    assert host.receive("7,7") == []  # a move from before
    assert host.receive("1,1") == [Moved(16)]
    assert not host.follows(asked.play(16).play(0))


def test_nboard_drops_what_belongs_to_an_old_position() -> None:
    host = NBoardHost()
    start = Situation.start_of(grid("othello"))
    host.begin(start)
    assert host.receive("pong 1") == [Ready()]
    host.ask(start)
    assert host.receive("=== A1") == []
    assert host.receive("pong 2") == [Ready()]
    assert host.receive("search F5-D6-C3 -2.50 0 12 some text") == [Evaluated((37, 43, 18), -2.5, depth=12)]
    assert host.receive("=== f5 1.25 0.5") == [Moved(37, 1.25)]
    assert host.receive("=== PA/0/1") == [Moved(64, 0.0)]
    assert isinstance(host.receive("=== ??")[0], Broken)
    assert host.receive("nodestats 1 2") == [Said("nodestats 1 2")]


def test_analysis_queries_read_back() -> None:
    queries = [
        Query("a", "nogo"),
        Query("b", "gomoku", {"size": 9}, "9/9/9/9/9/9/9/9/9 o", ("e5",), (0, 1), Limits(nodes=5, depth=3)),
        Query("c", "loa", endless=True, limits=Limits(), every=0.5, candidates=7, pv=3),
    ]
    for query in queries:
        value = read_object(query.to_line())
        assert value is not None
        assert read_query(value) == query


def test_analysis_answers_are_understood() -> None:
    engine = AnalysisEngine()
    (think,) = engine.receive(Query("q", "othello", moves=("f5",)).to_line())
    assert isinstance(think, Think)
    (reply,) = engine.answer(think.ticket, move_only(43))
    assert isinstance(reply, Reply)
    judged = parse_answer(reply.text)
    assert isinstance(judged, Judged)
    assert (judged.id, judged.turn, judged.final, judged.move, judged.pv) == ("q", 1, True, "d6", ("d6",))
    (reply, *_) = engine.receive(action_line("x", "cancel", "nobody"))
    assert isinstance(reply, Reply)
    assert parse_answer(reply.text) == Told("x", "cancelling", {"searches": 0})
    (reply,) = engine.receive("{}")
    assert isinstance(reply, Reply)
    assert isinstance(parse_answer(reply.text), Failed)


@settings(max_examples=some(150), deadline=None)
@given(
    st.lists(
        st.text(max_size=20)
        | st.sampled_from(
            [
                "= D4",
                "?",
                "=",
                "",
                "7,7",
                "OK",
                "=== F5",
                "pong 1",
                "search F5 1 0 2",
                '{"response":{"x":1,"y":1}}',
                "info move D4 visits x winrate y pv",
                "info move D4",
                ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<",
            ]
        ),
        max_size=12,
    )
)
def test_no_engine_can_break_a_host(lines: list[str]) -> None:
    othello = Situation.start_of(grid("othello"))
    gomocup, gtp, nboard, botzone = GomocupHost(), GtpHost(), NBoardHost(), BotzoneHost()
    gomocup.begin(Situation.start_of(grid("gomoku")))
    gtp.begin(othello)
    nboard.begin(othello)
    botzone.begin(othello)
    gomocup.ask(Situation.start_of(grid("gomoku")))
    gtp.ask(othello)
    nboard.ask(othello)
    botzone.ask(othello)
    for line in lines:
        gomocup.receive(line)
        gtp.receive(line)
        nboard.receive(line)
        botzone.receive(line)
        parse_answer(line)
    gtp.close()

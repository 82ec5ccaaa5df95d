"""The host side: whole games against our own engine side, and a lax reading of what others print."""

from __future__ import annotations

import random
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boyi
from boyi.core.grid import GridGame
from boyi.core.message import Message
from boyi.protocols.actions import Action, Limits, Quit, Reply, Think, move_only
from boyi.protocols.analysis.engine import AnalysisEngine
from boyi.protocols.analysis.host import Failed, Judged, Told, action_line, parse_answer
from boyi.protocols.analysis.query import Query, read_query
from boyi.protocols.answers import (
    Answer,
    Broken,
    Evaluated,
    Moved,
    Named,
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
from boyi.protocols.conversation import Conversation
from boyi.protocols.gomocup.engine import GomocupEngine
from boyi.protocols.gomocup.host import GomocupHost
from boyi.protocols.gomocup.host import parse_answer as gomocup_answer
from boyi.protocols.gtp.engine import GtpEngine
from boyi.protocols.gtp.host import GtpHost
from boyi.protocols.host import Host, Time
from boyi.protocols.json_text import read_object
from boyi.protocols.nboard.engine import NBoardEngine
from boyi.protocols.nboard.host import NBoardHost
from boyi.protocols.situation import Situation
from tests.effort import some


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


Script = dict[str, str]
"""What an engine prints after a command, by the beginning of the command; ID stands for its id."""
LISTED = "=ID name\nlist_commands\nundo\ntime_settings\ntime_left\nset_game\n\n"


def talk(host: GtpHost, answers: list[Answer], script: Script) -> tuple[list[str], list[Answer]]:
    """Answer each command by the longest beginning that fits: the commands, and what was learnt."""
    sent: list[str] = []
    learnt: list[Answer] = []
    pending = list(answers)
    while pending:
        answer = pending.pop(0)
        if not isinstance(answer, Send):
            learnt.append(answer)
            continue
        number, _, command = answer.text.partition(" ")
        sent.append(command)
        fitting = max((words for words in script if command.startswith(words)), key=len)
        for line in script[fitting].replace("ID", number).split("\n")[:-1]:
            pending += host.receive(line)
    return sent, learnt


NUMBERED: Script = {"": "=ID\n\n", "name": "=ID Stub\n\n", "list_commands": LISTED}
BARE: Script = {"": "=\n\n", "name": "=Stub\n\n", "list_commands": LISTED.replace("ID", "")}
START = Situation.start_of(grid("nogo"))


def test_a_gtp_engine_that_counts_rows_from_the_top_and_hears_of_no_passes() -> None:
    host = GtpHost()
    game = grid("othello")
    situation = Situation.start_of(game).play(game.parse_move("f5"))
    while game.pass_move not in situation.position.moves():
        situation = situation.play(situation.position.moves()[0])
    situation = situation.play(game.pass_move)
    script = NUMBERED | {"play b pass": "?ID no\n\n", "play w pass": "?ID no\n\n", "genmove": "=ID A1\n\n"}
    talk(host, host.begin(Situation.start_of(game)), script | {"play b D6": "?ID illegal move\n\n"})
    assert host.rows_from_top
    sent, _ = talk(host, host.ask(situation), script)
    assert sent[0] == "play b F5"
    assert sent[-2].endswith("pass")
    assert sent[-1].startswith("genmove")
    sent, _ = talk(host, host.ask(situation.back()), script)
    assert sent[0] == "clear_board"  # taking back would count moves that it never saw


@pytest.mark.parametrize(
    ("refused", "from_top"),
    [({"play b D3": "?ID no\n\n"}, False), ({}, False), ({"play b D6": "?ID no\n\n"}, True)],
)
def test_the_rows_of_a_gtp_engine_are_found_once_and_not_from_one_that_takes_everything(
    refused: Script, from_top: bool
) -> None:
    host, start = GtpHost(), Situation.start_of(grid("othello"))
    sent, learnt = talk(host, host.begin(start), NUMBERED | refused)
    assert learnt == [Named("Stub"), Ready()]
    assert host.rows_from_top == from_top
    assert sent[:6] == [
        "name",
        "list_commands",
        "set_game Othello",
        "boardsize 8",
        "clear_board",
        "play b D3",
    ]
    assert sent[-1] == "clear_board"
    sent, learnt = talk(host, host.begin(start), NUMBERED)
    assert (sent, learnt) == (["boardsize 8", "clear_board"], [Ready()])


@pytest.mark.parametrize("offered", [True, False])
def test_a_gtp_engine_is_only_told_to_undo_if_it_offers_that(offered: bool) -> None:
    host = GtpHost()
    script = NUMBERED | {"genmove": "=ID A1\n\n"} | ({} if offered else {"list_commands": "=ID name\n\n"})
    talk(host, host.begin(START, Time(move=2)), script)
    talk(host, host.ask(START.play(40).play(0)), script)
    sent, learnt = talk(host, host.ask(START.play(40)), script)
    assert sent == (["undo", "undo", "genmove w"] if offered else ["clear_board", "play b E5", "genmove w"])
    assert learnt == [Moved(72)]
    # A new game is never reached by undoing, whatever its first moves are.
    talk(host, host.begin(START), script)
    assert talk(host, host.ask(START.play(40)), script)[0] == ["play b E5", "genmove w"]


def test_a_gtp_engine_that_cannot_undo_after_all_is_told_the_game_again() -> None:
    host = GtpHost()
    script = NUMBERED | {"genmove": "=ID A1\n\n", "undo": "?ID cannot undo\n\n"}
    talk(host, host.begin(START), script)
    talk(host, host.ask(START.play(40).play(0)), script)
    sent, _ = talk(host, host.ask(START.play(40), Time(left=9)), script)
    assert sent == ["undo", "clear_board", "play b E5", "time_left w 9 0", "genmove w"]
    sent, _ = talk(host, host.ask(START), script)
    assert sent == ["clear_board", "genmove b"]


def test_optional_gtp_commands_only_where_they_are_offered() -> None:
    plain = NUMBERED | {"list_commands": "=ID name\nlist_commands\n\n", "genmove": "=ID A1\n\n"}
    host = GtpHost()
    sent, _ = talk(host, host.begin(START, Time(move=2)), plain)
    assert sent == ["name", "list_commands", "boardsize 9", "clear_board"]
    assert talk(host, host.ask(START, Time(left=9)), plain)[0] == ["genmove b"]
    asked = plain | {"list_commands": "?ID unknown\n\n", "known_command": "=ID false\n\n"}
    host = GtpHost()
    sent, _ = talk(host, host.begin(START, Time(left=60)), asked | {"known_command time_s": "=ID TRUE\n\n"})
    assert sent[2:6] == [
        f"known_command {word}" for word in ("set_game", "time_settings", "time_left", "undo")
    ]
    assert sent[6:] == ["boardsize 9", "clear_board", "time_settings 60 0 0"]
    # What is refused though it was offered is not sent again.
    host, script = GtpHost(), NUMBERED | {"time_": "?ID syntax error\n\n", "genmove": "=ID A1\n\n"}
    sent, learnt = talk(host, host.begin(START, Time(move=0.2)), script)
    assert sent[-2:] == ["time_settings 0 1 1", "time_settings 0 0.2 1"]
    assert learnt[-1] == Ready()
    assert "time_settings" not in " ".join(talk(host, host.begin(START, Time(move=0.2)), script)[0])


SPARE = "?ID unknown command\n\n?\n\n=\n\n=\n\n"


@pytest.mark.parametrize(
    "script",
    [
        NUMBERED | {"list_commands": SPARE, "known_command": SPARE},
        BARE | {"list_commands": "? unknown command\n\n= \n\n=\n\n"},
        BARE | {"list_commands": "=\n\n"},
        {"": "=\n\n"},
        {"": "=ID\n\n=\n\n=\n\n"},
        {"": "=ID\n=\n=\n\n", "list_commands": "=ID undo\n=\n\n"},
        {"": "=7\n\n=ID\n\n"},
    ],
)
def test_spare_gtp_answers_are_not_taken_for_others(script: Script) -> None:
    """The board, the rows and the move are right whatever is left over from commands before."""
    host, game = GtpHost(), grid("othello")
    start = Situation.start_of(game)
    mark = "=ID" if any("ID" in text for text in script.values()) else "="
    script = script | {"play b D3": f"{mark.replace('=', '?')} illegal move\n\n"}
    if "ID" in script[""]:
        script["genmove"] = "=\n\n= A1\n\n=ID C5\n\n"
    else:
        script["genmove"] = "=\n\n=\n\n=c5\n\n"
    for _ in range(2):
        sent, learnt = talk(host, host.begin(start), script)
        assert learnt[-1] == Ready()
        assert not host.rows_from_top
        assert not any(line.startswith(("undo", "set_game", "time")) for line in sent)
        sent, learnt = talk(host, host.ask(start.play(game.parse_move("f5"))), script)
        assert sent == ["play b F4", "genmove w"]
        assert learnt == [Moved(game.parse_move("c4"))]


def test_an_empty_gtp_answer_is_no_move() -> None:
    host = GtpHost()
    talk(host, host.begin(START), NUMBERED)
    (broken,) = talk(host, host.ask(START), NUMBERED)[1]
    assert broken == Broken(Message("it answered genmove with nothing"))


def test_a_gtp_engine_that_deviates_from_the_protocol() -> None:
    host = GtpHost()
    game = grid("othello")
    start = Situation.start_of(game)
    assert host.begin(start) == [Send("1 name")]
    assert host.receive("Welcome to my engine") == [Said("Welcome to my engine")]
    assert host.receive("======") == [Said("======")]
    assert host.receive("?unknown command") == []
    assert host.receive("") == [Send("2 list_commands")]
    assert host.receive("=LIST_COMMANDS Undo") == []
    assert host.receive("") == [Send("3 boardsize 8")]
    assert host.receive("=") == []
    assert host.receive("") == [Send("4 clear_board")]
    host.receive("=")
    assert host.receive("\t") == [Send("5 play b D3")]  # legal if rows are counted from the top
    assert host.receive("? illegal move") == []
    assert host.receive("") == [Send("6 clear_board")]
    host.receive("=")
    assert host.receive("") == [Ready()]
    assert host.ask(start) == [Send("7 genmove b")]
    for line in ("  A B C D E F G H", "8 . . . . . . . . 8"):
        assert host.receive(line) == [Said(line)]
    assert host.receive("info move D6 visits 9 winrate 0.5 pv D6 C4 pvVisits 9 3") == [
        Evaluated((game.parse_move("d3"), game.parse_move("c5")), None, 0.5, 9)
    ]
    host.receive("=f4")
    assert host.receive("") == [Moved(game.parse_move("f5"))]
    assert host.ask(start.play(game.parse_move("f5"))) == [Send("8 genmove w")]
    host.receive("=8RESIGN")
    assert host.receive("") == [Resigned()]
    assert host.ask(start) == [Send("9 clear_board")]
    host.receive("?9 no")
    assert host.receive("") == [Refused("clear_board: no")]
    assert host.ask(start)[0] == Send("10 clear_board")
    host.receive("=10")
    assert host.receive("") == [Send("11 genmove b")]
    host.receive("=11 hello there")
    assert host.close() == [Broken(Message("{text} is not a move", text="'hello there'"))]


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

"""What the documents promise and no dialogue shows."""

from __future__ import annotations

import pytest

import boyi
from boyi.core.grid import GridGame
from boyi.protocols.actions import Action, Choice, Quit, Reply, StopSearch, Think, move_only
from boyi.protocols.answers import Send
from boyi.protocols.botzone.engine import BotzoneEngine
from boyi.protocols.conversation import Conversation
from boyi.protocols.gomocup.engine import LAST_SEARCH, LATER_SEARCHES, GomocupEngine
from boyi.protocols.gomocup.host import GomocupHost
from boyi.protocols.gtp.engine import GAMES, GtpEngine
from boyi.protocols.gtp.text import format_vertex, parse_vertex
from boyi.protocols.host import Time
from boyi.protocols.mo.text import format_board, parse_board, parse_colour
from boyi.protocols.nboard.engine import NBoardEngine
from boyi.protocols.situation import Situation
from boyi.protocols.swap2 import count, opening
from boyi.protocols.table import PROTOCOLS
from boyi.protocols.time_management import within_turn

PASSING = "b1 c1 d3 a1"
"""An Othello game on 4x4 after which the side to move must pass."""


def test_gtp_plays_the_games_of_the_table() -> None:
    lines = [reply.text for reply in GtpEngine().receive("list_games") if isinstance(reply, Reply)]
    assert "\n".join(lines) == "= " + "\n".join(PROTOCOLS["gtp"].games) + "\n"
    assert GAMES is PROTOCOLS["gtp"].games


def send(engine: Conversation, *lines: str) -> list[Action]:
    """Send lines; return what the last one brings."""
    actions: list[Action] = []
    for line in lines:
        actions = engine.receive(line)
    return actions


def thinking(actions: list[Action]) -> Think:
    (think,) = (action for action in actions if isinstance(action, Think))
    return think


def texts(actions: list[Action]) -> list[str]:
    return [action.text for action in actions if isinstance(action, Reply)]


@pytest.mark.parametrize(
    ("mask", "rule"),
    [(0, "freestyle"), (1, "standard"), (4, "renju"), (5, "renju"), (8, "caro"), (9, "caro")],
)
def test_gomocup_rule_may_come_before_or_after_start(mask: int, rule: str) -> None:
    before = thinking(send(GomocupEngine(), f"INFO rule {mask}", "START 15", "BEGIN"))
    after = thinking(send(GomocupEngine(), "START 15", f"info RULE {mask}", "begin"))
    assert before.situation == after.situation
    assert before.situation.game.settings["rule"] == rule


@pytest.mark.parametrize("mask", [2, 3, 12, 16, -1])
def test_gomocup_refuses_other_rules_at_the_next_command(mask: int) -> None:
    engine = GomocupEngine()
    assert send(engine, "START 15", f"INFO rule {mask}") == []
    assert texts(send(engine, "BEGIN"))[0].startswith("ERROR ")
    assert thinking(send(engine, "INFO rule 0", "BEGIN")).situation.game.settings["rule"] == "freestyle"


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ([], 29.888),
        (["INFO timeout_turn 1000"], 0.968),
        (["INFO timeout_turn 0"], 0.05),
        (["INFO timeout_turn 10"], 0.01),
        (["INFO timeout_turn 100000", "INFO timeout_match 280000"], 13.988),
        (["INFO timeout_turn 100000", "INFO timeout_match 9", "INFO time_left 28000"], 1.388),
        (["INFO timeout_turn 1000", "INFO timeout_match 9", "INFO time_left 2147483647"], 0.968),
        (["INFO time_left -5"], 0.01),
    ],
)
def test_gomocup_time(lines: list[str], seconds: float) -> None:
    think = thinking(send(GomocupEngine(), "START 15", *lines, "BEGIN"))
    assert think.limits.seconds == seconds


def test_gomocup_limits_are_handed_on() -> None:
    lines = ["INFO max_node 500", "INFO max_depth 7", "INFO thread_num 2", "INFO max_memory 1000000"]
    limits = thinking(send(GomocupEngine(), "START 15", *lines, "BEGIN")).limits
    assert (limits.nodes, limits.depth, limits.threads, limits.memory) == (500, 7, 2, 1_000_000)


def test_gomocup_boards_keep_the_game_where_they_can() -> None:
    engine = GomocupEngine()
    send(engine, "START 15")
    ours = thinking(send(engine, "BOARD", "7,7,1", "8,8,2", "DONE")).situation
    assert (ours.moves, ours.turn) == ((112, 128), 0)
    engine = GomocupEngine()
    send(engine, "START 15")
    theirs = thinking(send(engine, "BOARD", "7,7,2", "DONE")).situation
    assert (theirs.moves, theirs.turn) == ((112,), 1)
    engine = GomocupEngine()
    send(engine, "START 15")
    setup = thinking(send(engine, "BOARD", "7,7,1", "7,8,1", "8,8,2", "DONE")).situation
    assert (setup.moves, setup.turn) == ((), 0)
    assert [setup.cells[cell] for cell in (112, 127, 128)] == ["x", "x", "o"]


def test_gomocup_a_broken_board_is_told_once() -> None:
    engine = GomocupEngine()
    assert send(engine, "START 15", "BOARD", "7,7,1", "rubbish", "99,1,1") == []
    assert len(texts(send(engine, "DONE"))) == 1
    assert texts(send(engine, "BOARD", "7,7,1", "7,7,2", "DONE")) == [
        "ERROR BOARD has two stones on one cell"
    ]
    assert texts(send(engine, "BOARD", "1,1,3", "DONE"))[0].startswith("ERROR ")
    said = texts(send(engine, "BOARD", "7,7,1", "ABOUT"))
    assert said[0] == "ERROR BOARD was not ended by DONE"
    assert said[1].startswith("name=")


def test_gomocup_end_hurries_a_search_and_then_leaves() -> None:
    engine = GomocupEngine()
    think = thinking(send(engine, "START 20", "BEGIN"))
    assert send(engine, "TURN 3,3", "END") == [StopSearch(think.ticket, LAST_SEARCH)]
    assert send(engine, "END", "ABOUT") == []
    move, second = engine.answer(think.ticket, move_only(7))
    assert move == Reply("7,0")
    assert isinstance(second, Think)
    assert second.limits.seconds == LATER_SEARCHES
    assert engine.answer(second.ticket, move_only(8)) == [Reply("8,0"), Quit()]
    assert engine.receive("ABOUT") == []


def test_gomocup_the_end_of_the_input_hurries_a_search() -> None:
    engine = GomocupEngine()
    think = thinking(send(engine, "START 20", "BEGIN"))
    assert engine.close() == [StopSearch(think.ticket, LAST_SEARCH)]
    assert engine.answer(think.ticket, move_only(7)) == [Reply("7,0"), Quit()]


def test_swap2_openings_fit_every_board() -> None:
    for size in range(5, 29):
        for number in range(count()):
            stones = opening(size, number)
            assert len(set(stones)) == 3
            assert all(0 <= stone < size * size for stone in stones)


def test_who_only_judges_offers_an_opening_of_the_table() -> None:
    engine = GomocupEngine(opening=3)
    think = thinking(send(engine, "START 15", "SWAP2BOARD DONE"))
    assert (think.purpose, think.situation.moves) == ("opening", ())
    (answer,) = texts(engine.answer(think.ticket, move_only(7)))
    stones = tuple(int(y) * 15 + int(x) for x, y in (cell.split(",") for cell in answer.split()))
    assert stones == opening(15, 3)


@pytest.mark.parametrize(("turn", "least"), [(0.1, 0.085), (0.5, 0.46), (5.0, 4.88), (30.0, 29.8)])
def test_nearly_all_of_a_turn_is_used(turn: float, least: float) -> None:
    assert least <= within_turn(turn) <= turn - 0.01


def test_a_turn_of_a_platform_keeps_more() -> None:
    """A second of which a busy machine takes some, also from the start of the process to the answer."""
    nogo = boyi.game("nogo")
    assert isinstance(nogo, GridGame)
    assert thinking(send(BotzoneEngine(nogo), "1", "-1 -1")).limits.seconds == 0.938
    gomocup = thinking(send(GomocupEngine(), "START 15", "INFO timeout_turn 500", "BEGIN"))
    assert gomocup.limits.seconds == 0.478


def test_swap2_experts_cannot_place_what_is_not_allowed() -> None:
    engine = GomocupEngine()
    think = thinking(send(engine, "START 15", "SWAP2BOARD 7,7 8,7 9,9 1,1 2,2 DONE"))
    assert think.purpose == "opening"
    assert think.situation.turn == 1
    assert texts(engine.answer(think.ticket, Choice((0, 1))))[0].startswith("ERROR ")
    assert texts(send(engine, "SWAP2BOARD 7,7 DONE"))[0].startswith("ERROR ")


@pytest.mark.parametrize("name", ["nogo", "gomoku", "othello"])
@pytest.mark.parametrize("size", [6, 8, 10])
def test_gtp_vertices_are_cells_whatever_the_game_calls_them(name: str, size: int) -> None:
    game = boyi.game(name, size=size)
    assert isinstance(game, GridGame)
    assert format_vertex(game, 0) == f"A{size}"
    assert format_vertex(game, game.area - 1) == f"{'ABCDEFGHJK'[size - 1]}1"
    assert [parse_vertex(game, format_vertex(game, cell)) for cell in range(game.area)] == list(
        range(game.area)
    )


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ([], None),
        (["time_settings 0 10 0"], None),
        (["time_settings 0 10 5"], 1.988),
        (["time_settings 200 0 0"], 9.988),
        (["time_settings 200 0 0", "time_left b 10 2"], 4.988),
        (["time_settings 200 0 0", "time_left b 20 0"], 0.988),
        (["time_settings 200 0 0", "time_left w 20 0"], 9.988),
        (["time_settings 0 0 0"], 0.01),
        (["time_settings 0 1 1"], 0.938),
        (["time_settings 0 10 1"], 9.888),
        (["time_settings 0 10 5", "time_left b 0.5 1"], 0.463),
        (["time_settings 0 10 5", "time_left b 0 0"], 1.988),
    ],
)
def test_gtp_time(lines: list[str], seconds: float | None) -> None:
    assert thinking(send(GtpEngine(), *lines, "genmove b")).limits.seconds == seconds


def test_gtp_a_side_out_of_turn_and_a_forced_pass() -> None:
    engine = GtpEngine()
    send(engine, "boardsize 5", "play b A1")
    assert texts(send(engine, "play b C3")) == ["=", ""]
    assert thinking(send(engine, "genmove b")).situation.cells.count("x") == 2
    othello = boyi.game("othello", size=4)
    assert isinstance(othello, GridGame)
    engine = GtpEngine(othello)
    assert texts(send(engine, "gogui-rules_board_size")) == ["= 4", ""]
    at = othello.start()
    for move in PASSING.split():
        assert texts(send(engine, f"play {'bw'[at.turn]} {format_vertex(othello, othello.parse_move(move))}"))
        at = at.play_text(move)
    assert texts(send(engine, "gogui-rules_legal_moves")) == ["= pass", ""]
    think = thinking(send(engine, f"genmove {'wb'[at.turn]}"))
    assert think.situation.moves[-1] == othello.pass_move


def test_gtp_control_characters_and_tabs() -> None:
    assert texts(send(GtpEngine(), "\x01 4\tknown_command\x7f\tplay # x")) == ["=4 true", ""]


def test_botzone_says_what_is_missing_when_the_input_ends() -> None:
    nogo = boyi.game("nogo")
    assert isinstance(nogo, GridGame)
    engine = BotzoneEngine(nogo)
    assert send(engine, "2", "-1 -1") == []
    assert texts(engine.close()) == ["-1 -1"]


def test_botzone_keep_running_takes_a_new_game() -> None:
    nogo = boyi.game("nogo")
    assert isinstance(nogo, GridGame)
    engine = BotzoneEngine(nogo, keep_running=True)
    think = thinking(send(engine, '{"requests":[{"x":0,"y":0}],"responses":[]}'))
    engine.answer(think.ticket, move_only(5))
    again = thinking(send(engine, '{"requests":[{"x":8,"y":8}],"responses":[]}'))
    assert again.situation.moves == (80,)


def test_mo_boards() -> None:
    othello = boyi.game("othello")
    assert isinstance(othello, GridGame)
    position = othello.start().play_text("f5")
    assert parse_board(othello, format_board(position), 1) == position
    assert [parse_colour("X"), parse_colour("O")] == [0, 1]
    with pytest.raises(boyi.BoyiError):
        parse_colour("")


def test_gtp_takes_no_game_that_it_cannot_speak_of() -> None:
    for game in (boyi.game("nogo", size=26), boyi.game("tictactoe")):
        assert isinstance(game, GridGame)
        with pytest.raises(boyi.BoyiError, match="GTP is for nogo, gomoku, othello"):
            GtpEngine(game)


def test_hosts_announce_the_time_of_the_match() -> None:
    start = Situation.start_of(boyi.game("gomoku"))
    assert Send("INFO timeout_match 60000") in GomocupHost().begin(start, Time(left=60))
    assert Send("INFO time_left 60000") in GomocupHost().begin(start, Time(left=60))


@pytest.mark.parametrize("word", ["START 20", "RESTART"])
def test_gomocup_a_new_game_gives_moves_up_and_answers_the_rest_first(word: str) -> None:
    engine = GomocupEngine()
    old = thinking(send(engine, "START 20", "BEGIN"))
    assert send(engine, "TURN 8,8", "ABOUT", "SWAP2BOARD 7,7 8,7 9,9 DONE", "PLAY 1,1", "TURN 1,1") == []
    stop, about, play, error, ok = engine.receive(word)
    assert stop == StopSearch(old.ticket)
    assert texts([about])[0].startswith("name=")
    assert [play, error, ok] == [Reply("1,1"), Reply("ERROR b19 is taken."), Reply("OK")]
    assert thinking(engine.receive("BEGIN")).situation.moves == ()


def test_gomocup_nothing_begins_after_end() -> None:
    engine = GomocupEngine()
    think = thinking(send(engine, "START 20", "BEGIN"))
    send(engine, "END")
    assert engine.receive("START 15") == []
    assert engine.answer(think.ticket, move_only(7)) == [Reply("7,0"), Quit()]


@pytest.mark.parametrize("first", ["genmove b", "reg_genmove b"])
def test_gtp_a_stream_ends_by_input_that_came_before_it(first: str) -> None:
    engine = GtpEngine()
    think = thinking(send(engine, first))
    assert send(engine, "analyze 10", "7 name") == []
    *_, equals, stream, stop = engine.answer(think.ticket, move_only(0))
    assert isinstance(stream, Think)
    assert (equals, stop) == (Reply("="), StopSearch(stream.ticket))
    assert engine.receive("8 name") == []
    answers = texts(engine.answer(stream.ticket, move_only(2)))
    assert answers[0].startswith("info move ")
    assert answers[1:] == ["", "=7 Boyi", "", "=8 Boyi", ""]


def test_gtp_a_stream_ends_by_the_end_of_the_input_before_it() -> None:
    engine = GtpEngine()
    think = thinking(send(engine, "genmove b"))
    send(engine, "analyze 10")
    assert engine.close() == []
    stream = thinking(actions := engine.answer(think.ticket, move_only(0)))
    assert actions[-1] == StopSearch(stream.ticket)
    assert engine.answer(stream.ticket, None) == [Reply(""), Quit()]


def test_nboard_a_line_that_is_refused_still_stops_the_search() -> None:
    engine = NBoardEngine()
    think = thinking(send(engine, "go"))
    assert send(engine, "hint 2", "move a1") == [
        StopSearch(think.ticket),
        Reply("status a1 turns no disc over."),
    ]
    assert not engine.busy


def test_nboard_every_go_is_answered_while_the_board_stays() -> None:
    engine = NBoardEngine()
    think = thinking(send(engine, "go"))
    assert send(engine, "hint 2", "go") == []
    hint = thinking(engine.answer(think.ticket, move_only(37)))
    assert send(engine, "hint 3") == []
    second = thinking(engine.answer(hint.ticket, move_only(37)))
    assert second.purpose == "move"
    last = engine.answer(second.ticket, move_only(37))
    assert any(text.startswith("=== F5/") for text in texts(last))
    assert thinking(last).candidates == 3
    assert send(engine, "hint 4")[0] == StopSearch(thinking(last).ticket)


def test_nboard_ping_ends_all_that_was_asked_for() -> None:
    engine = NBoardEngine()
    think = thinking(send(engine, "go"))
    assert send(engine, "hint 2", "ping 3") == [StopSearch(think.ticket), Reply("pong 3")]
    assert not engine.busy

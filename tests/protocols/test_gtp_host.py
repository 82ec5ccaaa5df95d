"""The host of GTP: engines that count otherwise, offer little, answer too much or deviate."""

from __future__ import annotations

import pytest

from boyi.core.message import Message
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
)
from boyi.protocols.gtp.host import GtpHost
from boyi.protocols.host import Time
from boyi.protocols.situation import Situation
from tests.protocols.table import grid

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

"""The terminal game, played through its keyboard."""

from __future__ import annotations

import asyncio
import io

import pytest

import boyi
from boyi.cli import lan_session, session
from boyi.cli.commands import LAN, PLAY, find_command
from boyi.cli.main import main
from boyi.cli.screen import paint
from boyi.core.grid import GridGame, as_grid
from boyi.core.record import GameRecord
from boyi.engines.random import RandomPlayer
from tests.arena.players import awkward_players


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BOYI_BACKEND", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


class Keyboard:
    """Types lines into ``boyi play`` and returns what it shows."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, arguments: str, *lines: str) -> str:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["play", *arguments.split()])
        output, errors = self.capsys.readouterr()
        assert (code, errors) == (0, "")
        return output


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Keyboard:
    return Keyboard(monkeypatch, capsys)


QUICK = "--opponent playout:playouts=20 --seed 1"


def test_two_people_play_to_the_end(play: Keyboard) -> None:
    output = play("tictactoe --opponent human", "a1", "a2", "b1", "b2", "c1", "quit")
    assert "1 X X[X]" in output
    assert "Black (player) wins: three in a row." in output
    assert "Another game? Type new, undo or quit." in output
    assert "  3. c1" in output
    assert output.endswith("game over> quit\nGoodbye.\n")


def test_the_board_shows_turn_coordinates_and_last_move(play: Keyboard) -> None:
    output = play(f"othello {QUICK}", "f5")
    assert "  a b c d e f g h" in output
    assert "Black to move" in output
    assert "White: playout:playouts=20, seed 1" in output
    assert output.count("[O]") == 1
    assert "White (playout:playouts=20, seed 1) plays" in output
    assert ", 20 playouts)" in output


@pytest.mark.parametrize(("size", "seed"), [(4, 1), (4, 2), (6, 3)])
def test_a_whole_game_against_the_computer(play: Keyboard, size: int, seed: int) -> None:
    # The same random player, asked in the same positions, foretells the game.
    record, computer = GameRecord(boyi.game("othello", size=size)), RandomPlayer(seed)
    typed = []
    while (outcome := record.outcome) is None:
        position = record.position
        moves = position.moves()
        name = record.game.format_move(moves[0], position)
        if name == "pass":
            record.play(moves[0])
        elif position.turn:
            move = asyncio.run(computer.choose(record)).move
            assert move is not None
            record.play(move)
        else:
            typed.append(name)
            record.play(moves[0])
    output = play(f"othello --size {size} --opponent random --seed {seed}", *typed)
    assert outcome.winner is not None
    winner = ["Black (you)", f"White (random, seed {seed})"][outcome.winner]
    assert f"{winner} wins: more discs (+{abs(outcome.score or 0)})." in output
    assert output.count("passes.") == record.text().split().count("pass")
    assert record.game.draw(record.position, record.moves[-1]).splitlines()[0] in output


def test_the_same_seed_plays_the_same_game(play: Keyboard) -> None:
    assert play(f"othello {QUICK}", "f5", "hint") != play(f"othello {QUICK}9", "f5", "hint")
    assert play(f"othello {QUICK}", "f5", "moves") == play(f"othello {QUICK}", "f5", "moves")


@pytest.mark.parametrize("rubbish", ["zz", "a1", "f5 d6", "9" * 5000, "棋", "-1", "\x00", "f５", "pass"])
def test_rubbish_gets_a_sentence_and_the_game_goes_on(play: Keyboard, rubbish: str) -> None:
    output = play(f"othello {QUICK}", rubbish, "f5")
    assert "White (playout:playouts=20, seed 1) plays" in output
    said = output.split("Black> ")[1].splitlines()[1]
    assert said.endswith(".")
    assert len(said) < 150


def test_empty_lines_are_ignored(play: Keyboard) -> None:
    assert play("tictactoe --opponent human", "", "  ", "b2").count("White to move") == 1


def test_undo_takes_both_plies_back(play: Keyboard) -> None:
    output = play(f"othello {QUICK}", "f5", "undo", "undo", "moves")
    assert "Taken back: f5 " in output
    assert "There is nothing to take back." in output
    assert " d3 c4 f5 e6" in output


def test_undo_between_people_takes_one_ply(play: Keyboard) -> None:
    assert "Taken back: a2\n" in play("tictactoe --opponent human", "a1", "a2", "undo")


def test_undo_as_white_leaves_the_computers_first_move(play: Keyboard) -> None:
    output = play("tictactoe --opponent random --seed 1 --side white", "undo")
    assert "Black (random, seed 1) plays" in output
    assert "There is nothing to take back." in output


def test_undo_after_the_end_goes_on(play: Keyboard) -> None:
    output = play("tictactoe --opponent human", "a1", "a2", "b1", "b2", "c1", "undo", "c3", "c2")
    assert "Taken back: c1" in output
    assert "White (player) wins: three in a row." in output


def test_resigning_and_thinking_better_of_it(play: Keyboard) -> None:
    output = play(f"othello {QUICK}", "resign", "f5", "hint", "undo", "f5")
    assert "White (playout:playouts=20, seed 1) wins: the opponent resigned." in output
    assert "The game is over (resigned); no more moves can be played." in output
    assert "The resignation is taken back." in output
    assert output.rstrip().count("plays") == 1


@pytest.mark.parametrize(
    ("fault", "reason"), [("illegal", "the opponent's move was illegal"), ("crash", "program failed")]
)
def test_a_computer_that_fails_loses_and_the_person_stays(play: Keyboard, fault: str, reason: str) -> None:
    with awkward_players():
        output = play(f"gomoku --size 7 --opponent awkward:{fault}", "d4", "e5", "f6", "new", "quit")
    assert "Black (you) wins: " in output
    assert reason in output
    assert "A new game." in output


def test_new_starts_again(play: Keyboard) -> None:
    output = play("tictactoe --opponent human", "a1", "a2", "b1", "b2", "c1", "new", "c3")
    assert "A new game." in output
    assert "3 . .[X]" in output


def test_hint_names_moves(play: Keyboard) -> None:
    assert "Hint: c1 (100%)" in play("tictactoe --opponent human", "a1", "a2", "b1", "b2", "hint")


def test_help_lists_every_command(play: Keyboard) -> None:
    output = play("othello --opponent human", "help")
    assert all(f"\n{name} " in output for name in PLAY)


def test_a_forced_pass_is_made(
    play: Keyboard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # White has no move until black, who passes it over, has played again.
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\n"))
    code = main(["play", "othello", "--opponent", "human", "--position", "xo2/4/4/xo2 x", "--moves", "c1"])
    output, _ = capsys.readouterr()
    assert code == 0
    assert "White has no move and passes." in output
    assert "  1. c1 pass" in output
    assert "Taken back: c1 pass" in output


def test_the_end_by_discs_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("c1\n"))
    assert main(["play", "othello", "--opponent", "human", "--position", "xo2/4/4/4 x"]) == 0
    assert "Black (player) wins: more discs (+3)." in capsys.readouterr().out


def test_a_set_up_position_with_white_to_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\n"))
    assert main(["play", "tictactoe", "--opponent", "human", "--position", "x2/3/3 o"]) == 0
    assert "  1. … b2" in capsys.readouterr().out


def test_wide_boards_put_the_panel_below(play: Keyboard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = play("othello --opponent human --size 10").splitlines()
    assert any(line.endswith("a b c d e f g h i j") for line in lines)
    assert "Othello 10x10" in lines


def test_chinese(play: Keyboard, monkeypatch: pytest.MonkeyPatch) -> None:
    output = play("tictactoe --opponent human --language zh", "a1", "帮助", "提示", "悔棋", "认输", "退出")
    assert "轮到白方" in output
    assert "白方（棋手）获胜：对方认输。" in output
    output = play("tictactoe --opponent human --language zh", "a1", "a1", "z9", "quit")
    assert "a1 已有棋子。" in output
    assert "'z9' 不是棋盘上的位置" in output
    assert "白方：random，种子 1" in play("tictactoe --opponent random --seed 1 --language zh")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert "井字棋 3x3" in play("tictactoe --opponent human")
    assert "Tic-tac-toe 3x3" in play("tictactoe --opponent human --language en")


def test_every_command_is_explained() -> None:
    assert [str(line).split()[0] for line in session.HELP] == list(PLAY)
    explained = {word.strip(",") for line in str(lan_session.HELP).split("\n") for word in line.split()[:2]}
    assert all(explained & set(spellings) for spellings in LAN.values())


def test_commands_never_hide_moves() -> None:
    for name in ("othello", "tictactoe", "coin2x2"):
        game = boyi.game(name)
        position = game.start()
        assert not any(find_command(game.format_move(move, position), PLAY) for move in position.moves())


def test_painted_boards_line_up() -> None:
    game = boyi.game("othello")
    assert isinstance(game, GridGame)
    position = game.start().play_text("f5")
    lines = paint(game, as_grid(position).cells, [37])
    assert [line.plain for line in lines[4:5]] == ["5 · · · ● ●[●]· · "]
    assert len({line.cell_len for line in lines[:-1]}) == 1
    assert lines[-1].plain == "  a b c d e f g h"

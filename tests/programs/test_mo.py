"""Unmodified files of the Mo platform: our board is theirs, and their referee's rules hold."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import importlib.util
import io
import random
import re
import threading
from pathlib import Path
from textwrap import dedent

import pytest

import boyi
from boyi.core.record import GameRecord
from boyi.players.base import Decision, PlayerFailed
from boyi.players.spec import make_player
from boyi.programs.students.mo_board import Board
from boyi.programs.students.mo_modules.func_timeout import FunctionTimedOut, func_set_timeout, func_timeout
from boyi.programs.students.mo_referee import Game, Lost, take_turn
from boyi.protocols import mo
from tests.patience import PATIENCE

MCTS = """
    import copy
    import math
    import random
    from board import Board
    from func_timeout import func_timeout, FunctionTimedOut

    class Node:
        def __init__(self, board, color, parent=None, action=None):
            self.board, self.color, self.parent, self.action = board, color, parent, action
            self.children, self.n, self.q = [], 0, 0.0
            self.untried = list(board.get_legal_actions(color))

    class AIPlayer:
        def __init__(self, color):
            self.color = color

        def get_move(self, board):
            print("请等一会，对方 {}-AI正在思考中...".format(self.color))
            self.root = Node(copy.deepcopy(board), self.color)
            if len(self.root.untried) == 1:
                return self.root.untried[0]
            try:
                func_timeout(0.03, self.search)
            except FunctionTimedOut:
                pass
            return max(self.root.children, key=lambda node: node.n).action

        def search(self):
            while True:
                try:
                    self.once()
                except Exception:
                    pass

        def once(self):
            node = self.root
            while not node.untried and node.children:
                node = max(node.children, key=lambda c: c.q / c.n + math.sqrt(2 * math.log(node.n) / c.n))
            other = 'O' if node.color == 'X' else 'X'
            if node.untried:
                action = node.untried.pop()
                board = copy.deepcopy(node.board)
                board._move(action, node.color)
                child = Node(board, other, node, action)
                node.children.append(child)
                node = child
            board, color, stuck = copy.deepcopy(node.board), node.color, 0
            while stuck < 2:
                actions = list(board.get_legal_actions(color))
                if actions:
                    board._move(random.choice(actions), color)
                stuck = 0 if actions else stuck + 1
                color = 'O' if color == 'X' else 'X'
            winner, lead = board.get_winner()
            reward = 0 if winner == 2 else 1 if 'XO'[winner] == self.color else -1
            while node is not None:
                node.n += 1
                node.q += reward
                node = node.parent
    """

MINIMAX = """
    class RandomPlayer:
        def __init__(self, color): self.color = color
        def random_choice(self, board):
            return random.choice(list(board.get_legal_actions(self.color)))
        def get_move(self, board): return self.random_choice(board)

    class HumanPlayer:
        def __init__(self, color): self.color = color
        def get_move(self, board):
            while True:
                action = input("落子 (如 'D3')，或 'Q' 退出: ").upper()
                if action == 'Q' or action in board.get_legal_actions(self.color):
                    return action

    class AIPlayer:
        WEIGHTS = [[100 if (r in (0, 7)) and (c in (0, 7)) else 1 for c in range(8)] for r in range(8)]

        def __init__(self, color):
            self.color = color

        def get_move(self, board):
            best, chosen = None, None
            for action in list(board.get_legal_actions(self.color)):
                flipped = board._move(action, self.color)
                value = -self.minimax(board, 'O' if self.color == 'X' else 'X', 1)
                board.backpropagation(action, flipped, self.color)
                if best is None or value > best:
                    best, chosen = value, action
            return chosen

        def minimax(self, board, color, depth):
            other = 'O' if color == 'X' else 'X'
            if depth == 0:
                worth = {color: 1, other: -1, '.': 0}
                return sum(self.WEIGHTS[r][c] * worth[board._board[r][c]] for r in range(8) for c in range(8))
            values = []
            for action in list(board.get_legal_actions(color)):
                flipped = board._move(action, color)
                values.append(-self.minimax(board, other, depth - 1))
                board.backpropagation(action, flipped, color)
            return max(values) if values else -self.minimax(board, other, depth - 1)
    """

PLAYS_AT_IMPORT = (
    """
    import random
    from game import Game
    """
    + MINIMAX
    + """
    black, white = HumanPlayer('X'), AIPlayer('O')
    game = Game(black, white)
    game.run()
    """
)

ASKS_AT_IMPORT = (
    MINIMAX
    + """
    name = input("Who are you? ")
    """
)

NUMPY = """
    import numpy as np

    class AIPlayer:
        def __init__(self, color):
            self.color = color

        def get_move(self, board):
            assert np.array(board._board).shape == (8, 8)
            return np.random.choice(list(board.get_legal_actions(self.color)))
    """


def write(folder: Path, code: str) -> str:
    path = folder / "ai.py"
    path.write_text(dedent(code), encoding="utf-8")
    return f"mo:{path}"


def answers(body: str) -> str:
    """A file whose get_move has this body."""
    head = "import copy, random\nclass AIPlayer:\n    def __init__(self, color): self.color = color\n"
    return f"{head}    def get_move(self, board):\n        {body}\n"


async def play(spec: str, side: int = 0, plies: int = 100) -> GameRecord:
    record, chance, player = GameRecord(boyi.game("othello")), random.Random(4), make_player(spec)
    try:
        while record.outcome is None and record.plies < plies:
            if record.position.turn == side:
                decision = await asyncio.wait_for(player.choose(record), PATIENCE)
                assert decision.move is not None
                record.play(decision.move)
            else:
                record.play(chance.choice(list(record.position.moves())))
    finally:
        await player.close()
    return record


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "code", [MCTS, MINIMAX, PLAYS_AT_IMPORT, ASKS_AT_IMPORT], ids=["mcts", "minimax", "plays", "asks"]
)
def test_students_files_play_whole_games(tmp_path: Path, code: str, side: int) -> None:
    record = asyncio.run(play(write(tmp_path, code), side))
    ended = record.outcome
    assert ended is not None
    assert ended.reason == "discs"


def test_a_file_with_numpy_plays(tmp_path: Path) -> None:
    if importlib.util.find_spec("numpy") is None:
        pytest.skip("numpy (boyi[students]) is not installed")
    assert asyncio.run(play(write(tmp_path, NUMPY), plies=6)).plies == 6


def test_the_platforms_own_modules_beside_the_file_are_not_used(tmp_path: Path) -> None:
    for name in ("board", "game", "func_timeout"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('not this one')\n")
    assert asyncio.run(play(write(tmp_path, "from game import Game\n" + dedent(MCTS)), plies=2)).plies == 2


@pytest.mark.parametrize(
    ("body", "reason", "says"),
    [
        ("return 'd3'", "illegal move", r"^ai\.py: 3 illegal answers in one turn: 'd3', 'd3', 'd3'\.$"),
        (
            "return None",
            "illegal move",
            r"^ai\.py: get_move\(\) returned None although there are legal moves\.$",
        ),
        ("board.count('X')", "illegal move", r"^ai\.py: get_move\(\) returned None"),
        ("return (2, 3)", "illegal move", r"\(2, 3\)"),
        ("return 'A1'", "illegal move", "'A1'"),
        ("board._move('D3', self.color); return 'D3'", "changed board", r"^ai\.py: the board was changed"),
        ("board._board = None; return 'D3'", "changed board", "the board was changed"),
        ("return [][0]", "crash", r"^ai\.py failed in line 5: IndexError: list index out of range\.$"),
        ("import time; time.sleep(9)", "time out", r"^ai did not move within 1 s\.$"),
    ],
)
def test_the_referees_rules(tmp_path: Path, body: str, reason: str, says: str) -> None:
    spec = write(tmp_path, answers(body))
    with pytest.raises(PlayerFailed, match=says) as caught:
        asyncio.run(play(f"{spec}?timeout={1 if reason == 'time out' else 180}"))
    assert (caught.value.reason, caught.value.outcome) == (reason, None)


def test_two_illegal_answers_are_forgiven_and_the_call_is_by_keyword(tmp_path: Path) -> None:
    code = """
        class AIPlayer:
            def __init__(self, color):
                self.color, self.calls = color, 0

            def get_move(self, *, board):
                self.calls += 1
                return next(board.get_legal_actions(self.color)) if self.calls % 3 == 0 else "nonsense"
        """
    assert asyncio.run(play(write(tmp_path, code), plies=6)).plies == 6


def test_q_stops_and_counts_discs(tmp_path: Path) -> None:
    spec = write(tmp_path, answers("return 'Q'"))
    with pytest.raises(PlayerFailed, match="answered Q: the game stops and the discs are counted") as caught:
        asyncio.run(play(spec, side=1))
    assert caught.value.reason == "stopped"
    ended = caught.value.outcome
    assert ended is not None
    assert (ended.winner, ended.reason, ended.score) == (0, "stopped", 3)


def test_a_side_without_a_move_is_not_asked(tmp_path: Path) -> None:
    # White has no move: the file would fail if it were asked.
    game = boyi.game("othello")
    record = GameRecord(game, game.parse_position("8/8/8/8/8/8/8/xo6 o"))
    assert list(record.position.moves()) == [64]
    player = make_player(write(tmp_path, answers("raise RuntimeError")))
    assert asyncio.run(player.choose(record)) == Decision(64)


def test_only_othello_on_its_own_board(tmp_path: Path) -> None:
    spec = write(tmp_path, MINIMAX)
    for game, says in ((boyi.game("gomoku"), "is for othello"), (boyi.game("othello", size=6), "are 8x8")):
        with pytest.raises(PlayerFailed, match=says):
            asyncio.run(make_player(spec).choose(GameRecord(game)))


def test_a_file_without_aiplayer_is_named(tmp_path: Path) -> None:
    with pytest.raises(PlayerFailed, match=r"^ai\.py: there is no class AIPlayer with a method get_move"):
        asyncio.run(play(write(tmp_path, "x = 1\n")))


# Our board beside our rules


def test_the_board_follows_the_rules_of_othello() -> None:
    chance = random.Random(8)
    for _ in range(5):
        board, record = Board(), GameRecord(boyi.game("othello"))
        while record.outcome is None:
            position, color = record.position, mo.format_colour(record.position.turn)
            game = boyi.game("othello")
            legal = sorted(game.format_move(move).upper() for move in position.moves() if move != 64)
            actions = board.get_legal_actions(color)
            assert iter(actions) is actions  # a generator
            assert sorted(actions) == legal
            move = chance.choice(list(position.moves()))
            record.play(move)
            if move == 64:
                continue
            action = game.format_move(move).upper()
            before, other = copy.deepcopy(board), Board()
            other._board = copy.deepcopy(board._board)
            foreseen = board._can_fliped(action, color)
            flipped = board._move(action, color)
            assert flipped == foreseen == other._move(board.board_num(action), color)
            assert isinstance(flipped, list)
            assert board._board == mo.format_board(record.position)
            board.backpropagation(action, flipped, color)
            assert board._board == before._board
            board._move(action, color)
        ended = record.outcome
        assert ended is not None
        assert ended.score is not None
        winner = 2 if ended.winner is None else ended.winner
        assert board.get_winner() == (winner, abs(ended.score))
        assert board.count("X") - board.count("O") == ended.score


def test_the_rest_of_the_board() -> None:
    board = Board()
    assert (board[3][4], board[4][3], board[3][3], board[4][4], board[0][0]) == (
        "X",
        "X",
        "O",
        "O",
        board.empty,
    )
    assert board._move("A1", "X") is False
    assert board._move((9, 9), "X") is False
    assert board._can_fliped("D4", "X") is False
    assert (board.board_num("G6"), board.num_board((5, 6))) == ((5, 6), "G6")
    assert board.is_on_board(7, 0)
    assert not board.is_on_board(8, 0)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        board.display({"X": 1, "O": 2}, {"X": 3, "O": 4})
        board.display()
    assert "4 . . . O X . . ." in printed.getvalue()


class First:
    color = ""

    def get_move(self, board: Board) -> str:
        return next(board.get_legal_actions(self.color))


class Answers:
    color = ""

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def get_move(self, board: Board) -> str:
        return self.answer


def test_games_that_are_run_by_the_platforms_name() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        Game(First(), First()).run()
        Game(First(), Answers("Q")).run()
        Game(First(), Answers("x")).run()
    lines = printed.getvalue().splitlines()
    assert any(line.endswith("(discs)") for line in lines)
    assert "Black wins by 3 (stopped by O)" in lines
    assert lines[-1].startswith("Black wins (illegal move of O: 3 illegal answers")
    with pytest.raises(Lost, match="illegal answers"):
        take_turn(Answers("x"), Board(), "X")


@pytest.mark.outside
def test_func_timeout_returns_raises_and_stops() -> None:
    assert func_timeout(PATIENCE, lambda a, b=0: a + b, args=(1,), kwargs={"b": 2}) == 3
    with pytest.raises(KeyError):
        func_timeout(PATIENCE, {}.__getitem__, args=("x",))
    counted = [0]

    @func_set_timeout(0.5)
    def endless() -> None:
        while True:
            with contextlib.suppress(Exception):
                counted[0] += 1

    with pytest.raises(FunctionTimedOut) as caught:
        endless()
    assert caught.value.timedOutAfter == 0.5
    after = counted[0]
    assert after > 0
    with contextlib.suppress(FunctionTimedOut):
        func_timeout(0.05, lambda: None)
    assert counted[0] == after


def test_func_timeout_does_not_wait_for_what_is_blocked() -> None:
    free = threading.Event()
    with pytest.raises(FunctionTimedOut):
        func_timeout(0.1, free.wait, (PATIENCE,))
    assert not free.is_set()  # it was left blocked
    free.set()


def test_a_class_of_another_name_is_named_in_the_spec(tmp_path: Path) -> None:
    spec = write(tmp_path, MINIMAX.replace("AIPlayer", "MyPlayer"))
    record = asyncio.run(play(f"{spec}:MyPlayer", plies=6))
    assert record.plies == 6
    with pytest.raises(PlayerFailed, match=r"there is no class AIPlayer"):
        asyncio.run(play(spec, plies=2))
    with pytest.raises(PlayerFailed, match=r"there is no class Nobody"):
        asyncio.run(play(f"{spec}:Nobody", plies=2))
    with pytest.raises(PlayerFailed) as caught:
        asyncio.run(play(spec, plies=2))
    # The platform's own RandomPlayer and HumanPlayer are not the student's.
    assert "but RandomPlayer, HumanPlayer, MyPlayer: call the one that plays AIPlayer" in str(caught.value)
    said = re.search(r"or write (mo:\S+)\.$", str(caught.value))
    assert said is not None
    assert asyncio.run(play(said[1], plies=6)).plies == 6
    with pytest.raises(boyi.BoyiError, match="is not the name of a class: write mo:"):
        make_player(f"{spec}:1st")

"""Fast kernels for Boyi's standard games; use them through boyi.game()."""

from collections.abc import Callable, Sequence
from typing import Any

Line = tuple[int, int, float, float, list[int], int, int, int, int, int]
"""(move, visits, rate, score, pv, kind, depth, bound, proven, plies)"""
Report = tuple[list[Line], int, int, int, int, float]
"""(lines, nodes, depth, proven, confidence, processor seconds of its threads once they have ended)"""

class NoThread(Exception):
    pass

class Board:
    """A position of one of the games, with its rules."""

    @property
    def turn(self) -> int:
        """The side to move: 0 or 1."""

    @property
    def key(self) -> int:
        """The same as the Python position's key."""

    @property
    def cells(self) -> str:
        """'x', 'o' or '.' for each cell, row by row."""

    @property
    def outcome(self) -> tuple[int | None, str, int | None] | None:
        """(winner, reason, score) once the game is over."""

    def moves(self) -> list[int]:
        """The legal moves, ascending."""

    def is_legal(self, arg: int, /) -> bool: ...
    def play(self, arg: int, /) -> Board:
        """The board after a legal move."""

    def perft(self, arg: int, /) -> int:
        """Leaf count of the move tree."""

    def random_moves(self, count: int, seed: int) -> list[int]:
        """Moves as random games draw them; none once the game is over."""

    def playouts(self, count: int, seconds: float, seed: int, cap: int) -> tuple[int, int, int, int]:
        """Random games up to the limits: (games, plies, wins of the first player, wins of the second)."""

class Cancel:
    """Lets another thread end a search."""

    def __init__(self) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

class MemorySlot:
    """What a search keeps from move to move of a game."""

    def __init__(self) -> None: ...

def evaluate(board: Board, evaluation: str) -> int:
    """The value of a position for the side to move."""

def gain(board: Board, evaluation: str, move: int) -> int:
    """How promising a legal move looks to the evaluation."""

def alphabeta(
    board: Board,
    *,
    evaluation: str,
    method: str,
    width: int,
    ordered: bool,
    window: int,
    multi: int,
    history: Sequence[int],
    seconds: float,
    nodes: int,
    depth: int,
    memory: int,
    threads: int,
    seed: int,
    progress: Callable[[Report], bool] | None,
    cancel: Cancel | None,
    slot: MemorySlot | None,
    iterative: bool,
    processor: bool = False,
) -> Report: ...

class MctsSearch:
    """A tree search that lives on from move to move."""

    def run(
        self,
        seconds: float,
        nodes: int,
        threads: int,
        seed: int,
        memory: int,
        progress: Callable[[Report], bool] | None = None,
        processor: bool = False,
    ) -> Report: ...
    def advance(self, move: int) -> None: ...
    def stop(self) -> None: ...
    @property
    def key(self) -> int: ...
    @property
    def visits(self) -> int: ...

def mcts(board: Board, options: dict[str, Any], history: Sequence[int]) -> MctsSearch: ...
def gomoku(size: int, rule: str, cells: str, turn: int) -> Board: ...
def gomoku_vcf(
    board: Board, *, seconds: float, nodes: int, progress: Callable[[int], bool] | None, cancel: Cancel | None
) -> tuple[list[int], bool, int]:
    """(the winning line, whether that or its absence is proven, positions looked at)"""

def gomoku_vct(
    board: Board, *, seconds: float, nodes: int, progress: Callable[[int], bool] | None, cancel: Cancel | None
) -> tuple[list[int], bool, int]:
    """The same by continuous threats: fours and open threes."""

def gomoku_candidates(board: Board) -> tuple[list[int], bool]:
    """(the moves worth searching, whether every other one surely loses)"""

def gomoku_selfplay(
    rule: str, seed: int, first: int, games: int, nodes: int, judge_nodes: int, samples: int
) -> bytes:
    """Positions of games against itself on 15x15 and 20x20 boards as records for `boyi train gomoku`."""

def gomoku_search_settings() -> list[tuple[str, int, int, int, int]]:
    """Of each setting of the search: name, number, a step that matters, the least and the most."""

def gomoku_duel(
    rule: str, size: int, first: Sequence[int], second: Sequence[int], nodes: int, seconds: float, seed: int
) -> tuple[int, int]:
    """Two games of searches with these settings, colours swapped: twice the points of the first in each."""

def gomoku_check(records: bytes) -> int:
    """How many records; a ValueError if they are none."""

def gomoku_fit(
    rule: str, records: bytes, epochs: int, rate: float, decay: float
) -> tuple[list[int], float, float, int]:
    """(weights, the mean cross entropy of held-out positions before and after, positions learned from)"""

def gomoku_fit_network(
    rule: str, records: bytes, start: list[int], epochs: int, rate: float
) -> tuple[list[int], float, float, int]:
    """The same for the network that is added to the weights; `start` may be empty; before: with the start."""

def gomoku_fit_policy(
    rule: str, records: bytes, epochs: int, rate: float
) -> tuple[list[int], float, float, int]:
    """The same for the order of moves."""

def gomoku_policy(rule: str) -> list[int]:
    """The numbers of the order of moves that the search uses."""

def gomoku_start_policy() -> list[int]:
    """The hand-made order from which training starts."""

def gomoku_learn_policy(rule: str, numbers: Sequence[int]) -> None:
    """Lets the search use another order of moves; none may run meanwhile."""

def gomoku_weights(rule: str) -> list[int]:
    """The weights that the search uses."""

def gomoku_start_weights() -> list[int]:
    """The hand-made weights from which training starts."""

def gomoku_learn(rule: str, weights: Sequence[int]) -> None:
    """Lets the search use other weights; none may run meanwhile."""

def gomoku_network(rule: str) -> list[int]:
    """The numbers of the network that the search uses."""

def gomoku_learn_network(rule: str, numbers: Sequence[int]) -> None:
    """Lets the search use another network; none may run meanwhile."""

def othello(size: int, cells: str, turn: int) -> Board: ...
def othello_solve(
    board: Board,
    *,
    low: int,
    high: int,
    seconds: float,
    nodes: int,
    memory: int,
    threads: int,
    progress: Callable[[Report], bool] | None,
    cancel: Cancel | None,
) -> tuple[int, int, list[int], int]:
    """(lower bound, upper bound, moves of the best line, nodes)"""

def othello_weights(weights: bytes) -> None:
    """Loads the weights of the evaluation `patterns`."""

def othello_selfplay(seed: int, first: int, games: int, depth: int, learned: bool) -> bytes:
    """Positions of games for `boyi train othello`."""

def othello_check(records: bytes, labelled: bool) -> int:
    """How many positions, with their values if `labelled`; a ValueError if they are none."""

def othello_label(positions: bytes, stage: int, depth: int, exact: int, whole: int) -> bytes:
    """The positions of one stage with their values."""

def othello_depths(positions: bytes, depth: int, solved: int) -> list[list[int]]:
    """For each position its values at 0 to `depth` plies without selective cuts, and its exact score."""

def othello_fit(records: bytes, start: bytes, stage: int, ridge: float, steps: int) -> bytes:
    """The weights of one stage, learned from records."""

def othello_fit_error(records: bytes, weights: bytes, stage: int) -> tuple[float, float, float, float]:
    """Positions and squared errors, of all and of those with a score within 16."""

def loa(rule: str, both: str, cells: str, turn: int) -> Board: ...
def loa_solve(
    board: Board,
    *,
    seconds: float,
    nodes: int,
    memory: int,
    progress: Callable[[int], bool] | None,
    cancel: Cancel | None,
) -> tuple[int, list[int], int]:
    """(0 unknown, 1 win or 2 loss for the side to move, a line, nodes)"""

def loa_weights(weights: bytes) -> None:
    """Loads the weights of the evaluation `network`; no search may run meanwhile."""

def loa_selfplay(evaluation: str, *, seed: int, first: int, games: int, nodes: int, samples: int) -> bytes:
    """Games against itself as records for `boyi train loa`."""

def loa_check(records: bytes) -> int:
    """How many records; a ValueError if they are none."""

def loa_fit(
    records: bytes, start: bytes, *, epochs: int, rate: float, mix: float, seed: int
) -> tuple[bytes, float, float, int]:
    """(weights, mean held-out cross entropy before and after, positions); empty `start`: random weights"""

def nogo(size: int, cells: str, turn: int) -> Board: ...
def nogo_territory(board: Board) -> tuple[int, int]:
    """(points only the first player can play, the same for the second)"""

def nogo_weights(weights: bytes) -> None:
    """Loads the weights of the evaluation `patterns`."""

def nogo_learn(
    state: bytes,
    *,
    size: int,
    seed: int,
    first: int,
    games: int,
    rate: float,
    trace: float,
    temperature: float,
    kept: float,
) -> tuple[bytes, bytes, float]:
    """Plays games by what has been learned and learns from them: (state, weights, cross entropy)."""

def nogo_check(records: bytes, size: int) -> int:
    """How many games; a ValueError if they are no records."""

def nogo_fit(
    weights: bytes,
    records: bytes,
    *,
    size: int,
    seed: int,
    epochs: int,
    rate: float,
    last_rate: float,
    trace: float,
) -> tuple[bytes, tuple[float, float], tuple[float, float], int]:
    """Fits weights to searched games: (weights, errors of value and moves before, after, positions)."""

def nogo_solve(
    board: Board,
    *,
    seconds: float,
    nodes: int,
    memory: int,
    progress: Callable[[int], bool] | None,
    cancel: Cancel | None,
) -> tuple[int, list[int], int]:
    """(0 unknown, 1 win or 2 loss for the side to move, a line, nodes)"""

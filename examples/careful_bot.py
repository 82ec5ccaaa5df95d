"""Wins if it can and parries a win if it must: ``boyi play gomoku --opponent py:examples/careful_bot.py``."""

from boyi import Position


def wins(position: Position, move: int) -> bool:
    """Whether a move wins at once."""
    end = position.play(move).outcome
    return end is not None and end.winner == position.turn


def is_safe(position: Position) -> bool:
    """Whether the side to move cannot win at once."""
    return not any(wins(position, move) for move in position.legal_moves)


class CarefulBot:
    """Takes a win, else the middle one of the moves after which the opponent has no win."""

    def choose(self, position: Position) -> int:
        """One of the legal moves."""
        moves = list(position.legal_moves)
        for move in moves:
            if wins(position, move):
                return move
        safe = [move for move in moves if is_safe(position.play(move))] or moves
        return safe[len(safe) // 2]

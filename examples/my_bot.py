"""A player that wins if it can, else moves at random: ``boyi play gomoku --white py:examples/my_bot.py``."""

import random

from boyi.core.game import Position


class MyBot:
    """Boyi asks it for every move; it answers with one of ``position.legal_moves``."""

    def choose(self, position: Position) -> int:
        moves = list(position.legal_moves)
        wins = [
            move for move in moves if (end := position.play(move).outcome) and end.winner == position.turn
        ]
        return random.choice(wins or moves)

"""Wins if it can, else moves at random: ``boyi play gomoku --opponent py:examples/my_bot.py``."""

import random

from boyi import Position


class MyBot:
    """Boyi asks it for every move; it answers with one of ``position.legal_moves``."""

    def choose(self, position: Position) -> int:
        ends = {move: position.play(move).outcome for move in position.legal_moves}
        wins = [move for move, end in ends.items() if end and end.winner == position.turn]
        return random.choice(wins or list(ends))

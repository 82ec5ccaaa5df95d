"""Searches to read: short, generic over any ``Position``, each able to tell step by step what it does."""

from boyi.textbook.alphabeta import AlphaBetaConfig
from boyi.textbook.alphabeta import search as alphabeta
from boyi.textbook.chance import search as chance
from boyi.textbook.fivetuple import search as fivetuple
from boyi.textbook.mcts import MctsConfig
from boyi.textbook.mcts import search as mcts
from boyi.textbook.search_tree import replay
from boyi.textbook.trace import Trace

__all__ = ["AlphaBetaConfig", "MctsConfig", "Trace", "alphabeta", "chance", "fivetuple", "mcts", "replay"]

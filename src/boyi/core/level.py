"""The strengths ``level:1`` to ``level:10`` as values: a game brings its own ten, found by matches.

The engine and its work say how well a level can play; noise, lapses and blindness how often it does not.
"""

from __future__ import annotations

from dataclasses import dataclass

GUARD = 0.15
"""Seconds in which every move of levels 1 to 8 ends, however slow the machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One strength of one game."""

    engine: str
    """The spec of the engine."""
    time: float | None = None
    """Its seconds a move."""
    nodes: int | None = None
    depth: int | None = None
    noise: float = 0.0
    """The standard deviation of what is added to the judgement of each move, in powers of ten."""
    lapse: float = 0.0
    """The chance, at each move, that it is made at a glance; if there is one, only such moves have noise."""
    blind: float = 0.0
    """The chance, at each move with noise, that an immediate threat of the opponent is overlooked."""
    opening: str = ""
    """The spec of an engine that offers several moves, for the first plies of a level without noise."""
    plies: int | None = None
    """How far its search usually looks in the middle game, as measured; None: it was not."""
    solved: int | None = None
    """Up to so many empty cells its search usually plays perfectly, as measured."""


SEVERAL = {"alphabeta": "alphabeta:multi=4", "mcts": "mcts"}
"""How an engine is asked for several moves."""


def timed(engine: str, seconds: float) -> Level:
    """A search without failings that takes so long."""
    return Level(engine=engine, time=seconds, opening=SEVERAL[engine])


def steady(engine: str, nodes: int) -> Level:
    """A search without failings that looks at so many positions."""
    return Level(engine=engine, nodes=nodes, time=GUARD, opening=SEVERAL[engine])


def careless(engine: str, nodes: int, lapse: float, noise: float = 0.5, blind: float = 0.0) -> Level:
    """A search that does not always take place."""
    return Level(engine=engine, nodes=nodes, time=GUARD, noise=noise, lapse=lapse, blind=blind)


def shallow(depth: int, noise: float, blind: float = 0.0) -> Level:
    """A search of a few plies with unsteady judgement."""
    return Level(engine="alphabeta:multi=16", depth=depth, time=GUARD, noise=noise, blind=blind)


UNRATED = (
    Level(engine="mcts", nodes=10, time=GUARD, noise=1.0, blind=0.5),
    Level(engine="mcts", nodes=20, time=GUARD, noise=0.8, blind=0.2),
    *(Level(engine="mcts", nodes=40 << number, time=GUARD, noise=0.6 - 0.1 * number) for number in range(5)),
    steady("mcts", 1_280),
    timed("mcts", 0.1),
    timed("mcts", 0.5),
)
"""The levels of games that bring none."""

NOMINAL = tuple(range(1000, 2351, 150))
"""What the levels of games are rated whose levels no match has compared: 150 Elo apart."""

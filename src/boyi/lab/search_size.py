"""How large a search is going to be, before it runs: a few positions are looked at, no tree is searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from time import thread_time

from boyi.core.game import Position
from boyi.core.message import Message
from boyi.lab.trace_limit import TraceLimit
from boyi.textbook.alphabeta import AlphaBeta, AlphaBetaConfig
from boyi.textbook.mcts import Mcts, MctsConfig

LINES = 3
"""Random lines along which the moves of each ply are counted."""
LEAVES = 20
"""Positions that are evaluated at most, to see how long it takes."""
GAMES = 3
"""Random games that are played for the same."""
PROBE = 0.1
"""Seconds after which no other of them is looked at."""
EVENTS = 3
"""Events of a node, at least: it is entered, perhaps valued, and comes back to its parent."""
LONG = 10.0
"""Seconds from which on a search is long."""


@dataclass(frozen=True)
class Estimate:
    """What a search will take; of the minimax family that leaves moves out, the least and the most."""

    least: int
    """Nodes, if the order of moves is the best one; of tree search its iterations."""
    most: int
    """Nodes without any cut-off."""
    events: int
    """Events of the trace, for the least nodes."""
    seconds: float
    """The same."""

    def is_large(self, limit: TraceLimit) -> bool:
        """Whether the search is likely to come to the limit, or takes long."""
        longest = LONG if limit.seconds is None else min(LONG, limit.seconds)
        return self.events > limit.events or self.seconds > longest

    def sentence(self, limit: TraceLimit) -> Message:
        """What to expect of the search."""
        time = duration(self.seconds)
        if self.least == self.most:
            size = Message("A large search: about {nodes} nodes, {time}.", nodes=count(self.least), time=time)
        else:
            size = Message(
                "A large search: {least} nodes with the best order of moves, {most} without cut-offs; "
                "{time} or more.",
                least=count(self.least),
                most=count(self.most),
                time=time,
            )
        if limit.seconds is None:
            end = Message("It is stopped after {events:,} events.", events=limit.events)
        else:
            end = Message(
                "It is stopped after {events:,} events or {seconds:g} seconds.",
                events=limit.events,
                seconds=limit.seconds,
            )
        return Message("{size} {end}", size=size, end=end)


def count(number: float) -> str:
    """A number of things; of one that is beyond all reach only its size.

    >>> count(51_072), count(6.5e23)
    ('51,072', '10^23')
    """
    return f"{number:,.0f}" if number < 1e12 else f"10^{len(str(int(number))) - 1}"


def duration(seconds: float) -> Message:
    """A length of time, roughly.

    >>> print(duration(3), duration(500), duration(90_000), sep=", ")
    about 3 s, about 8 min, about 25 h
    """
    if seconds < 100:
        return Message("about {count} s", count=count(max(seconds, 1)))
    if seconds < 6_000:
        return Message("about {count} min", count=count(seconds / 60))
    return Message("about {count} h", count=count(seconds / 3_600))


def minimax_size(position: Position, config: AlphaBetaConfig) -> Estimate:
    """Of a search of the minimax family.

    With the best order of moves alpha-beta visits the tree that proves the value: at every other ply one move
    only, once for each side (Knuth and Moore, 1975).
    """
    widths = moves_by_ply(position, config)
    prunes = config.method not in ("minimax", "negamax")
    depths = range(1 if config.iterative else config.depth, config.depth + 1)
    most = sum(sum(level_sizes(widths[:depth])) for depth in depths)
    levels = [level_sizes(widths[:depth], prunes=prunes) for depth in depths]
    least = sum(map(sum, levels))
    leaves = sum(level[-1] for level in levels)
    inner, leaf = _seconds_of_a_node(position, config)
    return Estimate(least, most, least * EVENTS, (least - leaves) * inner + leaves * leaf)


def moves_by_ply(position: Position, config: AlphaBetaConfig) -> list[float]:
    """How many moves are searched at each ply, on average over a few random lines."""
    random = Random(0)
    totals = [0] * config.depth
    for _ in range(LINES):
        here = position
        for ply in range(config.depth):
            if here.outcome is not None:
                break
            moves = list(here.moves())
            totals[ply] += min(len(moves), config.width) if config.width else len(moves)
            here = here.play(random.choice(moves))
    return [total / LINES for total in totals]


def level_sizes(widths: Sequence[float], *, prunes: bool = False) -> list[int]:
    """The nodes of each ply from the root on, all of them or the least that prove the value.

    >>> level_sizes([10, 9, 8]), level_sizes([10, 9, 8], prunes=True)
    ([1, 10, 90, 720], [1, 10, 18, 88])
    """
    sizes = [1.0]
    mine = theirs = 1.0
    for ply, width in enumerate(widths):
        if ply % 2 == 0:
            mine *= width
        else:
            theirs *= width
        sizes.append(mine + theirs - 1 if prunes and width else mine * theirs)
    return list(map(round, sizes))


def _seconds_of_a_node(position: Position, config: AlphaBetaConfig) -> tuple[float, float]:
    """How long a node takes whose moves are ordered, and one that is evaluated."""
    search = AlphaBeta(position, config)
    search.evaluate(position)  # what is loaded and made at first is no part of it
    if search.gain is not None:
        search.gain(position, position.moves()[0])

    def evaluate(move: int) -> None:
        child = position.play(move)
        if child.outcome is None:
            search.evaluate(child)

    moves = position.moves()[:LEAVES]
    leaf = _seconds_each([partial(evaluate, move) for move in moves])
    return leaf + _seconds_each([partial(search.ordered_moves, position)]), leaf


def _seconds_each(calls: Sequence[Callable[[], object]]) -> float:
    """What one of these takes of a processor, on average of those for which there is time."""
    began = thread_time()
    done = 0
    while done < len(calls) and (done == 0 or thread_time() - began < PROBE):
        calls[done]()
        done += 1
    return (thread_time() - began) / done


def mcts_size(position: Position, config: MctsConfig) -> Estimate:
    """Of a Monte Carlo tree search, by a few of its random games."""
    game = _seconds_each([partial(Mcts(position, config).random_game, position)] * GAMES)
    events = config.iterations * (2 + 3 * config.rollouts)
    return Estimate(config.iterations, config.iterations, events, config.iterations * config.rollouts * game)

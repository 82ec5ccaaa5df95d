"""The thesis's worked example: seven simulations of Monte Carlo tree search on a 2x2 board, number by number.

The human has one stone, the computer is to move. Nodes are called a, b, c, … in the order in which they are
made; the results of the random games are scripted as in the thesis, everything else is our ordinary search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from boyi.core.game import Position
from boyi.core.language import ENGLISH, Language
from boyi.core.message import Message, Term, listing
from boyi.core.registry import make_game
from boyi.textbook.mcts import Mcts, MctsConfig
from boyi.textbook.trace import Select, Trace

WIN, LOSS = Term("win"), Term("loss")
RESULTS = (LOSS, WIN, WIN, WIN, LOSS, WIN, LOSS)
"""What the seven random games brought the computer."""
SHOWN = "cbdefgh"
"""The order in which the thesis writes the children."""
CONFIG = MctsConfig(c=1.414, factor=2, backup="computer", final="rate", tie="last", shuffle=False)


@dataclass(frozen=True)
class Simulation:
    """One line of the table."""

    number: int
    comparisons: tuple[dict[str, float], ...]
    """UCB1 values by node, once for each node where the search had to choose."""
    path: tuple[str, ...]
    """The nodes chosen on the way down."""
    expanded: str
    terminal: bool
    result: str


@dataclass(frozen=True)
class WorkedExample:
    """The whole example: its simulations, the final win rates, the node played, and the trace behind it."""

    simulations: tuple[Simulation, ...]
    rates: dict[str, float]
    played: str
    trace: Trace

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON: the table with shown (truncated) values, and the full trace."""
        rows = [
            {
                "simulation": row.number,
                "ucb1": [
                    {name: shown(value) for name, value in values.items()} for values in row.comparisons
                ],
                "path": list(row.path),
                "expanded": row.expanded,
                "terminal": row.terminal,
                "result": row.result,
            }
            for row in self.simulations
        ]
        rates = {name: shown(rate) for name, rate in self.rates.items()}
        return {"simulations": rows, "rates": rates, "played": self.played, "trace": self.trace.to_data()}


def shown(value: float) -> str:
    """Two decimals, truncated as in the thesis, not rounded."""
    return f"{math.trunc(value * 100 + math.copysign(1e-9, value)) / 100:.2f}"


def worked_example() -> WorkedExample:
    """Run the example."""
    position = make_game("coin2x2").start().play_text("a1")
    script = iter(RESULTS)

    def scripted(_: Position) -> tuple[tuple[int, ...], float]:
        # The computer is the second player, and rewards are for the first.
        return (), -1.0 if next(script) == WIN else 1.0

    trace = Trace()
    search = Mcts(position, CONFIG, trace, rollout=scripted)
    rows = []
    for number, result in enumerate(RESULTS, start=1):
        before = len(trace.events)
        leaf = search.step()
        events = trace.events[before:]
        choices = [event for event in events if isinstance(event, Select)]
        rows.append(
            Simulation(
                number=number,
                comparisons=tuple(_in_order(choice) for choice in choices),
                path=tuple(_name(choice.chosen) for choice in choices),
                expanded=_name(leaf.number),
                terminal=leaf.position.outcome is not None,
                result=result.text,
            )
        )
    rates = {_name(child.number): child.q / child.n for child in search.root.children}
    ordered = dict(sorted(rates.items(), key=lambda item: SHOWN.index(item[0])))
    return WorkedExample(tuple(rows), ordered, _name(search.final_choice().number), trace)


def _name(number: int) -> str:
    return "abcdefgh"[number]


def _in_order(choice: Select) -> dict[str, float]:
    values = {_name(sibling.node): sibling.ucb for sibling in choice.siblings}
    return dict(sorted(values.items(), key=lambda item: SHOWN.index(item[0])))


def as_text(example: WorkedExample, language: Language = ENGLISH) -> str:
    """The example as a person reads it."""
    return "\n".join(language(line) for line in _lines(example))


def _lines(example: WorkedExample) -> Iterator[Message]:
    for row in example.simulations:
        leaf = Message("expand {node}", node=row.expanded)
        if row.terminal:
            leaf = Message("{step} (terminal)", step=leaf)
        line = Message("{path}; result: {result}", path=listing([*row.path, leaf]), result=Term(row.result))
        if row.comparisons:
            line = Message("{values}: {choice}", values=_comparisons(row), choice=line)
        yield Message("{number}. {line}", number=row.number, line=line)
    yield Message(
        "Final win rates: {rates}. {node} is played.", rates=_values(example.rates), node=example.played
    )


def _comparisons(row: Simulation) -> Message:
    first, *others = map(_values, row.comparisons)
    for other in others:
        first = Message("{first}; then {next}", first=first, next=other)
    return first


def _values(values: dict[str, float]) -> Message:
    return listing(f"{name} {shown(value)}" for name, value in values.items())
